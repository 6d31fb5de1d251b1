import { loadPdfium } from '#domain/submissions/cv/workers/open.ts'

interface Module {
  HEAPU8: Uint8Array
  wasmExports: { malloc(bytes: number): number; free(address: number): void }
  _FPDFDoc_GetJavaScriptActionCount(document: number): number
  _FPDFDoc_GetAttachmentCount(document: number): number
  _FPDF_GetPageCount(document: number): number
  _FPDF_LoadPage(document: number, page: number): number
  _FPDF_ClosePage(page: number): void
  _FPDFLink_Enumerate(page: number, position: number, link: number): number
  _FPDFLink_GetAction(link: number): number
  _FPDFAction_GetType(action: number): number
}

/** PDFium's numbers for links to another file, to a program and to an attachment. */
const DANGEROUS_LINKS = [2, 4, 5]

/** How many scripts, attachments and dangerous links PDFium finds; 0 where it does not open the file. */
export async function countActionsInPdfium(bytes: Buffer): Promise<number> {
  const { library, module: loaded } = await loadPdfium()
  const module = loaded as unknown as Module
  const document = await library.loadDocument(bytes).catch(() => undefined)
  if (!document) return 0
  try {
    const { documentIdx } = document as unknown as { documentIdx: number }
    const scripts = Math.max(0, module._FPDFDoc_GetJavaScriptActionCount(documentIdx))
    return scripts + module._FPDFDoc_GetAttachmentCount(documentIdx) + countDangerousLinks(module, documentIdx)
  } finally {
    document.destroy()
  }
}

function countDangerousLinks(module: Module, document: number) {
  let count = 0
  const address = module.wasmExports.malloc(8)
  for (let page = 0; page < module._FPDF_GetPageCount(document); page++) {
    const open = module._FPDF_LoadPage(document, page)
    if (!open) continue
    const words = () => new DataView(module.HEAPU8.buffer, address, 8)
    words().setUint32(0, 0, true)
    while (module._FPDFLink_Enumerate(open, address, address + 4)) {
      const action = module._FPDFLink_GetAction(words().getUint32(4, true))
      if (action && DANGEROUS_LINKS.includes(module._FPDFAction_GetType(action))) count++
    }
    module._FPDF_ClosePage(open)
  }
  module.wasmExports.free(address)
  return count
}
