import { hostname } from 'node:os'
import { MINUTE, SECOND } from '#domain/platform/durations.ts'
import { RELEASE } from '#settings/release.ts'

const TIMEOUT_MILLISECONDS = 10 * SECOND
const SAME_ERROR_EVERY = MINUTE
const MAX_REMEMBERED = 200
const MAX_STACK_LINES = 20

let address: string | undefined
/** When each error was last sent, and how often it happened since. */
const sent = new Map<string, { at: number; left: number }>()

export function reportErrorsTo(webhook: string | undefined) {
  address = webhook
}

/** Of a log line. Only constant words: messages of errors and other details may repeat what people typed. */
export function reportError(details: unknown, message: unknown) {
  if (!address || typeof message !== 'string') return
  const { err, requestId, reason } = details as {
    err?: Error & { code?: unknown }
    requestId?: string
    reason?: unknown
  }
  const stack = stackOf(err)
  const count = countSince(`${message} ${err?.name} ${stack[0]}`)
  if (count === 0) return
  const name = [err?.name, codeOf(err?.code ?? reason)].filter(Boolean).join(' ')
  const body = {
    text: `${message}${name && ` (${name})`}: ${hostname()}, version ${RELEASE}`,
    message,
    error: name || undefined,
    stack,
    count,
    requestId,
    instance: hostname(),
    version: RELEASE,
    time: new Date().toISOString(),
  }
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  }).then(
    (response) => response.body?.cancel(),
    // The log has the error itself.
    () => {},
  )
}

/** One code, like SQLITE_FULL or 53100; no sentence. */
const codeOf = (code: unknown) => (typeof code === 'string' && /^[A-Z0-9_]{2,40}$/.test(code) ? code : undefined)

/** Without the message, which stands before the first place. */
const stackOf = (error: Error | undefined) =>
  (error?.stack ?? '')
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, MAX_STACK_LINES)
    .map((line) => line.trim())

/** 0 while the same error was sent less than a minute ago. */
function countSince(key: string) {
  const now = performance.now()
  const before = sent.get(key)
  if (before && now - before.at < SAME_ERROR_EVERY) {
    before.left++
    return 0
  }
  if (sent.size >= MAX_REMEMBERED) sent.clear()
  sent.set(key, { at: now, left: 0 })
  return (before?.left ?? 0) + 1
}
