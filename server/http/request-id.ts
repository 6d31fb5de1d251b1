import { IncomingMessage } from 'node:http'
import { createRandomIds } from '#api/http/random-ids.ts'
import { createTrust } from './peers.ts'

const ID_BYTES = 12
const SAFE_TO_LOG = /^[\w-]{8,64}$/

type Headed = Pick<IncomingMessage, 'headers'>

/**
 * The id of a request, which its response and its log line carry. One that came with the request is kept only if a trusted proxy
 * sent it, or if this process sent it to itself: pages call the API without a connection, so such a request is no `IncomingMessage`.
 */
export function createRequestIds(trustedRanges: readonly string[]) {
  const isTrusted = createTrust(trustedRanges)

  return function requestIdOf(request: Headed): string {
    const given = request.headers['x-request-id']
    const isKept = typeof given === 'string' && SAFE_TO_LOG.test(given) && isBelieved(request)
    return isKept ? given : newRequestId()
  }

  function isBelieved(request: Headed) {
    return !(request instanceof IncomingMessage) || isTrusted(request.socket)
  }
}

export const newRequestId = createRandomIds(ID_BYTES)
