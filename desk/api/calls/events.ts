import { mayDo, type Role } from '#domain/people/rights.ts'
import { findSession } from '#domain/people/sessions.ts'
import { call } from '../call.ts'
import { sessionTokenIn } from '../cookies.ts'
import { type News, newsOf } from '../inbox-events.ts'
import { Problem } from '../problem.ts'

// Proxies and the page give up a connection that is silent for a minute.
const CHECK_EVERY_MILLISECONDS = 25_000
const RECONNECT_MILLISECONDS = 5_000

/** Not even when something arrives is known to those who may not see it. */
const newsFor = ({ roles }: { roles: readonly Role[] }, { version, notifications }: News): News => ({
  version: mayDo(roles, 'submissions.read') ? version : '',
  notifications,
})

/** A page loads its lists and its bell again when their version changes. */
export const eventCalls = {
  /** For pages that server-sent events do not reach. */
  'GET /inbox/version': call('signed-in', {
    background: true,
    handle: async ({ queries, person }) => newsFor(person, await newsOf(queries)),
  }),

  'GET /events': call('signed-in', {
    background: true,
    async handle({ queries, inboxEvents, settings, request, reply, clock, person }) {
      const stream = reply.raw
      const token = sessionTokenIn(request, settings.isSecure()) ?? ''
      const isSignedIn = async () => (await findSession(queries, token, clock()).catch(() => undefined)) !== undefined
      let told = ''
      const tell = (news: News) => {
        const text = JSON.stringify(newsFor(person, news))
        if (text !== told) stream.write(`data: ${text}\n\n`)
        told = text
      }
      // A person who has signed out gets no more events.
      const send = async (news: News) => void ((await isSignedIn()) ? tell(news) : stream.end())
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
      stream.write(`retry: ${RECONNECT_MILLISECONDS}\n`)
      tell(news)
      const timer = setInterval(async () => {
        if (await isSignedIn()) stream.write('event: alive\ndata:\n\n')
        else stream.end()
      }, CHECK_EVERY_MILLISECONDS).unref()
      stream.on('close', () => {
        clearInterval(timer)
        stopListening()
      })
    },
  }),
}
