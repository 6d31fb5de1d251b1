import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FormErrorKey } from '#texts/index.ts'
import { isName, isReference, type PdfDictionary, type PdfValue, readPdfValue } from './pdf-values.ts'

/**
 * What is wrong with the bytes of a CV, if anything. They must be one PDF from the first byte to the last, with at least one page
 * that can be found. Objects are found the way viewers recover a file, by looking for them, rather than by the cross-reference table:
 * that way a file that any viewer opens is taken, and the time it takes grows with the size of the file only.
 */
export async function pdfProblem(bytes: Buffer): Promise<FormErrorKey | undefined> {
  const text = bytes.toString('latin1')
  if (!startsAsPdf(text) || isAlsoAnotherFormat(text, bytes)) return 'cvNotPdf'
  if (!endsAsPdf(text)) return 'cvDamaged'
  const file = await indexObjects(text, bytes)
  return hasPage(file) ? undefined : 'cvDamaged'
}

const HEADER = '%PDF-'
const HEADER_WITHIN = 1024
const BLANK_OR_BYTE_ORDER_MARK = /^(?:\xef\xbb\xbf)?[\s\0]*$/

function startsAsPdf(text: string) {
  const start = text.slice(0, HEADER_WITHIN + HEADER.length).indexOf(HEADER)
  return start >= 0 && BLANK_OR_BYTE_ORDER_MARK.test(text.slice(0, start))
}

const END = '%%EOF'
const BLANK = /^[\s\0]*$/
const LONGEST_TAIL = 1024

function endsAsPdf(text: string) {
  const end = text.lastIndexOf(END)
  const tail = text.slice(end + END.length)
  return end >= 0 && tail.length <= LONGEST_TAIL && BLANK.test(tail)
}

const MARKUP = /<(?:!doctype|html|head|body|script|iframe|svg|\?php)/i
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1')
const ZIP_END_LENGTH = 22
const LONGEST_ZIP_COMMENT = 65_535

/** A file that is a web page or an archive too is not a CV, however well it opens as one. */
function isAlsoAnotherFormat(text: string, bytes: Buffer) {
  if (MARKUP.test(text.slice(0, HEADER_WITHIN))) return true
  const from = Math.max(0, bytes.length - ZIP_END_LENGTH - LONGEST_ZIP_COMMENT)
  for (let at = bytes.indexOf(ZIP_END, from); at >= 0; at = bytes.indexOf(ZIP_END, at + 1)) {
    const isWhole = at + ZIP_END_LENGTH <= bytes.length
    if (isWhole && at + ZIP_END_LENGTH + bytes.readUInt16LE(at + 20) === bytes.length) return true
  }
  return false
}

interface Place {
  text: string
  at: number
}

interface PdfFile {
  objects: Map<number, Place[]>
  trailers: PdfDictionary[]
  catalogs: Place[]
  hasObjectStreams: boolean
}

// How far into an object its kind is looked for; the dictionaries in question are short.
const KIND_WITHIN = 512

async function indexObjects(text: string, bytes: Buffer): Promise<PdfFile> {
  const file: PdfFile = { objects: new Map(), trailers: [], catalogs: [], hasObjectStreams: false }
  const objectStreams: number[] = []
  for (let at = text.indexOf('obj'); at >= 0; at = text.indexOf('obj', at + 3)) {
    const number = objectNumberBefore(text, at)
    if (number === undefined) continue
    const place = { text, at: at + 3 }
    addPlace(file, number, place)
    const opening = text.slice(place.at, place.at + KIND_WITHIN)
    if (opening.includes('/ObjStm')) objectStreams.push(place.at)
    else if (opening.includes('/XRef')) addTrailer(file, place)
    else if (opening.includes('/Catalog')) file.catalogs.push(place)
  }
  for (let at = text.indexOf('trailer'); at >= 0; at = text.indexOf('trailer', at + 7))
    addTrailer(file, { text, at: at + 7 })
  file.hasObjectStreams = objectStreams.length > 0
  await unpackObjectStreams(file, objectStreams, text, bytes)
  return file
}

/** The number in `12 0 obj`, read backwards; `endobj` has none. */
function objectNumberBefore(text: string, at: number) {
  const found = /(?:^|[^\d])(\d{1,10})[\s\0]{1,8}\d{1,5}[\s\0]{0,8}$/.exec(text.slice(Math.max(0, at - 36), at))
  return found ? Number(found[1]) : undefined
}

function addPlace({ objects }: PdfFile, number: number, place: Place) {
  const places = objects.get(number)
  if (places) places.push(place)
  else objects.set(number, [place])
}

function addTrailer({ trailers }: PdfFile, place: Place) {
  const value = readPdfValue(place.text, place.at)
  if (value instanceof Map && value.has('Root')) trailers.push(value)
}

const inflate = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflate)
const MOST_INFLATED_BYTES = 32 * 1024 * 1024

/** Newer files keep their small objects compressed in streams. What a stream unpacks to is capped, one and all. */
async function unpackObjectStreams(file: PdfFile, places: number[], text: string, bytes: Buffer) {
  let bytesLeft = MOST_INFLATED_BYTES
  for (const at of places) {
    const dictionary = readPdfValue(text, at)
    if (!(dictionary instanceof Map) || bytesLeft <= 0) continue
    const packed = streamAfter(text, at, bytes)
    const isPacked = dictionary.has('Filter')
    const unpacked = isPacked
      ? await inflate(packed, { maxOutputLength: bytesLeft, finishFlush: zlib.constants.Z_SYNC_FLUSH }).catch(
          () => undefined,
        )
      : packed
    if (!unpacked) continue
    bytesLeft -= unpacked.length
    addCompressedObjects(file, dictionary, unpacked.toString('latin1'))
  }
}

function streamAfter(text: string, at: number, bytes: Buffer) {
  const keyword = text.indexOf('stream', at)
  const start = keyword + 'stream'.length
  const first = text.startsWith('\r\n', start) ? start + 2 : start + 1
  const end = text.indexOf('endstream', first)
  return keyword < 0 ? bytes.subarray(0, 0) : bytes.subarray(first, end < 0 ? bytes.length : end)
}

function addCompressedObjects(file: PdfFile, dictionary: PdfDictionary, text: string) {
  const first = Number(dictionary.get('First'))
  const numbers = text
    .slice(0, first)
    .trim()
    .split(/[\s\0]+/)
    .map(Number)
  for (let pair = 0; pair + 1 < numbers.length; pair += 2) {
    const place = { text, at: first + Number(numbers[pair + 1]) }
    addPlace(file, Number(numbers[pair]), place)
    if (text.slice(place.at, place.at + KIND_WITHIN).includes('/Catalog')) file.catalogs.push(place)
  }
}

const MOST_ROOTS_TRIED = 50

/** The newest trailer first: an edited file ends with its latest state. */
function hasPage(file: PdfFile) {
  const roots = file.trailers.map((trailer) => trailer.get('Root')).reverse()
  const catalogs = file.catalogs.map(({ text, at }) => readPdfValue(text, at))
  for (const root of [...roots, ...catalogs].slice(0, MOST_ROOTS_TRIED)) {
    const catalog = resolve(file, root)
    if (catalog instanceof Map && reachesPage(file, catalog.get('Pages'))) return true
  }
  // An encrypted file shows where its catalog is but not what is in it; people may protect their CV.
  return file.hasObjectStreams && file.trailers.some((trailer) => trailer.has('Encrypt'))
}

const MOST_NODES_VISITED = 20_000

function reachesPage(file: PdfFile, pages: PdfValue) {
  const waiting = [pages]
  for (let visited = 0; waiting.length > 0 && visited < MOST_NODES_VISITED; visited++) {
    const node = resolve(file, waiting.pop())
    if (!(node instanceof Map)) continue
    const kids = resolve(file, node.get('Kids'))
    if (isName(node.get('Type'), 'Page') || (!kids && node.has('Parent'))) return true
    if (Array.isArray(kids)) for (const kid of kids.slice(0, MOST_NODES_VISITED)) waiting.push(kid)
  }
  return false
}

const MOST_PLACES_TRIED = 10

/** An object that was written again counts as it was written last. */
function resolve({ objects }: PdfFile, value: PdfValue): PdfValue {
  if (!isReference(value)) return value
  for (const { text, at } of (objects.get(value.object) ?? []).slice(-MOST_PLACES_TRIED).reverse()) {
    const found = readPdfValue(text, at)
    if (found !== undefined) return found
  }
  return undefined
}
