import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type ClamdAddress = { path: string } | { host: string; port: number }

export type Scan = { outcome: 'clean' } | { outcome: 'infected'; signature: string } | { outcome: 'not-scanned' }

const CHUNK_BYTES = 64 * 1024
const MAX_SILENCE_MILLISECONDS = 30_000
const PING_MILLISECONDS = 5_000
const MAX_REPLY_BYTES = 4096

/** By ClamAV's daemon. Any failure means `not-scanned`. */
export async function scanForViruses(bytes: Buffer, clamd: ClamdAddress): Promise<Scan> {
  const socket = connect(clamd)
  socket.setTimeout(MAX_SILENCE_MILLISECONDS, () => socket.destroy(new Error('clamd is silent')))
  try {
    // The daemon may reply and close early.
    const [reply] = await Promise.all([
      readReply(socket),
      pipeline(Readable.from(instream(bytes)), socket, { end: false }).catch(() => {}),
    ])
    return readOutcome(reply)
  } catch {
    return { outcome: 'not-scanned' }
  } finally {
    socket.destroy()
  }
}

/** Why it cannot be used; undefined where it can. */
export async function tryScanner(clamd: ClamdAddress): Promise<string | undefined> {
  const socket = connect(clamd)
  socket.setTimeout(PING_MILLISECONDS, () => socket.destroy(new Error('no reply in time')))
  try {
    socket.write('zPING\0')
    const reply = await readReply(socket)
    return reply === 'PONG' ? undefined : 'it does not reply like ClamAV'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? (error as Error).message
  } finally {
    socket.destroy()
  }
}

function* instream(bytes: Buffer) {
  yield 'zINSTREAM\0'
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const chunk = bytes.subarray(at, at + CHUNK_BYTES)
    yield lengthOf(chunk)
    yield chunk
  }
  yield lengthOf('')
}

function lengthOf({ length }: { length: number }) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}

async function readReply(socket: Socket) {
  let reply = ''
  for await (const piece of socket) {
    reply += piece.toString('latin1')
    if (reply.includes('\0') || reply.length > MAX_REPLY_BYTES) break
  }
  return reply.split('\0')[0] as string
}

function readOutcome(reply: string): Scan {
  if (reply === 'stream: OK') return { outcome: 'clean' }
  const signature = /^stream: (.{1,200}) FOUND$/.exec(reply)?.[1]
  return signature === undefined
    ? { outcome: 'not-scanned' }
    : { outcome: 'infected', signature: signature.replace(/[^\w.:-]/g, '?') }
}
