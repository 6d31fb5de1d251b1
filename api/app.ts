import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { endpoints } from '#contract/endpoints.ts'
import { type ContentVersionWatch, watchContentVersion } from '#domain/content/content-version.ts'
import type { Clock } from '#domain/platform/calendar.ts'
import type { Database } from '#domain/platform/database/database.ts'
import type { SubmissionKind } from '#domain/platform/database/tables.ts'
import type { CvInspections } from '#domain/submissions/cv/inspections.ts'
import type { Outbox } from '#domain/submissions/events.ts'
import { createResponseCache } from './cached-responses.ts'
import type { ApiAdmission, GuestApi, GuestApiSettings } from './context.ts'
import { validateAddress } from './http/address.ts'
import { crossOriginHeaders, varyFor } from './http/cross-origin.ts'
import { isInProcess } from './http/in-process.ts'
import { Problem, sendProblem, toProblem } from './http/problem.ts'
import { refuseForeignPosts } from './http/xsrf.ts'
import { contentRoutes } from './routes/content.ts'
import { documentationRoutes, watchDescribedRoutes } from './routes/documentation.ts'
import { formRoutes } from './routes/forms.ts'
import { pictureRoutes } from './routes/pictures.ts'
import { unknownRoutes } from './routes/unknown.ts'
import { type CountSubmission, type OnStored, type ReceiptCookie, receiveSubmissions } from './submissions.ts'

export interface GuestApiOptions {
  database: Database
  settings: GuestApiSettings
  admission: ApiAdmission
  clock?: Clock
  /** Shared with the pages: a page of a new version must not show responses of the old one. */
  watch?: ContentVersionWatch
  outbox?: Outbox | undefined
  cvInspections: Pick<CvInspections, 'open' | 'wake'>
  /** While true, forms are refused before their bodies are read. */
  isOverloaded?: () => boolean
  countSubmission?: CountSubmission
  /** Lets the pages show the receipt again. */
  receiptCookie?: ReceiptCookie
  onStored?: OnStored | undefined
}

export async function guestApi(server: FastifyInstance, options: GuestApiOptions) {
  const {
    database,
    settings,
    admission,
    clock = () => new Date(),
    outbox,
    cvInspections,
    receiptCookie,
    onStored,
  } = options
  const { isOverloaded = () => false, countSubmission = () => {} } = options
  const app = server.withTypeProvider<ZodTypeProvider>()
  const watch = options.watch ?? (await watchContentVersion(database, clock))
  app.addHook('onClose', async () => watch.stop())
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error, request)
    const form = request.method === 'POST' && FORMS[request.routeOptions.url ?? '']
    if (form) countSubmission(form, problem.problem)
    return sendProblem(problem, request, reply)
  })
  app.setValidatorCompiler(validateAddress)
  app.setSerializerCompiler(() => JSON.stringify)
  const describedRoutes = watchDescribedRoutes(app)

  const isSecure = settings.publicUrl?.startsWith('https:') ?? false
  const contentVersion = watch.current
  const respond = createResponseCache({ contentVersion, vary: varyFor(settings.allowedOrigins), isSecure })
  const { limits, proofs, uploads } = admission
  const admitForm = [limits.countAttempt, proofs.demand]
  const { open: openCv, wake: onCvStored } = cvInspections
  const services = {
    database,
    limits,
    proofs,
    clock,
    contentVersion,
    outbox,
    onCvStored,
    countSubmission,
    receiptCookie,
    onStored,
  }
  const submit = receiveSubmissions(services)
  const { queries, files } = database
  const api: GuestApi = { queries, files, settings, clock, respond, contentVersion, admitForm, uploads, submit, openCv }

  if (settings.allowedOrigins.length > 0) app.addHook('onRequest', crossOriginHeaders(settings.allowedOrigins))
  app.addHook('onRequest', async (request) => {
    if (request.method !== 'POST') return
    // An in-process call comes from a page that has read the form already.
    if (!isInProcess(request) && isOverloaded()) throw new Problem('unavailable')
    refuseForeignPosts(request, settings)
  })
  // Another site's form can send plain text without asking.
  app.removeContentTypeParser('text/plain')

  contentRoutes(app, api)
  formRoutes(app, api)
  pictureRoutes(app, api)
  documentationRoutes(app, api, describedRoutes)
  unknownRoutes(app, Object.values(endpoints), settings.allowedOrigins, proofs.areDemanded)
}

const FORMS: Record<string, SubmissionKind> = {
  [endpoints.submitContactMessage.path]: 'contact-message',
  [endpoints.submitInternshipApplication.path]: 'internship-application',
  [endpoints.submitCareerApplication.path]: 'career-application',
}
