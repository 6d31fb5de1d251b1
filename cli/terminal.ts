import { createInterface } from 'node:readline/promises'
import { NOT_DONE } from './exit-codes.ts'

/** What a command sees of the person or the program in front of it. */
export interface Terminal {
  /** The result itself; control characters in it are shown instead of obeyed. */
  print(text: string): void
  printJson(value: unknown): void
  /** Bytes as they are, for files that are written to the standard output. Throws ReaderGone. */
  write(bytes: string | Buffer): Promise<void>
  /** Anything about the result: remarks, questions, progress. */
  remark(text: string): void
  progress(done: number, total: number): void
  width: number
  canAsk: boolean
  ask(question: string): Promise<boolean>
}

/** Whoever read the output, such as `head`, has seen enough. */
export class ReaderGone extends Error {}

const WIDTH_OF_A_FILE = 120

export function openTerminal({ stdin, stdout, stderr } = process): Terminal {
  // Without a listener a write to a reader who has gone, or to a full disk, would end the process with a stack trace.
  for (const stream of [stdout, stderr])
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'EPIPE') return
      const why = code === 'ENOSPC' ? 'its disk is full; make room there, or write to another disk.' : message
      if (stream === stdout) stderr.write(`The output cannot be written: ${why}\n`)
      process.exit(NOT_DONE)
    })
  return {
    print: (text) => void stdout.write(`${escapeControlCharacters(text)}\n`),
    printJson: (value) => void stdout.write(`${escapeJson(value)}\n`),
    write: (bytes) =>
      new Promise((resolve, reject) =>
        stdout.write(bytes, (error) => {
          if (!error) resolve()
          else reject((error as NodeJS.ErrnoException).code === 'EPIPE' ? new ReaderGone() : error)
        }),
      ),
    remark: (text) => void stderr.write(`${escapeControlCharacters(text)}\n`),
    progress(done, total) {
      if (stderr.isTTY) stderr.write(`\r${done} of ${total}${done >= total ? '\n' : ''}`)
    },
    width: stdout.columns ?? WIDTH_OF_A_FILE,
    canAsk: Boolean(stdin.isTTY),
    async ask(question) {
      const lines = createInterface({ input: stdin, output: stderr })
      const withoutReply = new Promise<string>((resolve) => {
        // Ctrl-C and Ctrl-D: no reply is a no, on a line of its own.
        lines.once('close', () => {
          stderr.write('\n')
          resolve('')
        })
      })
      const reply = await Promise.race([lines.question(`${escapeControlCharacters(question)} [y/N] `), withoutReply])
      lines.removeAllListeners('close')
      lines.close()
      return /^y(es)?$/i.test(reply.trim())
    },
  }
}

const SYMBOLS_OF_CONTROLS = 0x2400
const LAST_OF_SYMBOLS = 0x20

/** What strangers wrote must not move the cursor, ring, change the title or turn the direction: each such sign is shown, not obeyed. */
export function escapeControlCharacters(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]|[\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (sign) => {
      const code = sign.codePointAt(0) as number
      if (sign === '\t') return '    '
      return code < LAST_OF_SYMBOLS ? String.fromCodePoint(SYMBOLS_OF_CONTROLS + code) : '\ufffd'
    })
}

/** JSON escapes the first controls only; the others would reach the terminal. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
