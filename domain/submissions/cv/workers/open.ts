import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { PDFiumLibrary } from '@hyzyla/pdfium'

export interface Opening {
  outcome: 'opens' | 'locked' | 'damaged'
  pages: number
  /** As far as the viewer would run or show them. */
  scripts: number
  attachments: number
}

export async function openPdf(bytes: Uint8Array): Promise<Opening> {
  const { library, module } = await loadPdfium()
  try {
    const document = await library.loadDocument(bytes)
    try {
      const { documentIdx } = document as unknown as { documentIdx: number }
      const pages = document.getPageCount()
      return {
        outcome: pages > 0 && hasFirstPage(module, documentIdx) ? 'opens' : 'damaged',
        pages,
        scripts: Math.max(0, module._FPDFDoc_GetJavaScriptActionCount(documentIdx)),
        attachments: module._FPDFDoc_GetAttachmentCount(documentIdx),
      }
    } finally {
      document.destroy()
    }
  } catch (error) {
    // Out of memory or worse: the module cannot be trusted, so the process ends.
    if (error instanceof WebAssembly.RuntimeError) throw error
    const isLocked = NEEDS_A_KEY.includes(module._FPDF_GetLastError())
    return { outcome: isLocked ? 'locked' : 'damaged', pages: 0, scripts: 0, attachments: 0 }
  }
}

/** PDFium's codes for a password and for an unknown encryption. */
const NEEDS_A_KEY = [4, 5]

interface PdfiumModule {
  HEAPU8: Uint8Array
  _FPDF_GetLastError(): number
  _FPDF_GetPageSizeByIndexF(document: number, page: number, size: number): number
  _FPDFDoc_GetJavaScriptActionCount(document: number): number
  _FPDFDoc_GetAttachmentCount(document: number): number
  wasmExports: { malloc(bytes: number): number; free(address: number): void }
}

interface Pdfium {
  library: PDFiumLibrary
  module: PdfiumModule
}

let pdfium: Pdfium | undefined

// V8's limit does not cover WebAssembly.
const MAX_MEMORY_BYTES = 256 * 1024 * 1024

export async function loadPdfium(): Promise<Pdfium> {
  if (pdfium) return pdfium
  const require = createRequire(path.resolve('package.json'))
  const { PDFiumLibrary } = await import('@hyzyla/pdfium')
  const binary = readFileSync(require.resolve('@hyzyla/pdfium/pdfium.wasm'))
  const library: PDFiumLibrary = await PDFiumLibrary.init({
    instantiateWasm(imports, done) {
      const environment = imports.env as { emscripten_resize_heap(bytes: number): number }
      const grow = environment.emscripten_resize_heap
      environment.emscripten_resize_heap = (bytes) => (bytes >>> 0 > MAX_MEMORY_BYTES ? 0 : grow(bytes))
      WebAssembly.instantiate(binary, imports).then(({ instance }) => done(instance as never))
      return {}
    },
  })
  pdfium = { library, module: (library as unknown as { module: PdfiumModule }).module }
  return pdfium
}

const SIZE_BYTES = 8

const hasFirstPage = (module: PdfiumModule, document: number) => sizeOfPage(module, document, 0) !== undefined

export function sizeOfPage(module: PdfiumModule, document: number, page: number) {
  const address = module.wasmExports.malloc(SIZE_BYTES)
  try {
    if (module._FPDF_GetPageSizeByIndexF(document, page, address) === 0) return undefined
    const numbers = new DataView(module.HEAPU8.buffer, address, SIZE_BYTES)
    return { width: numbers.getFloat32(0, true), height: numbers.getFloat32(SIZE_BYTES / 2, true) }
  } finally {
    module.wasmExports.free(address)
  }
}
