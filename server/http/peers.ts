import { IncomingMessage, type Server } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'
import { createRandomIds } from '#api/http/random-ids.ts'
import { networkOf } from '#domain/platform/network.ts'

export function createTrust(trustedRanges: readonly string[]) {
  if (trustedRanges.length === 0) return () => false
  const trusted = new BlockList()
  for (const range of trustedRanges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    trusted.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }

  return function isTrusted(socket: Socket) {
    const address = addressOf(socket)
    const family = isIP(address)
    return family > 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
}

/** One address gets its share of the connections, unless it is a proxy: a trusted range, or this machine. */
export function limitConnectionsOfOne(server: Server, share: number, isTrusted: (socket: Socket) => boolean) {
  const connections = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = addressOf(socket)
    if (OF_THIS_MACHINE.includes(address) || isTrusted(socket)) return
    const peer = networkOf(address)
    const count = (connections.get(peer) ?? 0) + 1
    connections.set(peer, count)
    socket.once('close', () => {
      const left = (connections.get(peer) ?? 0) - 1
      if (left > 0) connections.set(peer, left)
      else connections.delete(peer)
    })
    if (count > server.maxConnections * share) socket.destroy()
  })
}

const opened = new WeakMap<Server, Set<Socket>>()

export function watchConnections(server: Server) {
  const open = new Set<Socket>()
  opened.set(server, open)
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
}

/** Browsers open connections ahead. Node counts one without a request as busy, so the port would close a minute later. */
export function closeUnusedConnections(server: Server) {
  for (const socket of opened.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy()
}

const OF_THIS_MACHINE = ['', '127.0.0.1', '::1']

const addressOf = (socket: Socket) => socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '') ?? ''

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
