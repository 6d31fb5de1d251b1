import { replyWith } from '../../../platform/subprocess/reply.ts'
import { drawPdf } from './draw.ts'
import { loadPdfium } from './open.ts'

replyWith(drawPdf, async () => void (await loadPdfium()))
