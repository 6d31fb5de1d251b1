import { rememberDevice } from '#domain/people/known-devices.ts'
import { endSession, findSession, startSession } from '#domain/people/sessions.ts'
import type { Queries } from '#domain/platform/database/database.ts'
import type { CallContext } from './call.ts'
import { deviceIn, sessionTokenIn, setDeviceCookie, setSessionCookie } from './cookies.ts'

/** Always a new session: a secret planted in the browser beforehand is worthless afterwards. */
export async function enter(context: CallContext, queries: Queries, personId: string) {
  const { request, reply, settings, now } = context
  const isSecure = settings.isSecure()
  const former = sessionTokenIn(request, isSecure)
  const found = former ? await findSession(queries, former, now) : undefined
  if (found) await endSession(queries, found.person.id, found.session.id)
  const token = await startSession(queries, personId, request.headers['user-agent'] ?? '', now)
  const device = await rememberDevice(queries, personId, deviceIn(request, isSecure), now)
  return () => {
    setSessionCookie(reply, token, isSecure)
    setDeviceCookie(reply, device, isSecure)
  }
}
