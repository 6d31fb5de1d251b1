import { drawPdf } from './draw.ts'
import { loadPdfium } from './open.ts'
import { replyWith } from './reply.ts'

replyWith(drawPdf, async () => void (await loadPdfium()))
