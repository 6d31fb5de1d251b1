import { findSession } from '#domain/people/sessions.ts'
import { inboxVersion } from '#domain/submissions/inbox.ts'
import { call } from '../call.ts'
import { sessionTokenIn } from '../cookies.ts'
import { Problem } from '../problem.ts'

// Proxies and the page give up a connection that is silent for a minute.
const CHECK_EVERY_MILLISECONDS = 25_000
const RECONNECT_MILLISECONDS = 5_000

/** The version changes with every arrival, and the page loads its list again. */
export const eventCalls = {
  /** For pages that server-sent events do not reach. */
  'GET /inbox/version': call('submissions.read', {
    background: true,
    handle: async ({ queries }) => ({ version: await inboxVersion(queries) }),
  }),

  'GET /events': call('submissions.read', {
    background: true,
    async handle({ queries, inboxEvents, settings, request, reply, clock, person }) {
      const stream = reply.raw
      const token = sessionTokenIn(request, settings.isSecure()) ?? ''
      const isSignedIn = async () => (await findSession(queries, token, clock()).catch(() => undefined)) !== undefined
      const tell = (version: string) => stream.write(`data: ${JSON.stringify({ version })}\n\n`)
      // A person who has signed out gets no more events.
      const send = async (version: string) => void ((await isSignedIn()) ? tell(version) : stream.end())
      const version = await inboxVersion(queries)
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
      tell(version)
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
