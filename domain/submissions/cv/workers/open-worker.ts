import { replyWith } from '../../../platform/subprocess/reply.ts'
import { loadPdfium, openPdf } from './open.ts'

replyWith(openPdf, async () => void (await loadPdfium()))
