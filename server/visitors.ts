import cluster from 'node:cluster'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#api/http/problem.ts'
import type { SubmissionLimits } from '#api/http/rate-limits.ts'
import type { CallApi } from '#contract/call.ts'
import { SEEN_PATH } from '#contract/constants.ts'
import type { PageContent } from '#contract/page-content.ts'
import { createVisitorCounts, type VisitorCounts } from '#domain/operations/visitors/counts.ts'
import { isBot } from '#domain/operations/visitors/is-bot.ts'
import { createKnownVisitors } from '#domain/operations/visitors/known-visitors.ts'
import type { CountedForm } from '#domain/operations/visitors/subjects.ts'
import { readSource } from '#domain/submissions/sources.ts'
import { isArabicAddress, plainAddress } from '#site/addresses.ts'
import { matchRoute } from '#site/route-table.ts'
import { isSentToApi } from '#site/submissions/posted.ts'
import type { Language } from '#texts/languages.ts'
import { indexedPages } from './seo/indexed-pages.ts'
import { askPrimaryAboutVisitors } from './workers/known-visitors.ts'

export const openVisitorCounts = (options: Omit<Parameters<typeof createVisitorCounts>[0], 'known'>) =>
  createVisitorCounts({ ...options, known: cluster.isWorker ? askPrimaryAboutVisitors() : createKnownVisitors() })

export interface VisitorOptions extends KnownPagesOptions {
  publicUrl: string
  counts: VisitorCounts
  limits: Pick<SubmissionLimits, 'countBeacon'>
}

/** A page's address and four short words. */
const MAX_BYTES = 1024
const MAX_USER_AGENT_LENGTH = 512
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Product 10.20: the page's first script tells that a page is seen, or that a form is begun. */
export async function visitors(app: FastifyInstance, { publicUrl, counts, limits, ...content }: VisitorOptions) {
  const findPage = createKnownPages(content)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, body, done) => done(null, body))

  app.post(SEEN_PATH, {
    bodyLimit: MAX_BYTES,
    // Before the body is read.
    async onRequest(request) {
      refuseOtherSites(request, publicUrl)
      await limits.countBeacon(request)
    },
    async handler(request, reply) {
      const caller = {
        address: request.ip,
        userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH),
      }
      if (!isObjectedTo(request) && !isBot(caller.userAgent)) {
        const { step, address, ...cameBy } = Object.fromEntries(new URLSearchParams(String(request.body ?? '')))
        const language: Language = isArabicAddress(pathOf(address)) ? 'ar' : 'en'
        const { page, form } = (await findPage(pathOf(address))) ?? {}
        if (step === 'begun' && form) await counts.countBegun(form, language, caller)
        if (step === 'seen') {
          const { source, campaign } = readSource(cameBy)
          await counts.countView({ page, form, language, source, campaign, caller })
        }
      }
      return reply.code(204).header('cache-control', 'no-store').send()
    },
  })
}

/** A browser that names neither may be any program. */
function refuseOtherSites({ headers }: FastifyRequest, publicUrl: string) {
  const { origin = '', host, 'sec-fetch-site': site } = headers
  const isOwn = URL.canParse(origin) && [host, new URL(publicUrl).host].includes(new URL(origin).host)
  if (site === undefined ? !isOwn : site !== 'same-origin') throw new Problem('foreignOrigin')
}

/** Do Not Track and Global Privacy Control. The script asks the browser, too. */
const isObjectedTo = ({ headers }: FastifyRequest) => headers.dnt === '1' || headers['sec-gpc'] === '1'

/** Of the address that the page itself calls its own. */
function pathOf(address = '') {
  if (!URL.canParse(address, 'https://site')) return ''
  const { pathname, search } = new URL(address, 'https://site')
  return pathname + search
}

interface KnownPagesOptions {
  callApi: CallApi
  pageContent: () => PageContent
  /** Changes its identity with the content, and every day. */
  contentVersion: () => unknown
  /** The content of another API host changes unseen. */
  maxAgeMilliseconds: number | undefined
}

interface KnownPage {
  page: string
  form: CountedForm | undefined
}

/** The pages that search engines are told of. Others are counted together, so made-up addresses fill nothing. */
function createKnownPages({ callApi, pageContent, contentVersion, maxAgeMilliseconds = Infinity }: KnownPagesOptions) {
  let known = new Map<string, KnownPage>()
  let version: unknown
  let loadedAt = 0
  let loading: Promise<void> | undefined

  async function load() {
    const current = contentVersion()
    const pages = await indexedPages({ callApiIn: () => callApi, pageContentIn: pageContent })
    known = new Map(pages.map(({ plain }) => [plain.toLowerCase(), { page: plain, form: formOn(plain) }]))
    version = current
    loadedAt = Date.now()
  }

  return async (path: string) => {
    if (version !== contentVersion() || Date.now() - loadedAt > maxAgeMilliseconds) {
      // While the API is away, the pages of before are known.
      loading ??= load()
        .catch(() => {})
        .finally(() => {
          loading = undefined
        })
      await loading
    }
    return known.get(plainAddress(path).replace(PAGE_OF_LIST, '').toLowerCase())
  }
}

const PAGE_OF_LIST = /\?page=\d+$/

function formOn(plain: string): CountedForm | undefined {
  const { path, takesPosts } = matchRoute(new URL(plain, 'https://site'))?.route ?? {}
  if (path === '/general-application') return 'general-application'
  return takesPosts && isSentToApi(takesPosts) ? takesPosts : undefined
}
