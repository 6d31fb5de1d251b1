import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { EncodedBody } from '#api/http/encoded-body.ts'
import { MINUTE } from '#domain/platform/durations.ts'
import { permanentAddress } from '#site/addresses.ts'
import { matchRoute } from '#site/route-table.ts'
import { DRAWING_VERSION, FINGERPRINT, pathOfSharePicture, sharePictureOf } from '#site/share-picture.ts'
import { isLanguage, LANGUAGE_KEY, LANGUAGES, type Language } from '#texts/languages.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { createSemaphore, TooBusy } from '../http/semaphore.ts'
import { NOT_FOUND_ADDRESS } from '../pages/page-address.ts'
import type { Draw } from './drawing-process.ts'
import { type IndexedPage, indexedPages } from './indexed-pages.ts'
import { sendPageInstead } from './page-instead.ts'
import { openPictureFolder, pictureName } from './picture-folder.ts'
import type { Source } from './source.ts'

interface SharePicturesOptions extends Source {
  draw: Draw
  folder: string
  /** Draws the pictures of all pages when the content is new, rather than each when it is first asked for. */
  isAhead: boolean
}

const MAX_WAITING = 8
const RETRY_SECONDS = 10
// For what no content version tells: another API host's content.
const PAGES_MAX_AGE_MILLISECONDS = 10 * MINUTE

/**
 * The picture that a shared link shows: the page's own title and drawing, in its language. Only indexed pages have one, each under
 * one address. Every other address costs no more than a look at the list of pages.
 */
export async function sharePictures(app: FastifyInstance, options: SharePicturesOptions) {
  const folder = openPictureFolder(options.folder)
  const queue = createSemaphore({ maxConcurrent: 1, maxWaiting: MAX_WAITING })
  const currentPages = rememberPages(options)
  const headers = { ...securityHeaders(options), ...PICTURE_HEADERS }

  app.get<PictureRequest>('/share/:language/*', async (request, reply) => {
    const found = await findPage(request)
    if (!found) return sendPageInstead(app, request, reply, NOT_FOUND_ADDRESS)
    const { page, language, address } = found
    if (address !== withoutFingerprint(request.url)) return reply.redirect(address, 301)
    try {
      const picture = await pictureOf(page, language)
      const body = new EncodedBody(picture.png, headers, false)
      const isFingerprinted = request.url === picture.address
      return await body.send(request, reply, ['cache-control', isFingerprinted ? IMMUTABLE : 'public, no-cache'])
    } catch (error) {
      if (!(error instanceof TooBusy)) throw error
      return reply.code(503).header('retry-after', RETRY_SECONDS).send()
    }
  })
  if (options.isAhead) drawAhead(app, options, { folder, currentPages, pictureOf })

  async function findPage({ params: { language }, url }: FastifyRequest<PictureRequest>) {
    const { pathname, searchParams } = new URL(url, 'http://site')
    const path = pathOfSharePicture(pathname.split('/').slice(3).join('/'))
    if (!isLanguage(language) || path === undefined) return undefined
    const plain = matchRoute({ pathname: path, searchParams })?.address ?? ''
    const page = (await currentPages()).all.get(plain)
    return page && { page, language, address: sharePictureOf(plain, language) }
  }

  /** From disk without waiting; otherwise it is drawn, one at a time. */
  async function pictureOf(page: IndexedPage, language: Language, { isBackground = false } = {}): Promise<Picture> {
    const key = `${language} ${page.plain}`
    const { known } = await currentPages()
    const { address, name } = known.get(key) ?? {}
    const png = name && (await folder.read(name))
    if (address && png) return { address, name, png }
    const draw = async () => {
      const picture = await readOrDraw(page, language)
      known.set(key, { address: picture.address, name: picture.name })
      return picture
    }
    return queue.runOnce(key, draw, isBackground ? Number.POSITIVE_INFINITY : undefined)
  }

  async function readOrDraw({ plain, subject }: IndexedPage, language: Language): Promise<Picture> {
    const title = await titleOf(plain, language)
    const drawing = { kind: 'share' as const, plain, language, title, subject }
    const name = pictureName([DRAWING_VERSION, drawing])
    const address = sharePictureOf(plain, language, title)
    const existing = await folder.read(name)
    if (existing) return { address, name, png: existing }
    const png = await options.draw(drawing)
    await folder.write(name, png)
    return { address, name, png }
  }

  /** The page itself is asked, so that there is no second list of titles. */
  async function titleOf(plain: string, language: Language) {
    const { body, statusCode } = await app.inject({
      url: permanentAddress(plain, language),
      headers: { cookie: `${LANGUAGE_KEY}=${language}` },
    })
    if (statusCode === 503) throw new TooBusy(`There is no room to render ${plain}`)
    const title = body.match(/<meta property="og:title" content="([^"]*)"/)?.[1]
    if (title === undefined) throw new Error(`The page ${plain} has no title to draw`)
    return unescaped(title)
  }
}

interface PictureRequest {
  Params: { language: string }
}

interface Picture {
  /** With its fingerprint. */
  address: string
  /** Of its file. */
  name: string
  png: Buffer
}

interface Pages {
  /** By canonical address, without the Arabic prefix. */
  all: Map<string, IndexedPage>
  /** The pictures that are known to be on disk, by language and address. */
  known: Map<string, Omit<Picture, 'png'>>
}

/** The list is made once for each version of the content; while it cannot be made, the last one stands. */
function rememberPages(source: Source) {
  let remembered: { pages: Promise<Pages>; version: unknown; at: number } | undefined
  return (): Promise<Pages> => {
    const version = source.contentVersion()
    const former = remembered
    const isFresh = former && former.version === version && Date.now() - former.at < PAGES_MAX_AGE_MILLISECONDS
    if (isFresh) return former.pages
    const pages = listPages(source).catch((error) => {
      remembered = former
      if (!former) throw error
      return former.pages
    })
    remembered = { pages, version, at: Date.now() }
    return pages
  }
}

async function listPages(source: Source): Promise<Pages> {
  return { all: new Map((await indexedPages(source)).map((page) => [page.plain, page])), known: new Map() }
}

// After a start visitors come first.
const START_DELAY_MILLISECONDS = 5_000
const VERSION_POLL_MILLISECONDS = 1_000
const PAUSE_MILLISECONDS = 50
const MAX_DRAWN_AHEAD = 1_000

interface DrawAheadTools {
  folder: ReturnType<typeof openPictureFolder>
  currentPages: () => Promise<Pages>
  pictureOf: (page: IndexedPage, language: Language, queueing: { isBackground: true }) => Promise<Picture>
}

/** After the start and whenever the content has changed, one picture after the other, in the order of the sitemap. */
function drawAhead(
  app: FastifyInstance,
  { contentVersion, versionName }: Pick<Source, 'contentVersion' | 'versionName'>,
  { folder, currentPages, pictureOf }: DrawAheadTools,
) {
  let drawnFor: unknown
  let isDrawing = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  app.addHook('onListen', async () => {
    timer = setTimeout(() => {
      timer = setInterval(drawIfChanged, VERSION_POLL_MILLISECONDS).unref()
    }, START_DELAY_MILLISECONDS).unref()
  })
  app.addHook('onClose', async () => {
    isClosed = true
    clearTimeout(timer)
  })

  async function drawIfChanged() {
    const version = contentVersion()
    if (isDrawing || version === drawnFor) return
    isDrawing = true
    drawnFor = version
    await drawAll(version).catch(warn)
    isDrawing = false
  }

  async function drawAll(version: unknown) {
    const name = `${DRAWING_VERSION} ${versionName()}`
    if (await folder.isComplete(name)) return
    const { all } = await currentPages()
    const wanted = [...all.values()]
      .flatMap((page) => LANGUAGES.map((language) => ({ page, language })))
      .slice(0, MAX_DRAWN_AHEAD)
    const names = new Set<string>()
    for (const { page, language } of wanted) {
      if (isClosed || contentVersion() !== version) return
      await pictureOf(page, language, { isBackground: true }).then((picture) => names.add(picture.name), warn)
      await pause(PAUSE_MILLISECONDS, undefined, { ref: false })
    }
    if (names.size === wanted.length) await folder.complete(name, names)
  }

  function warn(error: unknown) {
    app.log.warn({ err: error }, 'A share picture was not drawn ahead')
  }
}

const IMMUTABLE = 'public, max-age=31536000, immutable'

// Shown by other sites: that is what it is for.
const PICTURE_HEADERS = { 'content-type': 'image/png', 'cross-origin-resource-policy': 'cross-origin' }

const withoutFingerprint = (url: string) => url.replace(new RegExp(`[?&]${FINGERPRINT}=[^&]*$`), '')

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

const unescaped = (attribute: string) =>
  attribute.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] as string)
