import type { Server } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'
import { networkOf } from '#domain/platform/network.ts'

export function createTrust(trustedRanges: readonly string[]) {
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

const OF_THIS_MACHINE = ['', '127.0.0.1', '::1']

const addressOf = (socket: Socket) => socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '') ?? ''
