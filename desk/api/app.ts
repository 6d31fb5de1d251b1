import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createPicturePreparation } from '#domain/content/pictures/preparation.ts'
import { mayDo } from '#domain/people/rights.ts'
import { findSession, isFresh, markSeen, needsToBeSeen, type SignedIn } from '#domain/people/sessions.ts'
import type { Clock } from '#domain/platform/calendar.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { createCvPictures } from '#domain/submissions/cv/pictures.ts'
import { recordCall } from './audit.ts'
import type { AnyCall, CallContext, CallInput, DeskSettings, Params, StaffContext } from './call.ts'
import { calls } from './calls.ts'
import { languageIn, sessionTokenIn } from './cookies.ts'
import { watchInbox } from './inbox-events.ts'
import { Problem, sendProblem } from './problem.ts'

interface DeskApiOptions {
  database: Database
  settings: DeskSettings
  clock?: Clock
}

/** Of a file that a call takes. What is in it is found out, not believed. */
const FILE_TYPE = 'application/octet-stream'

/** The header that a form or a link of another site cannot send. */
export const DESK_HEADER = 'x-desk'

/** Whose desk the window shows that makes the call; pictures and the stream of events cannot say it. */
const PERSON_HEADER = 'x-desk-person'

const API = '/api'

/** Passkeys and passwords take a part of it. Anybody may send so much, and be slow about it, on every connection that there is. */
const MAX_BYTES_OF_STRANGERS = 8 * 1024

/** On everything the desk sends: it is for those who are signed in, and for nobody's memory. */
export const PRIVATE_HEADERS = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}

/** Registers every call of calls.ts behind the same checks; there is no other way in. */
export async function deskApi(app: FastifyInstance, { database, settings, clock = () => new Date() }: DeskApiOptions) {
  app.setErrorHandler((error, request, reply) => sendProblem(languageIn(request), error, request, reply))
  // Bodies are JSON; plain text is what another site's form could send without asking.
  app.removeContentTypeParser('text/plain')
  // Each call says how many bytes it takes, and most take none.
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

  for (const [key, definition] of Object.entries(calls) as [string, AnyCall][]) {
    const [method, path] = key.split(' ') as [string, string]
    app.route({
      method,
      url: API + path,
      // HEAD would do all that GET does.
      exposeHeadRoute: false,
      ...(definition.maxFileBytes !== undefined && { bodyLimit: definition.maxFileBytes }),
      ...(definition.access === 'everybody' && { bodyLimit: MAX_BYTES_OF_STRANGERS }),
      onRequest: async (request) => {
        refuseForeign(request, settings)
        await admit(request, definition)
      },
      // A body takes as long as its sender likes; meanwhile they may have been demoted, removed or signed out.
      preHandler: async (request) => {
        if (request.body !== undefined) await admit(request, definition)
      },
      handler: (request, reply) => answer(request, reply, definition),
    })
  }
  app.all(`${API}/*`, async () => {
    throw new Problem('notFound')
  })

  const signedIn = new WeakMap<FastifyRequest, SignedIn>()

  async function admit(request: FastifyRequest, definition: AnyCall) {
    if (definition.access === 'everybody') return
    const now = clock()
    const token = sessionTokenIn(request, settings.isSecure())
    const found = token ? await findSession(database.queries, token, now) : undefined
    if (!found) throw new Problem('signedOut')
    const { person, session } = found
    // Somebody else has signed in in another window of the same browser: nothing is done in their name.
    const shown = request.headers[PERSON_HEADER]
    if (shown !== undefined && shown !== person.id) throw new Problem('signedOut')
    if (definition.access !== 'signed-in' && !mayDo(person.role, definition.access)) throw new Problem('notAllowed')
    if (definition.freshProof && !isFresh(session, now)) throw new Problem('proofNeeded')
    if (!definition.background && needsToBeSeen(session, now))
      await database.write((queries) => markSeen(queries, found, now))
    signedIn.set(request, found)
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, definition: AnyCall) {
    const input = readInput(request, definition)
    const found = signedIn.get(request)
    const now = clock()
    let isRecorded = false
    const context: CallContext & Partial<StaffContext> = {
      database,
      queries: database.queries,
      now,
      language: languageIn(request),
      settings,
      cvPictures,
      picturePreparation,
      inboxEvents,
      clock,
      request,
      reply,
      ...found,
      write: (work, entry = {}) =>
        database.write(async (queries) => {
          const result = await work(queries)
          if (definition.audit) {
            const details = typeof entry === 'function' ? entry(result) : entry
            await recordCall(queries, definition.audit, { actor: found?.person.id, ...details }, now)
          }
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
}

/**
 * A call comes from a page of the desk itself. Other ports of this host are the same site for cookies, so the browser's word about
 * the origin decides; what changes something must also carry a header that only scripts of this origin can send.
 */
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

/** PostgreSQL cannot store it, and nobody types it. */
const NUL = '\0'
/** No call takes more than a few; whoever walks through thousands runs out of stack. */
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
