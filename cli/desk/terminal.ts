import { createInterface } from 'node:readline/promises'

/** What the desk sees of the person in front of it. */
export interface Terminal {
  /** The answer itself; texts are made harmless on the way. */
  print(text: string): void
  printJson(value: unknown): void
  /** Bytes as they are, for files that are written to the standard output. */
  write(bytes: string | Buffer): Promise<void>
  /** Anything about the answer: remarks, questions, progress. */
  remark(text: string): void
  progress(done: number, total: number): void
  width: number
  canAsk: boolean
  ask(question: string): Promise<boolean>
}

const WIDTH_OF_A_FILE = 120

export function openTerminal({ stdin, stdout, stderr } = process): Terminal {
  // A reader that has seen enough, such as `head`, is no failure.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  return {
    print: (text) => void stdout.write(`${harmless(text)}\n`),
    printJson: (value) => void stdout.write(`${harmlessJson(value)}\n`),
    write: (bytes) =>
      new Promise((resolve, reject) => stdout.write(bytes, (error) => (error ? reject(error) : resolve()))),
    remark: (text) => void stderr.write(`${harmless(text)}\n`),
    progress(done, total) {
      if (stderr.isTTY) stderr.write(`\r${done} of ${total}${done >= total ? '\n' : ''}`)
    },
    width: stdout.columns ?? WIDTH_OF_A_FILE,
    canAsk: Boolean(stdin.isTTY),
    async ask(question) {
      const lines = createInterface({ input: stdin, output: stderr })
      const answer = await lines.question(`${harmless(question)} [y/N] `)
      lines.close()
      return /^y(es)?$/i.test(answer.trim())
    },
  }
}

const SYMBOLS_OF_CONTROLS = 0x2400
const LAST_OF_SYMBOLS = 0x20

/** What strangers wrote must not move the cursor, ring, change the title or turn the direction: each such sign is shown, not obeyed. */
export function harmless(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]|[\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (sign) => {
      const code = sign.codePointAt(0) as number
      if (sign === '\t') return '    '
      return code < LAST_OF_SYMBOLS ? String.fromCodePoint(SYMBOLS_OF_CONTROLS + code) : '\ufffd'
    })
}

/** JSON escapes the first controls only; the others would reach the terminal. */
export function harmlessJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
