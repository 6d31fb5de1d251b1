import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createPicturePreparation } from '#domain/content/pictures/preparation.ts'
import { NotScheduled } from '#domain/hiring/interviews/interviews.ts'
import { mayDoSomewhere } from '#domain/people/rights.ts'
import { findSession, isFresh, markSeen, needsToBeSeen, type SignedIn } from '#domain/people/sessions.ts'
import type { Clock } from '#domain/platform/calendar.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { createCvPictures } from '#domain/submissions/cv/pictures.ts'
import { NotHandled } from '#domain/submissions/handling.ts'
import { recordCall } from './audit.ts'
import type { AnyCall, CallContext, CallInput, DeskSettings, Params, StaffContext } from './call.ts'
import { calls } from './calls.ts'
import { languageIn, sessionTokenIn } from './cookies.ts'
import { problemOf, problemOfSchedule } from './handled.ts'
import { watchInbox } from './inbox-events.ts'
import { Problem, sendProblem } from './problem.ts'
import { refuseOutOfSight } from './sight.ts'

interface DeskApiOptions {
  database: Database
  settings: DeskSettings
  clock?: Clock
}

/** The type of every uploaded file; its content tells the real one. */
const FILE_TYPE = 'application/octet-stream'

export const DESK_HEADER = 'x-desk'

/** The person whose desk the window shows. Pictures and the event stream cannot send it. */
const PERSON_HEADER = 'x-desk-person'

const API = '/api'

/** Enough for passkeys and passwords. Anybody may send it slowly, on every connection. */
const MAX_BYTES_OF_STRANGERS = 8 * 1024

export const PRIVATE_HEADERS = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}

export async function deskApi(app: FastifyInstance, { database, settings, clock = () => new Date() }: DeskApiOptions) {
  app.setErrorHandler((error, request, reply) => {
    const problem =
      error instanceof NotHandled
        ? problemOf(error, request.body, signedIn.get(request)?.person)
        : error instanceof NotScheduled
          ? problemOfSchedule(error)
          : error
    return sendProblem(languageIn(request), problem, request, reply)
  })
  // Another site's form can send plain text without asking; bodies are JSON.
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser(FILE_TYPE, { parseAs: 'buffer' }, async (_request: FastifyRequest, bytes: Buffer) => bytes)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(PRIVATE_HEADERS)
  })

  const cvPictures = createCvPictures()
  const picturePreparation = createPicturePreparation()
  const inboxEvents = watchInbox(database.queries)
  app.addHook('preClose', async () => inboxEvents.stop())
  app.addHook('onClose', async () => {
    await Promise.all([cvPictures.stop(), picturePreparation.stop()])
  })

  const { queries } = database
  const services: Services = { database, queries, settings, clock, cvPictures, picturePreparation, inboxEvents }
  for (const [key, definition] of Object.entries(calls) as [string, AnyCall][]) {
    const [method, path] = key.split(' ') as [string, string]
    app.route({
      method,
      url: API + path,
      // HEAD would run the whole GET.
      exposeHeadRoute: false,
      ...(definition.maxBodyBytes !== undefined && { bodyLimit: definition.maxBodyBytes }),
      ...(definition.maxFileBytes !== undefined && { bodyLimit: definition.maxFileBytes }),
      ...(definition.access === 'everybody' && { bodyLimit: MAX_BYTES_OF_STRANGERS }),
      onRequest: async (request) => {
        refuseForeign(request, settings)
        await admit(services, request, definition)
      },
      // A slow body leaves time in which its sender is demoted, removed or signed out.
      preHandler: async (request) => {
        if (request.body !== undefined) await admit(services, request, definition)
      },
      handler: (request, reply) => answer(services, request, reply, definition),
    })
  }
  app.all(`${API}/*`, async () => {
    throw new Problem('notFound')
  })
}

type Services = Omit<CallContext, 'now' | 'language' | 'request' | 'reply' | 'write'>

const signedIn = new WeakMap<FastifyRequest, SignedIn>()

async function admit({ database, settings, clock }: Services, request: FastifyRequest, definition: AnyCall) {
  if (definition.access === 'everybody') return
  const now = clock()
  const token = sessionTokenIn(request, settings.isSecure())
  const found = token ? await findSession(database.queries, token, now) : undefined
  if (!found) throw new Problem('signedOut')
  const { person, session } = found
  // Another window of this browser has signed in another person: do nothing in their name.
  const shown = request.headers[PERSON_HEADER]
  if (shown !== undefined && shown !== person.id) throw new Problem('signedOut')
  if (session.isRecovery && !definition.inRecovery) throw new Problem('factorNeeded')
  if (definition.access !== 'signed-in') {
    if (!mayDoSomewhere(person, definition.access)) throw new Problem('notAllowed')
    await refuseOutOfSight(database.queries, person, definition.access, request)
  }
  if (definition.freshProof && !isFresh(session, now)) throw new Problem('proofNeeded')
  if (!definition.background && needsToBeSeen(session, now))
    await database.write((queries) => markSeen(queries, found, now))
  settings.rememberStaff?.({ address: request.ip, userAgent: request.headers['user-agent'] ?? '' })
  signedIn.set(request, found)
}

async function answer(services: Services, request: FastifyRequest, reply: FastifyReply, definition: AnyCall) {
  const input = readInput(request, definition)
  const found = signedIn.get(request)
  const now = services.clock()
  let isRecorded = false
  const context: CallContext & Partial<StaffContext> = {
    ...services,
    now,
    language: languageIn(request),
    request,
    reply,
    ...found,
    ...(found && { handling: { actorId: found.person.id, now } }),
    write: (work, entry = {}) =>
      services.database.write(async (queries) => {
        const result = await work(queries)
        const given = typeof entry === 'function' ? entry(result) : entry
        const details = { actor: found?.person.id, subject: input.params.id, ...given }
        if (definition.audit) await recordCall(queries, details.action ?? definition.audit, details, now)
        isRecorded = true
        return result
      }),
  }
  const result = await definition.handle(context as StaffContext, input)
  if (definition.audit && !isRecorded) throw new Error(`${request.method} ${request.url} left no entry`)
  if (reply.sent) return reply
  if (result === undefined) return reply.code(204).send()
  return result
}

/** Other ports of this host share its cookies, so the origin decides. A change needs a header that only our scripts send. */
function refuseForeign({ method, headers }: FastifyRequest, settings: DeskSettings) {
  const { origin, 'sec-fetch-site': site } = headers
  const isRead = method === 'GET'
  if (site !== undefined && site !== 'same-origin' && !(isRead && site === 'none')) throw new Problem('foreignOrigin')
  if (origin !== undefined && origin !== settings.party().origin) throw new Problem('foreignOrigin')
  if (!isRead && headers[DESK_HEADER] === undefined) throw new Problem('foreignOrigin')
}

function readInput(request: FastifyRequest, { query, body, maxFileBytes }: AnyCall): CallInput<unknown, unknown> {
  const isFile = Buffer.isBuffer(request.body)
  if (isFile !== (maxFileBytes !== undefined)) throw new Problem('unsupportedMediaType')
  for (const part of [request.params, request.query, isFile ? undefined : request.body]) refuseUnreadable(part)
  const read = body ? parsed(body.safeParse(request.body)) : undefined
  return {
    params: request.params as Params,
    query: query ? parsed(query.safeParse(request.query)) : {},
    body: isFile ? request.body : read,
  }
}

/** PostgreSQL cannot store it. */
const NUL = '\0'
/** Calls need a few levels; thousands would overflow the stack. */
const MAX_DEPTH = 20

function refuseUnreadable(value: unknown, depth = 0): void {
  if (depth > MAX_DEPTH) throw new Problem('badRequest')
  if (typeof value === 'string' && value.includes(NUL)) throw new Problem('badRequest')
  if (typeof value !== 'object' || value === null) return
  for (const each of Object.entries(value).flat()) refuseUnreadable(each, depth + 1)
}

interface Parsed {
  success: boolean
  data?: unknown
  error?: { issues: { path: PropertyKey[]; message: string }[] }
}

function parsed({ success, data, error }: Parsed) {
  if (success) return data
  const errors: Record<string, string[]> = {}
  for (const { path, message } of error?.issues ?? []) {
    const field = path.join('.') || 'body'
    errors[field] = [...(errors[field] ?? []), message]
  }
  throw new Problem('invalid', { errors })
}
