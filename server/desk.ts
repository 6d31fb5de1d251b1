import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { servePictures } from '#api/routes/pictures.ts'
import type { Brand } from '#contract/page-content.ts'
import { deskApi, PRIVATE_HEADERS } from '#desk/api/app.ts'
import type { DeskSettings } from '#desk/api/call.ts'
import { languageIn, themeIn } from '#desk/api/cookies.ts'
import type { Condition } from '#domain/operations/conditions.ts'
import type { VisitorCounts } from '#domain/operations/visitors/counts.ts'
import { createCompanySignIn } from '#domain/people/openid.ts'
import { firstSetupCode, SETUP_CODE_MINUTES } from '#domain/people/set-up.ts'
import type { Database } from '#domain/platform/database/database.ts'
import type { Outbox } from '#domain/submissions/events.ts'
import { RELEASE } from '#settings/release.ts'
import type { Config } from '#settings/settings.ts'
import { matchRoute } from '#site/route-table.ts'
import arabic from '#texts/desk/ar/shell.json' with { type: 'json' }
import english from '#texts/desk/en/shell.json' with { type: 'json' }
import { escapeHtml } from '#texts/formats.ts'
import type { CompanyInTexts } from '#texts/index.ts'
import { directionOf, LANGUAGES, type Language } from '#texts/languages.ts'
import { CLIENT_FILES, serveAssets } from './client-files.ts'
import { createHttpServer } from './http/create-server.ts'
import { listenOn } from './http/listen.ts'
import type { Measurements } from './metrics/measurements.ts'
import { pageUrls, publicUrlOf } from './public-url.ts'

/** Previews of pages are shown in a frame. */
const contentSecurityPolicy = (siteOrigin: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `frame-src ${siteOrigin}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export interface DeskParts {
  company: () => Pick<CompanyInTexts, 'name'>
  brand: (language: Language) => Brand
  isLandingPage: (slug: string) => boolean
  measurements: Measurements
  /** Undefined where visitors are not counted. */
  counts: VisitorCounts | undefined
  findConditions: () => Promise<Condition[]>
  outbox?: Outbox | undefined
  serve?: ServeApplication | undefined
}

export type ServeApplication = (app: FastifyInstance, page: PageFor, siteOrigin: string) => Promise<void>

type PageFor = (request: FastifyRequest, page: string) => string

export async function openDesk(
  config: Config & { desk: NonNullable<Config['desk']> },
  database: Database,
  {
    outbox,
    measurements,
    counts,
    company,
    brand,
    isLandingPage,
    findConditions,
    serve = serveBuiltApplication,
  }: DeskParts,
) {
  const { desk } = config
  const app = createHttpServer(
    { ...config, publicUrl: desk.url },
    { countResponse: measurements.countResponses('desk') },
  )
  const url = () => desk.url ?? `http://localhost:${(app.server.address() as AddressInfo).port}`
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(PRIVATE_HEADERS)
    if (desk.url || isNamed(request)) return
    // Passkeys need a name, and a foreign name that points at this machine is not ours.
    if (request.method === 'GET' && /^\/(?!api\b)/.test(request.url)) return reply.redirect(url() + request.url)
    return reply.code(421).send()
  })
  await app.register(deskApi, {
    database,
    settings: {
      url,
      party: () => ({ origin: url(), name: company().name.en }),
      isSecure: () => url().startsWith('https:'),
      outbox,
      version: RELEASE,
      companySignIn: config.openId && createCompanySignIn(config.openId, () => `${url()}${RETURN_PATH}`),
      teamAddress: config.mailTo[0],
      repliesArriveHere: config.replies !== undefined && outbox !== undefined,
      findConditions,
      webhooks: config.webhooks,
      rememberStaff: counts?.rememberStaff,
      // Where another host answers the API, the site shows its content.
      pageUrl: config.apiHost ? undefined : pageUrls(config),
      isPageAddress: (path) => matchRoute(new URL(path, 'https://site'), isLandingPage) !== undefined,
      // Set every one: a missing service would leave a dead control on a screen.
    } satisfies DeskSettings & Record<keyof DeskSettings, unknown>,
  })
  await app.register(logos, { database, brand, images: path.join(config.contentDirectory, 'images') })
  const page: PageFor = (request, text) => {
    const hasCompanySignIn = config.openId !== undefined
    return pageFor(request, text, { company: company(), brand, hasCompanySignIn })
  }
  await serve(app, page, new URL(publicUrlOf(config)).origin)
  const { host, port } = desk
  await listenOn(app, { host, port }, { port: 'DESK_PORT', host: 'DESK_HOST', hint: 'off closes the desk' })
  return { url: url(), close: () => app.close() }
}

export async function setUpInstructions(database: Database): Promise<string | undefined> {
  const first = await firstSetupCode(database, new Date())
  return (
    first &&
    `The desk has no owner yet. ${
      first.code
        ? `Open it and type this code within ${SETUP_CODE_MINUTES} minutes: ${first.code}`
        : 'Another process has just printed the code for it.'
    }
A new code: npm run desk -- people setup-code`
  )
}

/** As the browser names it; a proxy in front of the desk needs `DESK_URL`. */
const isNamed = ({ headers }: FastifyRequest) => /^localhost(:\d+)?$/i.test(headers.host ?? '')

/** Of the desk's application, which then asks the API. */
const RETURN_PATH = '/sign-in/company'

const DESK_FILES = path.join(CLIENT_FILES, '..', 'desk')

async function serveBuiltApplication(app: FastifyInstance, pageOf: PageFor, siteOrigin: string) {
  await serveAssets(app, DESK_FILES, {
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', 'private, max-age=31536000, immutable'),
  })
  const policy = contentSecurityPolicy(siteOrigin)
  const page = readFileSync(path.join(DESK_FILES, 'index.html'), 'utf8')
  // A route, because the server has a not-found handler already.
  app.get('/*', (request, reply) => {
    if (/\.\w+$/.test(request.url.split('?')[0] ?? '')) return reply.code(404).send()
    return reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
      .send(pageOf(request, page))
  })
}

type Served = Pick<DeskParts, 'brand'> & { company: ReturnType<DeskParts['company']>; hasCompanySignIn: boolean }

function pageFor(request: FastifyRequest, page: string, { company, brand, hasCompanySignIn }: Served) {
  const language = languageIn(request)
  const theme = themeIn(request)
  const names = LANGUAGES.map(
    (each) =>
      ` data-company-${each}="${escapeHtml(company.name[each])}" data-brand-${each}="${escapeHtml(JSON.stringify(brand(each)))}"`,
  ).join('')
  const signIn = hasCompanySignIn ? ' data-company-sign-in' : ''
  const root = `<html lang="${language}" dir="${directionOf(language)}"${theme ? ` data-theme="${theme}"` : ''}${names}${signIn}>`
  return page
    .replace('<html lang="en" dir="ltr">', () => root)
    .replace('<div id="desk">', () => `<div id="desk">${notLoaded(language)}`)
}

interface LogosOptions extends Pick<DeskParts, 'brand'> {
  database: Database
  images: string
}

/** Logos of the site, also for a person at the door. Strangers see no other picture here. */
async function logos(app: FastifyInstance, { database, brand, images }: LogosOptions) {
  app.addHook('onRequest', async ({ url }, reply) => {
    const shown = LANGUAGES.flatMap((language) => {
      const { wordmark, mark } = brand(language)
      return [wordmark?.light.src, wordmark?.dark?.src, mark]
    })
    if (!shown.includes(url)) return reply.code(404).send()
  })
  servePictures(app, database, images)
}

/** Shown until the application draws itself, or where its scripts or texts do not arrive. */
function notLoaded(language: Language) {
  const { title, notLoaded, reload } = { en: english, ar: arabic }[language].failure
  return `<main class="not-loaded" role="alert"><h1 class="h2">${title}</h1><p>${notLoaded}</p><p><a class="link" href="">${reload}</a></p></main>`
}
