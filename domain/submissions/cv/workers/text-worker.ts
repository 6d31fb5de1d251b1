import { replyWith } from '../../../platform/subprocess/reply.ts'
import { loadPdfium } from './open.ts'
import { readPdfText } from './text.ts'

replyWith(readPdfText, async () => void (await loadPdfium()))
