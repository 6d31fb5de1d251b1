import type { FastifyInstance } from 'fastify'
import { EncodedBody } from '#api/http/encoded-body.ts'
import { permanentAddress, plainAddress } from '#site/addresses.ts'
import { pageOfSharePicture, sharePictureOf } from '#site/share-picture.ts'
import { isLanguage, LANGUAGE_KEY, type Language } from '#texts/languages.ts'
import { securityHeaders } from '../http/security-headers.ts'
import type { Source } from './seo.ts'

const MOST_BYTES_KEPT = 8 * 1024 * 1024

/**
 * The picture that a shared link shows: the page's own title and drawing, in its language.
 * The page itself is asked for its title, so that there is no second list of titles, and no picture of a page that does not exist.
 */
export async function sharePictures(app: FastifyInstance, source: Source) {
  const kept = new Map<string, EncodedBody>()
  let bytesKept = 0
  let drawing: Promise<unknown> = Promise.resolve()

  app.get<{ Params: { language: string; '*': string }; Querystring: Record<string, string> }>(
    '/share/:language/*',
    async (request, reply) => {
      const { language, '*': file } = request.params
      const page = isLanguage(language) && file.endsWith('.png') ? await findPage(file, request.query, language) : null
      if (!page) return reply.code(404).headers(securityHeaders(source)).send()
      const body = kept.get(page.picture) ?? (await drawInTurn(page))
      const isFingerprinted = request.url === page.picture
      return body.send(request, reply, ['cache-control', isFingerprinted ? IMMUTABLE : 'public, no-cache'])
    },
  )

  async function findPage(file: string, { v: _, ...query }: Record<string, string>, language: Language) {
    const search = new URLSearchParams(query).toString()
    const plain = pageOfSharePicture(file.slice(0, -'.png'.length)) + (search && `?${search}`)
    const { statusCode, body } = await app.inject({
      url: permanentAddress(plain, language),
      headers: { cookie: `${LANGUAGE_KEY}=${language}` },
    })
    const title = unescaped(body.match(/<meta property="og:title" content="([^"]*)"/)?.[1])
    const canonical = unescaped(body.match(/<link rel="canonical" href="([^"]*)"/)?.[1])
    if (statusCode !== 200 || !title || !canonical) return null
    const address = new URL(canonical)
    const canonicalPlain = plainAddress(address.pathname)
    return {
      plain: canonicalPlain + address.search,
      language,
      title,
      picture: sharePictureOf(canonicalPlain + address.search, language, title),
    }
  }

  type Page = NonNullable<Awaited<ReturnType<typeof findPage>>>

  /** One at a time: a crowd of link previews must not take the processor from visitors. */
  function drawInTurn(page: Page): Promise<EncodedBody> {
    const turn = drawing.then(async () => kept.get(page.picture) ?? keep(page.picture, await draw(page)))
    drawing = turn.catch(() => {})
    return turn
  }

  async function draw({ plain, language, title }: Page) {
    const { drawSharePicture } = await import('./share-picture.tsx')
    const bytes = await drawSharePicture({ plain, language, title, callApi: source.callApiIn(language) })
    return new EncodedBody(bytes, { ...securityHeaders(source), ...HEADERS }, false)
  }

  function keep(picture: string, body: EncodedBody) {
    if (bytesKept + body.weight > MOST_BYTES_KEPT) {
      kept.clear()
      bytesKept = 0
    }
    kept.set(picture, body)
    bytesKept += body.weight
    return body
  }
}

const IMMUTABLE = 'public, max-age=31536000, immutable'

// Shown by other sites: that is what it is for.
const HEADERS = { 'content-type': 'image/png', 'cross-origin-resource-policy': 'cross-origin' }

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

function unescaped(attribute: string | undefined) {
  return attribute?.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] as string)
}
