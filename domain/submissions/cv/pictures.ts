import { LRUCache } from 'lru-cache'
import { MINUTE } from '../../platform/durations.ts'
import { createWorkerProcess } from '../../platform/subprocess/subprocess.ts'
import { undefinedOnFailure } from './inspector.ts'
import type { Drawing, DrawingTask } from './workers/draw.ts'
import drawerSource from './workers/draw-worker.ts?worker-source'

interface StoredCv {
  sha256: string
  read(): Promise<Buffer>
}

export type CvPictures = ReturnType<typeof createCvPictures>

const DEADLINE_MILLISECONDS = 15_000
const PATIENCE = { milliseconds: 30_000, maxWaiting: 100 }
const MAX_CACHE_BYTES = 24 * 1024 * 1024
const CACHE_MILLISECONDS = 5 * MINUTE
const PRINT_WIDTH = 1240
const OVERHEAD_BYTES = 100

/** CVs as pictures: nothing in the file runs. Undefined if it cannot be drawn. */
export function createCvPictures() {
  const drawer = createWorkerProcess<Drawing, DrawingTask>({
    source: drawerSource,
    deadlineMilliseconds: DEADLINE_MILLISECONDS,
  })
  const cache = new LRUCache<string, Drawing>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ picture }) => (picture?.length ?? 0) + OVERHEAD_BYTES,
    ttl: CACHE_MILLISECONDS,
  })

  return {
    async pagesOf(cv: StoredCv) {
      const drawing = await draw(cv, { width: 1, format: 'webp' })
      return drawing && { pages: drawing.pages, isCut: drawing.isCut }
    },
    drawPage: async (cv: StoredCv, page: number, width: number) =>
      (await draw(cv, { page, width, format: 'webp' }))?.picture,
    async asPictures(cv: StoredCv) {
      const first = await draw(cv, { width: 1, format: 'jpeg' })
      if (!first) return undefined
      const { PDFDocument } = await import('@cantoo/pdf-lib')
      const document = await PDFDocument.create()
      for (const [index, { width, height }] of first.pages.entries()) {
        const drawn = await draw(cv, { page: index + 1, width: PRINT_WIDTH, format: 'jpeg' })
        if (!drawn?.picture) return undefined
        const picture = await document.embedJpg(drawn.picture)
        document.addPage([width, height]).drawImage(picture, { x: 0, y: 0, width, height })
      }
      return document.save()
    },
    async stop() {
      cache.clear()
      await drawer.stop()
    },
  }

  async function draw({ sha256, read }: StoredCv, wanted: Omit<DrawingTask, 'bytes'>): Promise<Drawing | undefined> {
    const key = [sha256, wanted.page ?? 0, wanted.width, wanted.format].join(' ')
    const known = cache.get(key)
    if (known) return known
    const drawing = await undefinedOnFailure(drawer.run({ bytes: await read(), ...wanted }, PATIENCE))
    if (drawing) cache.set(key, drawing)
    return drawing
  }
}
