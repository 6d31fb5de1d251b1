import { createInterface } from 'node:readline/promises'

export interface Terminal {
  /** The result; its control characters are shown, not obeyed. */
  print(text: string): void
  printJson(value: unknown): void
  /** Unescaped. Throws ReaderGone. */
  write(bytes: string | Buffer): Promise<void>
  remark(text: string): void
  progress(done: number, total: number): void
  width: number
  canAsk: boolean
  ask(question: string): Promise<boolean>
}

/** The reader of the output, such as `head`, has closed it. */
export class ReaderGone extends Error {}

const WIDTH_OF_A_FILE = 120

export function openTerminal({ stdin, stdout, stderr } = process): Terminal {
  // Without a listener, a closed reader or a full disk ends the process with a stack trace.
  for (const stream of [stdout, stderr])
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'EPIPE') return
      const why = code === 'ENOSPC' ? 'its disk is full. Free some space, or write to another disk.' : message
      if (stream === stdout) stderr.write(`The output cannot be written: ${why}\n`)
      process.exit(1)
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
        // Ctrl-C and Ctrl-D mean no.
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

/** A visitor's text must not move the cursor or turn the direction. */
export function escapeControlCharacters(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]|[\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (sign) => {
      const code = sign.codePointAt(0) as number
      if (sign === '\t') return '    '
      return code < LAST_OF_SYMBOLS ? String.fromCodePoint(SYMBOLS_OF_CONTROLS + code) : '\ufffd'
    })
}

/** JSON.stringify escapes only the first control characters. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
