/** A value as PDF writes it; strings, numbers that are not needed and everything unreadable are undefined. */
export type PdfValue = PdfDictionary | PdfValue[] | PdfReference | PdfName | number | undefined
export type PdfDictionary = Map<string, PdfValue>

export interface PdfReference {
  object: number
}

export interface PdfName {
  name: string
}

export const isReference = (value: PdfValue): value is PdfReference =>
  typeof value === 'object' && 'object' in value && !(value instanceof Map)

export const isName = (value: PdfValue, name: string) =>
  typeof value === 'object' && 'name' in value && value.name === name

export interface ReadValue {
  value: PdfValue
  /** How many characters it took, also when nothing could be read. */
  length: number
  /** What it cost: about one for each name, number and bracket. */
  steps: number
  /** It was given up because it cost too much. */
  isCut: boolean
}

/**
 * The value that begins at `at`. Reads forward only, so its time grows with what it reads, and gives up where one value would keep
 * the process from everything else. Every name on the way is told.
 */
export function readPdfValue(text: string, at: number, tellName: (name: string) => void = () => {}): ReadValue {
  const reader = new ValueReader(text, at, tellName)
  let value: PdfValue
  try {
    value = reader.read(0)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
  }
  return { value, length: reader.at - at, steps: reader.steps, isCut: reader.steps > MOST_STEPS }
}

class Unreadable extends Error {}

// A few hundredths of a second; the longest lists of honest files, widths of letters, have some ten thousand numbers.
const MOST_STEPS = 40_000
const STEP_OF_A_BRACKET_IN_A_STRING = 1 / 4

const DEEPEST = 40
const BLANKS = /[\s\0]+/y
const COMMENT = /%[^\r\n]*/y
const REFERENCE = /(\d{1,10})[\s\0]{1,8}\d{1,5}[\s\0]{1,8}R(?![A-Za-z])/y
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)/y
const NAME = /\/([^\s\0()<>[\]{}/%]*)/y
const KEYWORD = /[A-Za-z]{1,20}/y
const BRACKET_OR_BACKSLASH = /[()\\]/g

class ValueReader {
  readonly #text: string
  readonly #tellName: (name: string) => void
  at: number
  steps = 0

  constructor(text: string, at: number, tellName: (name: string) => void) {
    this.#text = text
    this.#tellName = tellName
    this.at = at
  }

  read(depth: number): PdfValue {
    if (depth > DEEPEST) throw new Unreadable()
    this.#skipBlanks()
    if (this.#skip('<<')) return this.#dictionary(depth)
    if (this.#skip('[')) return this.#array(depth)
    if (this.#skip('(')) return this.#string()
    if (this.#skip('<')) return this.#hexadecimalString()
    const name = this.#name()
    if (name !== undefined) return { name }
    const reference = this.#take(REFERENCE)
    if (reference) return { object: Number(reference[1]) }
    const number = this.#take(NUMBER)
    if (number) return Number(number[0])
    if (this.#take(KEYWORD)) return undefined
    throw new Unreadable()
  }

  #dictionary(depth: number): PdfDictionary {
    const dictionary: PdfDictionary = new Map()
    for (;;) {
      this.#skipBlanks()
      if (this.#skip('>>')) return dictionary
      const key = this.#name()
      if (key === undefined) throw new Unreadable()
      dictionary.set(key, this.read(depth + 1))
    }
  }

  #name() {
    const found = this.#take(NAME)
    if (!found) return undefined
    const written = found[1] as string
    if (written.length > LONGEST_NAME) return ''
    const name = unescaped(written)
    this.#tellName(name)
    return name
  }

  #array(depth: number): PdfValue[] {
    const values: PdfValue[] = []
    for (;;) {
      this.#skipBlanks()
      if (this.#skip(']')) return values
      values.push(this.read(depth + 1))
    }
  }

  #string(): undefined {
    for (let open = 1; open > 0; this.at++) {
      this.#spend(STEP_OF_A_BRACKET_IN_A_STRING)
      BRACKET_OR_BACKSLASH.lastIndex = this.at
      const found = BRACKET_OR_BACKSLASH.exec(this.#text)
      if (!found) {
        this.at = this.#text.length
        throw new Unreadable()
      }
      this.at = found.index
      if (found[0] === '\\') this.at++
      else if (found[0] === '(') open++
      else open--
    }
  }

  #hexadecimalString(): undefined {
    const end = this.#text.indexOf('>', this.at)
    if (end < 0) throw new Unreadable()
    this.at = end + 1
  }

  #skipBlanks() {
    while (this.#take(BLANKS) || this.#take(COMMENT));
  }

  #skip(mark: string) {
    if (!this.#text.startsWith(mark, this.at)) return false
    this.#spend(1)
    this.at += mark.length
    return true
  }

  #take(pattern: RegExp) {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.#text)
    if (!found) return null
    this.#spend(1)
    this.at = pattern.lastIndex
    return found
  }

  #spend(cost: number) {
    this.steps += cost
    if (this.steps > MOST_STEPS) throw new Unreadable()
  }
}

// PDF itself knows none beyond 127 bytes, each written with three characters at most.
const LONGEST_NAME = 400

/** `/P#61ge` is `/Page` in disguise. */
function unescaped(name: string) {
  return name.includes('#')
    ? name.replace(/#([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : name
}
