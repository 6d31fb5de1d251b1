import zlib from 'node:zlib'
import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import { type CipherFactory, createDecryption, type Encryption } from './decryption.ts'
import { createObjectReader, isBlankInPdfium, type ObjectReader } from './object-reader.ts'

export type Finding = keyof typeof NAMES | 'link' | 'odd-link'

export interface Findings {
  counts: Partial<Record<Finding, number>>
  /** Every object could be read; otherwise the file may hold more than was found. */
  isReadWhole: boolean
  isEncrypted: boolean
}

/** Reads every object in every version: viewers differ in how they find objects, but all need `1 0 obj` before one. */
export async function readFindings(bytes: Buffer): Promise<Findings> {
  const asWritten = new Walk(bytes)
  const encryptions = asWritten.encryptions()
  if (encryptions.length === 0) return asWritten.findings()

  // Names are never encrypted; texts and packed objects are read as without a password.
  const found = asWritten.findings()
  const cipher = encryptions.length === 1 ? await createDecryption(encryptions[0] as Encryption) : undefined
  if (!cipher) return { ...found, isReadWhole: false }
  const decrypted = new Walk(bytes, cipher).findings()
  return { ...decrypted, counts: largestOf(found.counts, decrypted.counts) }
}

/** Suspicious names, anywhere. */
const NAMES = {
  script: ['JS', 'JavaScript'],
  action: ['AA', 'SubmitForm', 'ImportData'],
  launch: ['Launch'],
  attachment: ['EmbeddedFile', 'EmbeddedFiles', 'EF', 'FileAttachment', 'GoToE'],
  media: ['RichMedia', 'RichMediaExecute', 'Rendition', 'Movie', 'Sound', '3D'],
  xfa: ['XFA'],
  form: ['AcroForm'],
  'remote-file': ['GoToR', 'FFilter'],
}
const FINDING_OF = new Map(
  Object.entries(NAMES).flatMap(([finding, names]) => names.map((name) => [name, finding as Finding] as const)),
)

/** Names that depend on their neighbours. */
const KEYS = namesOf(
  'Base',
  'DecodeParms',
  'Encrypt',
  'F',
  'Filter',
  'First',
  'ID',
  'Length',
  'N',
  'Next',
  'O',
  'OpenAction',
  'S',
  'Subtype',
  'U',
  'URI',
)
const VALUES = namesOf('GoTo', 'Screen', 'Thread')

// Without its stream; honest objects have some hundred kilobytes. Protects the memory of the process.
const MAX_OBJECT_BYTES = 4 * 1024 * 1024
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024
const MAX_UNPACKED_BYTES_TOGETHER = 64 * 1024 * 1024

/** Without numbers where readers may differ about them, for instance because of a comment. */
interface Header {
  number?: number
  generation?: number
}

class Walk {
  readonly #cipher: CipherFactory | undefined
  readonly #context = PDFContext.create()
  readonly #counts: Findings['counts'] = {}
  readonly #addresses: string[] = []
  /** An address may stand in an object of its own. */
  readonly #addressReferences = new Set<number | undefined>()
  readonly #texts: [number: number | undefined, text: string][] = []
  /** An action on opening may be an object of its own. */
  readonly #openActionReferences = new Set<number>()
  readonly #objects = new Map<number, PDFObject[]>()
  readonly #encryptingTrailers: PDFDict[] = []
  readonly #encryptionDictionaries = new Map<number | undefined, PDFDict>()
  #unpackedBytes = 0
  #isReadWhole = true

  constructor(bytes: Buffer, cipher?: CipherFactory) {
    this.#cipher = cipher
    for (let at = bytes.indexOf('obj'); at >= 0; at = bytes.indexOf('obj', at + 3)) {
      const header = readHeaderBefore(bytes, at)
      if (!header) continue
      if (header.number === undefined) this.#isReadWhole = false
      this.#readObject(bytes, at + 3, header)
    }
    for (let at = bytes.indexOf('trailer'); at >= 0; at = bytes.indexOf('trailer', at + 7))
      this.#readTrailer(bytes.subarray(at + 7, at + 7 + MAX_OBJECT_BYTES))
  }

  findings(): Findings {
    // A set takes what is added while it is walked over: an object may refer to the next.
    for (const number of this.#openActionReferences)
      for (const object of this.#objects.get(number) ?? []) this.#visitOpenAction(object)
    const counts = { ...this.#counts }
    // A text without a known number may be the one that is referred to.
    const referred = this.#texts.filter(
      ([number]) => this.#addressReferences.has(number) || (number === undefined && this.#addressReferences.size > 0),
    )
    for (const address of [...this.#addresses, ...referred.map(([, text]) => text)]) {
      // An encrypted text is no address.
      if (this.#encryptingTrailers.length > 0 && !this.#cipher && !isReadable(address)) continue
      const finding = isOrdinaryAddress(address) ? 'link' : 'odd-link'
      counts[finding] = (counts[finding] ?? 0) + 1
    }
    return { counts, isReadWhole: this.#isReadWhole, isEncrypted: this.#encryptingTrailers.length > 0 }
  }

  /** Several in a file that contradicts itself. */
  encryptions(): Encryption[] {
    const ids = new Map<string, PDFArray>()
    const dictionaries = new Map<string, PDFDict>()
    for (const trailer of this.#encryptingTrailers) {
      const [encrypt, id] = [trailer.get(KEYS.Encrypt), trailer.get(KEYS.ID)]
      const found = encrypt instanceof PDFRef ? this.#encryptionDictionaries.get(encrypt.objectNumber) : encrypt
      const dictionary = found instanceof PDFDict ? found : PDFDict.withContext(this.#context)
      dictionaries.set(String(dictionary), dictionary)
      if (id instanceof PDFArray) ids.set(String(id.get(0)), id)
    }
    const everyId = ids.size > 0 ? [...ids.values()] : [undefined]
    return [...dictionaries.values()].flatMap((dictionary) => everyId.map((id) => ({ dictionary, id })))
  }

  #readTrailer(bytes: Buffer) {
    const reader = createObjectReader(bytes, this.#context)
    const value = this.#readValue(reader)
    if (value) this.#visit(value)
    // The word alone may be part of a text.
    else if (reader.names.length > 0) this.#isReadWhole = false
  }

  #readObject(bytes: Buffer, start: number, header: Header) {
    const reader = createObjectReader(bytes.subarray(start, start + MAX_OBJECT_BYTES), this.#context, this.#cipher)
    const value = this.#readValue(reader, referenceOf(header))
    if (value === undefined) {
      this.#isReadWhole = false
      return
    }
    const dataAt = value instanceof PDFDict ? reader.startOfStream() : undefined
    this.#visit(value, header.number, dataAt !== undefined)
    if (!(value instanceof PDFDict && value.has(KEYS.First) && value.has(KEYS.N))) return
    if (dataAt === undefined) this.#isReadWhole = false
    else this.#readObjectStream(value, this.#decrypt(bytes.subarray(start + dataAt), value, header))
  }

  /** Undefined where there is no value that the library can read. */
  #readValue(reader: ObjectReader, reference?: PDFRef): PDFObject | undefined {
    try {
      const value = reader.parseObject(reference)
      // Of two entries with one key the value has the last, while a viewer may use the first.
      const isAmbiguous = reader.names.length > countNames(value)
      if (isAmbiguous && reader.names.some((name) => Object.hasOwn(KEYS, name))) this.#isReadWhole = false
      return value
    } catch {
      return undefined
    } finally {
      if (reader.hasOddName) this.#isReadWhole = false
      for (const name of reader.names) {
        const finding = FINDING_OF.get(name)
        if (finding) this.#count(finding)
      }
    }
  }

  #visit(value: PDFObject, number?: number, isStream = false) {
    if (isText(value)) this.#texts.push([number, textOf(value)])
    if (number !== undefined && (value instanceof PDFDict || value instanceof PDFRef)) {
      const versions = this.#objects.get(number)
      if (versions) versions.push(value)
      else this.#objects.set(number, [value])
    }
    if (!(value instanceof PDFDict || value instanceof PDFArray)) return
    if (isStream && (value as PDFDict).has(KEYS.F)) this.#count('remote-file')
    if (value instanceof PDFDict && value.has(KEYS.O) && value.has(KEYS.U))
      this.#encryptionDictionaries.set(number, value)
    for (const each of valuesIn(value)) {
      if (!(each instanceof PDFDict)) continue
      for (const address of [each.get(KEYS.URI), each.get(KEYS.Base)]) {
        if (isText(address)) this.#addresses.push(textOf(address))
        else if (address instanceof PDFRef) this.#addressReferences.add(address.objectNumber)
      }
      if (each.get(KEYS.Subtype) === VALUES.Screen) this.#count('media')
      if (each.get(KEYS.S) === VALUES.Thread && each.has(KEYS.F)) this.#count('remote-file')
      if (each.has(KEYS.OpenAction)) this.#visitOpenAction(each.get(KEYS.OpenAction))
      if (each.has(KEYS.Encrypt)) this.#encryptingTrailers.push(each)
    }
  }

  /** Showing a page is ordinary, and nothing else is. */
  #visitOpenAction(action: PDFObject | undefined) {
    if (action instanceof PDFRef) this.#openActionReferences.add(action.objectNumber)
    if (action instanceof PDFDict && (action.get(KEYS.S) !== VALUES.GoTo || action.has(KEYS.Next)))
      this.#count('action')
  }

  /** Viewers recognise such a stream by its use, whatever its `/Type`. */
  #readObjectStream(dictionary: PDFDict, data: Buffer) {
    const [first, count] = [integerOf(dictionary.get(KEYS.First)), integerOf(dictionary.get(KEYS.N))]
    const unpacked = this.#unpack(dictionary, data)
    if (!unpacked || first === undefined || count === undefined) {
      this.#isReadWhole = false
      return
    }
    const list = unpacked.toString('latin1', 0, first)
    const numbers = list.match(/\d+/g) ?? []
    // Viewers read as many pairs as the file claims, with comments and fractions, and beyond the end of the list.
    if (!LIST_OF_OBJECTS.test(list) || numbers.length !== 2 * count) this.#isReadWhole = false
    for (let pair = 0; pair + 1 < numbers.length; pair += 2) {
      const start = first + Number(numbers[pair + 1])
      const reader = createObjectReader(unpacked.subarray(start, start + MAX_OBJECT_BYTES), this.#context)
      const value = this.#readValue(reader)
      if (value === undefined) this.#isReadWhole = false
      else this.#visit(value, Number(numbers[pair]))
    }
  }

  #decrypt(data: Buffer, dictionary: PDFDict, { number, generation }: Header): Buffer {
    if (!this.#cipher || number === undefined || generation === undefined) return data
    const length = dictionary.get(KEYS.Length)
    const end = length instanceof PDFNumber ? length.asNumber() : data.indexOf('endstream')
    const decrypted = this.#cipher.createCipherTransform(number, generation).decryptBytes(data.subarray(0, end))
    return Buffer.from(decrypted.buffer, decrypted.byteOffset, decrypted.length)
  }

  /** The data itself has its end, whatever length the file claims. */
  #unpack(dictionary: PDFDict, data: Buffer): Buffer | undefined {
    if (!dictionary.has(KEYS.Filter)) return data.subarray(0, MAX_UNPACKED_BYTES)
    const isDeflated = /^\[?\s*\/FlateDecode\s*\]?$/.test(String(dictionary.get(KEYS.Filter)))
    if (!isDeflated || dictionary.has(KEYS.DecodeParms) || this.#unpackedBytes > MAX_UNPACKED_BYTES_TOGETHER)
      return undefined
    try {
      const unpacked = zlib.inflateSync(data, {
        maxOutputLength: MAX_UNPACKED_BYTES,
        finishFlush: zlib.constants.Z_SYNC_FLUSH,
      })
      this.#unpackedBytes += unpacked.length
      return unpacked
    } catch {
      this.#unpackedBytes += MAX_UNPACKED_BYTES
      return undefined
    }
  }

  #count(finding: Finding) {
    this.#counts[finding] = (this.#counts[finding] ?? 0) + 1
  }
}

const LIST_OF_OBJECTS = /^[\d\0\t\n\f\r ]*$/
const [LINE_FEED, CARRIAGE_RETURN, PERCENT] = [10, 13, 37]
const isBlank = (byte: number | undefined) => byte !== undefined && [0, 9, 10, 12, 13, 32].includes(byte)
const isAnyBlank = (byte: number | undefined) => isBlank(byte) || isBlankInPdfium(byte)
const isDelimiter = (byte: number | undefined) => byte !== undefined && '()<>[]{}/%'.includes(String.fromCharCode(byte))
const isNumeric = (byte: number | undefined) =>
  byte !== undefined && '0123456789+-.'.includes(String.fromCharCode(byte))

/** The `1 0` before `obj`, read backwards; without numbers if it is written so that readers differ. */
function readHeaderBefore(bytes: Buffer, at: number): Header | undefined {
  const after = bytes[at + 3]
  if (after !== undefined && !isAnyBlank(after) && !isDelimiter(after)) return undefined
  const generation = readNumberBefore(bytes, at)
  const number = generation.text ? readNumberBefore(bytes, generation.start) : undefined
  if (!number?.text || number.end === generation.start) {
    const { end } = number ?? generation
    const mayFollowComment = /[\r\n]/.test(bytes.toString('latin1', end, at)) && endsInComment(bytes, end)
    return mayFollowComment ? {} : undefined
  }
  const header = bytes.toString('latin1', number.start, at + 4)
  const isInComment = /[\r\n]/.test(header) && endsInComment(bytes, number.start)
  const strict = /^(\d+)[\0\t\n\f\r ]+(\d+)[\0\t\n\f\r ]*obj[^\x80\xff]?$/.exec(header)
  return strict && !isInComment ? { number: Number(strict[1]), generation: Number(strict[2]) } : {}
}

function readNumberBefore(bytes: Buffer, at: number) {
  let end = at
  while (isAnyBlank(bytes[end - 1])) end--
  let start = end
  while (isNumeric(bytes[start - 1])) start--
  return { start, end, text: bytes.toString('latin1', start, end) }
}

/** The line that ends here has a comment. */
function endsInComment(bytes: Buffer, end: number) {
  const lineBreaks = [LINE_FEED, CARRIAGE_RETURN].map((lineBreak) => bytes.lastIndexOf(lineBreak, end - 1))
  return bytes.subarray(Math.max(...lineBreaks) + 1, end).includes(PERCENT)
}

function namesOf<Name extends string>(...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, PDFName.of(name)])) as Record<Name, PDFName>
}

function integerOf(value: PDFObject | undefined) {
  const number = value instanceof PDFNumber ? value.asNumber() : undefined
  return Number.isInteger(number) ? number : undefined
}

function referenceOf({ number, generation }: Header) {
  return number === undefined || generation === undefined ? undefined : PDFRef.of(number, generation)
}

function* valuesIn(value: PDFObject): Generator<PDFObject> {
  const waiting = [value]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next
    if (next instanceof PDFArray) for (const each of next.asArray()) waiting.push(each)
    if (next instanceof PDFDict) for (const [, each] of next.entries()) waiting.push(each)
  }
}

function countNames(value: PDFObject) {
  let names = 0
  for (const each of valuesIn(value)) {
    if (each instanceof PDFName) names++
    if (each instanceof PDFDict) names += each.keys().length
  }
  return names
}

const isText = (value: unknown): value is PDFString | PDFHexString =>
  value instanceof PDFString || value instanceof PDFHexString

function textOf(text: PDFString | PDFHexString) {
  try {
    return text.decodeText()
  } catch {
    return Buffer.from(text.asBytes()).toString('latin1')
  }
}

const isReadable = (text: string) => /^[\x20-\x7e]+$/.test(text)

const ORDINARY_SCHEMES = /^(?:https?|mailto|tel):/i
const ANY_SCHEME = /^[a-z][a-z\d+.-]*:/i

/** Other programs, other machines and local files are not. */
function isOrdinaryAddress(written: string) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: programs that open addresses leave them out too
  const address = written.replace(/[\x00-\x20\x7f]/g, '')
  if (ORDINARY_SCHEMES.test(address)) return true
  return !ANY_SCHEME.test(address) && !/^[\\/]{2}/.test(address)
}

function largestOf(one: Findings['counts'], other: Findings['counts']) {
  const larger = Object.entries(other).filter(([finding, count]) => count > (one[finding as Finding] ?? 0))
  return { ...one, ...Object.fromEntries(larger) }
}
