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
}

/** The value that begins at `at`. Reads forward only, so its time grows with what it reads. Every name on the way is told. */
export function readPdfValue(text: string, at: number, tellName: (name: string) => void = () => {}): ReadValue {
  const reader = new ValueReader(text, at, tellName)
  try {
    const value = reader.read(0)
    return { value, length: reader.at - at }
  } catch (error) {
    if (error instanceof Unreadable) return { value: undefined, length: reader.at - at }
    throw error
  }
}

class Unreadable extends Error {}

const DEEPEST = 40
const BLANKS = /[\s\0]+/y
const COMMENT = /%[^\r\n]*/y
const REFERENCE = /(\d{1,10})[\s\0]{1,8}\d{1,5}[\s\0]{1,8}R(?![A-Za-z])/y
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)/y
const NAME = /\/([^\s\0()<>[\]{}/%]*)/y
const KEYWORD = /[A-Za-z]{1,20}/y

class ValueReader {
  readonly #text: string
  readonly #tellName: (name: string) => void
  at: number

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
    const name = unescaped(found[1] as string)
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
      const character = this.#text[this.at]
      if (character === undefined) throw new Unreadable()
      if (character === '\\') this.at++
      else if (character === '(') open++
      else if (character === ')') open--
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
    this.at += mark.length
    return true
  }

  #take(pattern: RegExp) {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.#text)
    if (found) this.at = pattern.lastIndex
    return found
  }
}

/** `/P#61ge` is `/Page` in disguise. */
function unescaped(name: string) {
  return name.includes('#')
    ? name.replace(/#([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : name
}
