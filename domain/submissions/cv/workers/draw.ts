import sharp from 'sharp'
import { loadPdfium, sizeOfPage } from './open.ts'

export interface DrawingTask {
  bytes: Buffer
  page?: number
  width: number
  format: 'webp' | 'jpeg'
}

/** In points. */
interface PageSize {
  width: number
  height: number
}

export interface Drawing {
  pages: PageSize[]
  isCut: boolean
  picture?: Uint8Array
}

const MAX_PAGES = 30
const MAX_PIXELS = 8_000_000
// Half of WebP's limit.
const MAX_SIDE = 8_000
const QUALITY = 82
const CHANNELS = 4

/** As Chrome would, without forms: nothing in the file runs. Throws if it cannot be opened. */
export async function drawPdf({ bytes, page, width, format }: DrawingTask): Promise<Drawing> {
  const { library, module } = await loadPdfium()
  const document = await library.loadDocument(bytes)
  try {
    const { documentIdx } = document as unknown as { documentIdx: number }
    const count = document.getPageCount()
    const pages: PageSize[] = []
    for (let index = 0; index < Math.min(count, MAX_PAGES); index++)
      pages.push(sizeOfPage(module, documentIdx, index) ?? { width: 0, height: 0 })
    const size = page === undefined ? undefined : pages[page - 1]
    return { pages, isCut: count > MAX_PAGES, ...(size && { picture: await draw(size, (page as number) - 1) }) }
  } finally {
    document.destroy()
  }

  async function draw(size: PageSize, index: number) {
    const wanted = width / Math.max(size.width, 1)
    // A very long page is drawn smaller, not cut.
    const scale = Math.min(
      wanted,
      Math.sqrt(MAX_PIXELS / Math.max(size.width * size.height, 1)),
      MAX_SIDE / Math.max(size.width, size.height, 1),
    )
    const target = {
      width: Math.max(1, Math.floor(size.width * scale)),
      height: Math.max(1, Math.floor(size.height * scale)),
    }
    const { data } = await document.getPage(index).render({ render: 'bitmap', scale: 1, ...target })
    const raw = sharp(data, { raw: { ...target, channels: CHANNELS } }).removeAlpha()
    return format === 'webp'
      ? raw.webp({ quality: QUALITY, effort: 2 }).toBuffer()
      : raw.jpeg({ quality: QUALITY, mozjpeg: false }).toBuffer()
  }
}
