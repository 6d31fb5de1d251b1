import { IncomingMessage } from 'node:http'
import { createRandomIds } from '#api/http/random-ids.ts'
import { createTrust } from './peers.ts'

const ID_BYTES = 12
const SAFE_TO_LOG = /^[\w-]{8,64}$/

/** Keeps the id of a trusted proxy, and of this process: pages call the API by `inject`, which gives no `IncomingMessage`. */
export function createRequestIds(trustedRanges: readonly string[]) {
  const isTrusted = createTrust(trustedRanges)

  return function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
    const given = request.headers['x-request-id']
    const isBelieved = !(request instanceof IncomingMessage) || isTrusted(request.socket)
    return isBelieved && typeof given === 'string' && SAFE_TO_LOG.test(given) ? given : newRequestId()
  }
}

export const newRequestId = createRandomIds(ID_BYTES)

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/
const FIRST_VERSION = '00-'
const FIRST_VERSION_LENGTH = 55

/** From the W3C's `traceparent`; undefined where it is missing or malformed. */
export function traceIdOf(traceparent: string | string[] | undefined): string | undefined {
  if (typeof traceparent !== 'string') return undefined
  // Only later versions may have more than four parts.
  if (traceparent.startsWith(FIRST_VERSION) && traceparent.length !== FIRST_VERSION_LENGTH) return undefined
  return TRACEPARENT.exec(traceparent)?.[1]
}
