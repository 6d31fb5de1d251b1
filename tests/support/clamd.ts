import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { ClamdAddress } from '#domain/submissions/cv/virus-scan.ts'

/** The signature that the test scanners detect. */
export const TEST_VIRUS = 'nuqta-test-virus'
const SIGNATURE = 'Test.Nuqta'
export const MAX_SCANNED_BYTES = 1024 * 1024

export interface Clamd {
  address: ClamdAddress
  stop(): Promise<void>
}

export const isClamdInstalled = spawnSync('clamd', ['--version']).status === 0

/** The real daemon with a database of one signature. */
export async function startClamd(): Promise<Clamd> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-clamd-'))
  const socket = path.join(folder, 'clamd.sock')
  mkdirSync(path.join(folder, 'signatures'))
  writeFileSync(
    path.join(folder, 'signatures', 'test.ndb'),
    `${SIGNATURE}:0:*:${Buffer.from(TEST_VIRUS).toString('hex')}\n`,
  )
  const settings = {
    LocalSocket: socket,
    DatabaseDirectory: path.join(folder, 'signatures'),
    Foreground: 'yes',
    StreamMaxLength: MAX_SCANNED_BYTES,
    User: spawnSync('id', ['-un']).stdout.toString().trim(),
  }
  writeFileSync(
    path.join(folder, 'clamd.conf'),
    Object.entries(settings)
      .map((line) => `${line.join(' ')}\n`)
      .join(''),
  )
  const daemon = spawn('clamd', ['--config-file', path.join(folder, 'clamd.conf')], { stdio: 'ignore' })
  for (let tries = 0; !existsSync(socket) && daemon.exitCode === null && tries < 300; tries++) await setTimeout(100)
  return {
    address: { path: socket },
    async stop() {
      const exit = daemon.exitCode === null ? once(daemon, 'exit') : undefined
      daemon.kill('SIGKILL')
      await exit
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A socket with the daemon's protocol, for machines without it. */
export async function startSpeaker(wantedPort = 0): Promise<Clamd> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket.on('close', () => open.delete(socket)).on('error', () => {}))
    let received = Buffer.alloc(0)
    socket.on('data', (piece) => {
      received = Buffer.concat([received, piece])
      const reply = replyTo(received)
      if (reply) socket.end(`${reply}\0`)
    })
  })
  server.listen(wantedPort, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    address: { host: '127.0.0.1', port },
    async stop() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Undefined until everything has arrived. */
function replyTo(received: Buffer) {
  if (received.toString('latin1') === 'zPING\0') return 'PONG'
  const command = 'zINSTREAM\0'
  if (!command.startsWith(received.toString('latin1', 0, command.length))) return 'UNKNOWN COMMAND'
  const pieces: Buffer[] = []
  for (let at = command.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces).includes(TEST_VIRUS) ? `stream: ${SIGNATURE} FOUND` : 'stream: OK'
    pieces.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
    if (at > MAX_SCANNED_BYTES) return 'INSTREAM size limit exceeded. ERROR'
  }
}
