import { findSession, type SignedInPerson } from '#domain/people/sessions.ts'
import type { Queries } from '#domain/platform/database/database.ts'
import { hashOf } from '#domain/platform/secrets.ts'
import { scopedVersion } from '#domain/submissions/inbox.ts'
import { isNowhere, scopeOf } from '#domain/submissions/scope.ts'
import { call } from '../call.ts'
import { sessionTokenIn } from '../cookies.ts'
import { type News, newsOf } from '../inbox-events.ts'
import { Problem } from '../problem.ts'

// Proxies and the page give up a connection that is silent for a minute.
const CHECK_EVERY_MILLISECONDS = 25_000
const RECONNECT_MILLISECONDS = 5_000

/** Not even when something arrives is known to those who may not see it. */
async function newsFor(queries: Queries, person: SignedInPerson, { version, notifications }: News) {
  const scope = scopeOf(person)
  const { roles, teams } = person
  return {
    version: scope === 'everywhere' ? version : isNowhere(scope) ? '' : await scopedVersion(queries, scope),
    notifications,
    /** Changes with them: the desk then asks anew what the person may do. */
    rights: hashOf(JSON.stringify([roles, teams])),
  }
}

export type NewsForPerson = Awaited<ReturnType<typeof newsFor>>

/** A page loads its lists and its bell again when their version changes. */
export const eventCalls = {
  /** For pages that server-sent events do not reach. */
  'GET /inbox/version': call('signed-in', {
    background: true,
    handle: async ({ queries, person }) => newsFor(queries, person, await newsOf(queries)),
  }),

  'GET /events': call('signed-in', {
    background: true,
    async handle({ queries, inboxEvents, settings, request, reply, clock, person }) {
      const stream = reply.raw
      const token = sessionTokenIn(request, settings.isSecure()) ?? ''
      const signedIn = async () => (await findSession(queries, token, clock()).catch(() => undefined))?.person
      let told = ''
      const tell = async (whom: SignedInPerson, news: News) => {
        const text = JSON.stringify(await newsFor(queries, whom, news))
        if (text !== told) stream.write(`data: ${text}\n\n`)
        told = text
      }
      // A person who has signed out gets no more events, one who left a team no more of its job.
      const send = async (news: News) => {
        const now = await signedIn()
        if (now) await tell(now, news).catch(() => stream.end())
        else stream.end()
      }
      const news = await newsOf(queries)
      // A closed stream emits no more `close`, so its listener would stay for ever.
      if (stream.destroyed) return void reply.hijack()
      const stopListening = inboxEvents.listen({ personId: person.id, send, end: () => stream.end() })
      if (!stopListening) throw new Problem('unavailable')
      reply.hijack()
      stream.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'x-accel-buffering': 'no',
      })
      const timer = setInterval(async () => {
        if (await signedIn()) stream.write('event: alive\ndata:\n\n')
        else stream.end()
      }, CHECK_EVERY_MILLISECONDS).unref()
      stream.on('close', () => {
        clearInterval(timer)
        stopListening()
      })
      stream.write(`retry: ${RECONNECT_MILLISECONDS}\n`)
      await tell(person, news)
    },
  }),
}
