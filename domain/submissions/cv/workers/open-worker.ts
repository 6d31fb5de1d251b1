import { replyWith } from '../../../worker-process/reply.ts'
import { loadPdfium, openPdf } from './open.ts'

replyWith(openPdf, async () => void (await loadPdfium()))
