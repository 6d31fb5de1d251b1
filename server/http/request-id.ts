import { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { createRandomIds } from '#api/http/random-ids.ts'

const ID_BYTES = 12
const SAFE_TO_LOG = /^[\w-]{8,64}$/

type Headed = Pick<IncomingMessage, 'headers'>

/**
 * The id of a request, which its response and its log line carry. One that came with the request is kept only if a trusted proxy
 * sent it, or if this process sent it to itself: pages call the API without a connection, so such a request is no `IncomingMessage`.
 */
export function createRequestIds(trustedRanges: readonly string[]) {
  const trusted = new BlockList()
  for (const range of trustedRanges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    trusted.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }

  return function requestIdOf(request: Headed): string {
    const given = request.headers['x-request-id']
    const isKept = typeof given === 'string' && SAFE_TO_LOG.test(given) && isBelieved(request)
    return isKept ? given : newRequestId()
  }

  function isBelieved(request: Headed) {
    if (!(request instanceof IncomingMessage)) return true
    const address = request.socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '') ?? ''
    const family = isIP(address)
    return family > 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
}

export const newRequestId = createRandomIds(ID_BYTES)
