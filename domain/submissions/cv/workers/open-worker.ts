import { loadPdfium, openPdf } from './open.ts'
import { replyWith } from './reply.ts'

replyWith(openPdf, async () => void (await loadPdfium()))
