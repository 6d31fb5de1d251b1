import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { EncodedBody } from '#api/http/encoded-body.ts'
import { endpoints } from '#contract/endpoints.ts'
import { FOCUS_STEPS, MIDDLE, readPictureAddress } from '#contract/uploaded-pictures.ts'
import { MINUTE } from '#domain/platform/durations.ts'
import { permanentAddress } from '#site/addresses.ts'
import { matchRoute } from '#site/route-table.ts'
import { DRAWING_VERSION, FINGERPRINT, pathOfSharePicture, sharePictureOf } from '#site/share-picture.ts'
import { isLanguage, LANGUAGES, type Language } from '#texts/languages.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { createSemaphore, TooBusy } from '../http/semaphore.ts'
import { NOT_FOUND_ADDRESS } from '../pages/page-address.ts'
import { sendPageInstead } from '../pages/responses.ts'
import type { Draw } from './drawing-process.ts'
import { type IndexedPage, indexedPages } from './indexed-pages.ts'
import { openPictureFolder, pictureName } from './picture-folder.ts'
import type { Source } from './source.ts'

interface SharePicturesOptions extends Source {
  draw: Draw
  folder: string
  /** Draws all pictures when the content changes, rather than each at its first request. */
  isAhead: boolean
}

const MAX_WAITING = 8
const RETRY_SECONDS = 10
// Another API host's content has no version.
const PAGES_MAX_AGE_MILLISECONDS = 10 * MINUTE

/** The pictures of link previews. Only indexed pages have one, so an unknown address costs one lookup. */
export async function sharePictures(app: FastifyInstance, options: SharePicturesOptions) {
  const folder = openPictureFolder(options.folder)
  const queue = createSemaphore({ maxConcurrent: 1, maxWaiting: MAX_WAITING })
  const currentPages = rememberPages(options)
  const readOrDraw = createPictures(app, options, folder)
  const headers = { ...securityHeaders(options), ...PICTURE_HEADERS }

  app.get<PictureRequest>('/share/:language/*', async (request, reply) => {
    const found = await findPage(request)
    if (!found) return sendPageInstead(app, request, reply, NOT_FOUND_ADDRESS)
    const { page, language, address } = found
    if (!isSameAddress(address, request.url.replace(FINGERPRINT_QUERY, ''))) return reply.redirect(address, 301)
    try {
      const picture = await pictureOf(page, language)
      const body = new EncodedBody(picture.bytes, { ...headers, 'content-type': typeOf(picture) }, false)
      const isFingerprinted = request.url === picture.address
      return await body.send(request, reply, ['cache-control', isFingerprinted ? IMMUTABLE : 'public, no-cache'])
    } catch (error) {
      if (!(error instanceof TooBusy)) throw error
      return reply.code(503).header('retry-after', RETRY_SECONDS).send()
    }
  })
  if (options.isAhead) drawAhead(app, { ...options, folder, currentPages, pictureOf })

  async function findPage({ params: { language }, url }: FastifyRequest<PictureRequest>) {
    const { pathname, searchParams } = new URL(url, 'http://site')
    const path = pathOfSharePicture(pathname.split('/').slice(3).join('/'))
    if (!isLanguage(language) || path === undefined) return undefined
    // Pages that are not there are not among the indexed ones.
    const plain = matchRoute({ pathname: path, searchParams }, () => true)?.address ?? ''
    const page = (await currentPages()).all.get(plain)
    return page && { page, language, address: sharePictureOf(plain, language) }
  }

  async function pictureOf(page: IndexedPage, language: Language, maxWaiting?: number): Promise<Picture> {
    const key = `${language} ${page.plain}`
    const { known } = await currentPages()
    const { address, name } = known.get(key) ?? {}
    const bytes = name && (await folder.read(name))
    if (address && bytes) return { address, name, bytes }
    const draw = async () => {
      const picture = await readOrDraw(page, language)
      known.set(key, { address: picture.address, name: picture.name })
      return picture
    }
    return queue.runOnce(key, draw, maxWaiting)
  }
}

type PictureFolder = ReturnType<typeof openPictureFolder>

/** A page's picture from the folder, or drawn and kept there. */
function createPictures(app: FastifyInstance, options: SharePicturesOptions, folder: PictureFolder) {
  return readOrDraw

  async function readOrDraw({ plain, subject }: IndexedPage, language: Language): Promise<Picture> {
    const chosen = options.searchAndShareOf(plain, language).picture?.url
    const cropped = chosen && (await readOrCrop(plain, language, chosen))
    if (cropped) return cropped
    const title = await titleOf(plain, language)
    const picture = subject?.project && (await pictureOfProject(subject.project.id, language))
    const wordmark = options.pageContentIn(language).brand.wordmark?.light.src
    const drawing = { kind: 'share' as const, plain, language, title, subject }
    const name = pictureName([DRAWING_VERSION, drawing, picture, wordmark])
    const address = sharePictureOf(plain, language, { title, wordmark, ...(picture && { picture }) })
    const existing = await folder.read(name)
    if (existing) return { address, name, bytes: existing }
    const bytes = await options.draw({
      ...drawing,
      ...(picture && (await readPicture(picture))),
      ...(wordmark && { wordmark: (await readPicture(wordmark)).picture }),
    })
    await folder.write(name, bytes)
    return { address, name, bytes }
  }

  async function readOrCrop(plain: string, language: Language, chosen: string): Promise<Picture | undefined> {
    const address = sharePictureOf(plain, language, { title: '', picture: chosen, isChosen: true })
    const name = pictureName([DRAWING_VERSION, chosen], '.jpg')
    const existing = await folder.read(name)
    if (existing) return { address, name, bytes: existing }
    const { picture } = await readPicture(chosen)
    if (!picture) return undefined
    const { x, y } = readPictureAddress(chosen)?.focus ?? MIDDLE
    const bytes = await options.draw({ kind: 'chosen', picture, focus: { x: x / FOCUS_STEPS, y: y / FOCUS_STEPS } })
    await folder.write(name, bytes)
    return { address, name, bytes }
  }

  async function pictureOfProject(id: number, language: Language) {
    const { data: project } = await options.callApiIn(language)(endpoints.project, { id })
    return project.images[0]?.url
  }

  /** None where another host has it: the drawing then stands alone. */
  async function readPicture(address: string): Promise<{ picture?: string }> {
    const { rawPayload, statusCode } = await app.inject(address)
    return statusCode === 200 ? { picture: rawPayload.toString('base64') } : {}
  }

  /** Read from the page itself, so that titles are declared once. */
  async function titleOf(plain: string, language: Language) {
    const { body, statusCode } = await app.inject(permanentAddress(plain, language))
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
  address: string
  name: string
  bytes: Buffer
}

interface Pages {
  version: unknown
  all: Map<string, IndexedPage>
  known: Map<string, Omit<Picture, 'bytes'>>
}

/** Listed once for each content version; while that fails, the last list stays. */
function rememberPages(source: Source) {
  const lists = new LRUCache<'pages', Pages>({
    max: 1,
    ttl: PAGES_MAX_AGE_MILLISECONDS,
    allowStaleOnFetchRejection: true,
    async fetchMethod() {
      const version = source.contentVersion()
      const all = new Map((await indexedPages(source)).map((page) => [page.plain, page]))
      return { version, all, known: new Map() }
    },
  })
  return () => lists.forceFetch('pages', { forceRefresh: lists.peek('pages')?.version !== source.contentVersion() })
}

// Visitors come first after a start.
const START_DELAY_MILLISECONDS = 5_000
const VERSION_POLL_MILLISECONDS = 1_000
const PAUSE_MILLISECONDS = 50
const MAX_DRAWN_AHEAD = 1_000

interface DrawAheadOptions extends Pick<Source, 'contentVersion' | 'versionName'> {
  folder: PictureFolder
  currentPages: () => Promise<Pages>
  pictureOf: (page: IndexedPage, language: Language, maxWaiting: number) => Promise<Picture>
}

function drawAhead(
  app: FastifyInstance,
  { contentVersion, versionName, folder, currentPages, pictureOf }: DrawAheadOptions,
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
      await pictureOf(page, language, Number.POSITIVE_INFINITY).then((picture) => names.add(picture.name), warn)
      await pause(PAUSE_MILLISECONDS, undefined, { ref: false })
    }
    if (names.size === wanted.length) await folder.complete(name, names)
  }

  function warn(error: unknown) {
    app.log.warn({ err: error }, 'A share picture was not drawn ahead')
  }
}

const IMMUTABLE = 'public, max-age=31536000, immutable'

const PICTURE_HEADERS = { 'cross-origin-resource-policy': 'cross-origin' }

const typeOf = ({ name }: Pick<Picture, 'name'>) => (name.endsWith('.jpg') ? 'image/jpeg' : 'image/png')

/** A page may have had a drawing or a chosen picture before. */
const isSameAddress = (one: string, other: string) => one === other.replace(/\.jpg(?=\?|$)/, '.png')

const FINGERPRINT_QUERY = new RegExp(`[?&]${FINGERPRINT}=[^&]*$`)

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

const unescaped = (attribute: string) =>
  attribute.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] as string)
