import { type ChildProcess, spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** System calls of a process in order: write, flush, or send to a client. */
export type DiskEvent =
  | { kind: 'write'; file: string; offset: number; bytes: Buffer }
  | { kind: 'truncate'; file: string; length: number }
  | { kind: 'flush'; file: string }
  | { kind: 'send'; text: string }

interface DiskTrace {
  stop(): Promise<void>
  events(): AsyncGenerator<DiskEvent>
}

const TRACED = 'pwrite64,ftruncate,fdatasync,fsync,write,writev'
// SQLite's largest write is a page; responses are not cut either.
const MAX_STRING_BYTES = 100_000

/** Traces the main thread, where SQLite works. Undefined where that is impossible. */
export async function traceDisk(pid: number, logFile: string): Promise<DiskTrace | undefined> {
  const args = ['-p', String(pid), '-y', '-xx', '-s', String(MAX_STRING_BYTES), '-e', `trace=${TRACED}`, '-o', logFile]
  const tracer = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  if (!(await isAttached(tracer))) return undefined
  const ended = new Promise<void>((resolve) => tracer.once('close', () => resolve()))
  return {
    stop: () => {
      tracer.kill('SIGTERM')
      return ended
    },
    async *events() {
      for await (const line of createInterface({ input: createReadStream(logFile) })) {
        const event = read(line)
        if (event) yield event
      }
    },
  }
}

function isAttached(tracer: ChildProcess) {
  return new Promise<boolean>((resolve) => {
    tracer.once('error', () => resolve(false))
    tracer.once('close', () => resolve(false))
    tracer.stderr?.on('data', (said) => {
      if (String(said).includes('attached')) resolve(true)
    })
  })
}

/** Like `pwrite64(18<\x2f…>, "\x68…", 5, 0) = 5`. Failed calls are skipped. */
function read(line: string): DiskEvent | undefined {
  const [, call, name = '', rest = '', result] = /^(\w+)\(\d+<([^>]*)>(.*)\) += (-?\d+)/.exec(line) ?? []
  if (call === undefined || Number(result) < 0) return undefined
  const file = decodeHex(name).toString()
  if (call === 'fdatasync' || call === 'fsync') return { kind: 'flush', file }
  if (call === 'ftruncate') return { kind: 'truncate', file, length: Number(rest.slice(2)) }
  const bytes = Buffer.concat(
    [...rest.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, text]) => decodeHex(text as string)),
  )
  if (call !== 'pwrite64') return { kind: 'send', text: bytes.toString('latin1') }
  return { kind: 'write', file, offset: Number(/, (\d+)$/.exec(rest)?.[1]), bytes: bytes.subarray(0, Number(result)) }
}

function decodeHex(text: string) {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex')
}
