import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FormErrorKey } from '#texts/index.ts'
import { isName, isReference, type PdfDictionary, type PdfValue, readPdfValue } from './pdf-values.ts'

export interface CvInspection {
  problem?: FormErrorKey
  /** What it can do beside being read; whoever opens it should know. */
  marks: CvMark[]
}

/**
 * What is wrong with the bytes of a CV, if anything. They must be one PDF from the first byte to the last, with at least one page
 * that can be found. Objects are found the way viewers recover a file, by looking for them, rather than by the cross-reference table:
 * that way a file that any viewer opens is taken, and the time it takes grows with the size of the file only.
 */
export async function inspectCv(bytes: Buffer): Promise<CvInspection> {
  // An inspection may unpack many times what the file weighs, so few of them are under way at once.
  const leave = await inspections.enter()
  try {
    return await inspect(bytes)
  } finally {
    leave()
  }
}

async function inspect(bytes: Buffer): Promise<CvInspection> {
  const text = bytes.toString('latin1')
  if (!startsAsPdf(text) || isAlsoAnotherFormat(text, bytes)) return { problem: 'cvNotPdf', marks: [] }
  if (!endsAsPdf(text)) return { problem: 'cvDamaged', marks: [] }
  const file = await indexObjects(text, bytes)
  if (!(await hasPage(file))) return { problem: 'cvDamaged', marks: [] }
  await readEveryObject(file)
  return { marks: [...file.marks].sort() }
}

export type CvMark = (typeof MARKS)[keyof typeof MARKS] | typeof NOT_READ_WHOLE

export const isCvMark = (reason: string) => reason.startsWith('cv-')

const NOT_READ_WHOLE = 'cv-not-read-whole'

/** The names by which a PDF asks for more than pages. An action on opening is no cause by itself: many only choose the first page. */
const MARKS = {
  JS: 'cv-script',
  JavaScript: 'cv-script',
  AA: 'cv-action',
  SubmitForm: 'cv-action',
  ImportData: 'cv-action',
  Launch: 'cv-launch',
  EmbeddedFile: 'cv-attachment',
  EmbeddedFiles: 'cv-attachment',
  GoToE: 'cv-attachment',
  RichMedia: 'cv-media',
  XFA: 'cv-form',
} as const

const MOST_INSPECTIONS_AT_ONCE = 2
const inspections = makeLine(MOST_INSPECTIONS_AT_ONCE)

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
  marks: Set<CvMark>
  /** What stands where an object could, so that a viewer may take it for one. */
  places: Place[]
  /** A file made to be read again and again is given up when these are spent; an honest one needs a fraction of them. */
  charactersLeft: number
  stepsLeft: number
  /** Lets the others in the process have their turn. */
  pause(): Promise<void>
}

// How far into an object its kind is looked for; the dictionaries in question are short.
const KIND_WITHIN = 512
const READINGS_OF_THE_WHOLE_FILE = 4
// Small objects pack well: a file of few bytes may unpack to many times its size.
const CHARACTERS_FOR_UNPACKING = 32 * 1024 * 1024
const MOST_STEPS = 2_000_000
const MOST_OBJECTS = 100_000
const MOST_TRAILERS = 50
const MOST_OBJECT_STREAMS = 2_000

async function indexObjects(text: string, bytes: Buffer): Promise<PdfFile> {
  const charactersLeft = text.length * READINGS_OF_THE_WHOLE_FILE + CHARACTERS_FOR_UNPACKING
  const file: PdfFile = {
    objects: new Map(),
    trailers: [],
    catalogs: [],
    hasObjectStreams: false,
    marks: new Set(),
    places: [],
    charactersLeft,
    stepsLeft: MOST_STEPS,
    pause: makePauses(),
  }
  const objectStreams: Place[] = []
  const trailers: Place[] = []
  let objectsFound = 0
  for (let at = text.indexOf('obj'); at >= 0; at = text.indexOf('obj', at + 3)) {
    await file.pause()
    if (text.startsWith('end', at - 3)) continue
    if (objectsFound === MOST_OBJECTS) {
      file.marks.add(NOT_READ_WHOLE)
      break
    }
    objectsFound++
    const place = { text, at: at + 3 }
    file.places.push(place)
    const number = objectNumberBefore(text, at)
    if (number === undefined) continue
    addPlace(file, number, place)
    const opening = text.slice(place.at, place.at + KIND_WITHIN)
    if (opening.includes('/ObjStm')) objectStreams.push(place)
    else if (opening.includes('/XRef')) trailers.push(place)
    else if (opening.includes('/Catalog')) file.catalogs.push(place)
  }
  for (
    let at = text.lastIndexOf('trailer');
    at > 0 && trailers.length < MOST_TRAILERS;
    at = text.lastIndexOf('trailer', at - 1)
  )
    trailers.push({ text, at: at + 'trailer'.length })
  for (const place of trailers.slice(-MOST_TRAILERS)) await addTrailer(file, place)
  file.hasObjectStreams = objectStreams.length > 0
  if (objectStreams.length > MOST_OBJECT_STREAMS) file.marks.add(NOT_READ_WHOLE)
  for (const place of objectStreams.slice(0, MOST_OBJECT_STREAMS)) await unpackObjectStream(file, place, bytes)
  return file
}

/** What a page does not lead to may still be what the file does when it is opened. */
async function readEveryObject(file: PdfFile) {
  for (const place of file.places) await read(file, place)
}

async function read(file: PdfFile, { text, at }: Place): Promise<PdfValue> {
  if (file.charactersLeft <= 0 || file.stepsLeft <= 0) {
    file.marks.add(NOT_READ_WHOLE)
    return undefined
  }
  await file.pause()
  const { value, length, steps, isCut } = readPdfValue(text, at, (name) => {
    if (Object.hasOwn(MARKS, name)) file.marks.add(MARKS[name as keyof typeof MARKS])
  })
  file.charactersLeft -= length
  file.stepsLeft -= steps
  if (isCut) file.marks.add(NOT_READ_WHOLE)
  return value
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

async function addTrailer(file: PdfFile, place: Place) {
  const value = await read(file, place)
  if (value instanceof Map && value.has('Root')) file.trailers.push(value)
}

const inflate = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflate)
const MOST_INFLATED_BYTES = 8 * 1024 * 1024

/** Newer files keep their small objects compressed in streams; what one unpacks to is capped. */
async function unpackObjectStream(file: PdfFile, place: Place, bytes: Buffer) {
  const dictionary = await read(file, place)
  if (!(dictionary instanceof Map)) return
  const packed = streamAfter(file, place, bytes)
  const unpacked = dictionary.has('Filter') ? await unpack(file, packed) : packed
  if (unpacked) addCompressedObjects(file, dictionary, unpacked.toString('latin1'))
  else file.marks.add(NOT_READ_WHOLE)
}

/** Unpacking is work too: a file of many swollen streams spends what it may be read. */
async function unpack(file: PdfFile, packed: Buffer) {
  if (file.charactersLeft <= 0) return undefined
  try {
    const unpacked = await inflate(packed, {
      maxOutputLength: MOST_INFLATED_BYTES,
      finishFlush: zlib.constants.Z_SYNC_FLUSH,
    })
    file.charactersLeft -= unpacked.length
    return unpacked
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') file.charactersLeft -= MOST_INFLATED_BYTES
    return undefined
  }
}

function streamAfter(file: PdfFile, { text, at }: Place, bytes: Buffer) {
  const keyword = text.indexOf('stream', at)
  if (keyword < 0) return bytes.subarray(0, 0)
  const start = keyword + 'stream'.length
  const first = text.startsWith('\r\n', start) ? start + 2 : start + 1
  const found = text.indexOf('endstream', first)
  const end = found < 0 ? text.length : found
  file.charactersLeft -= end - at
  return bytes.subarray(first, end)
}

// Of some twenty thousand objects; honest files put a few hundred into one stream.
const LONGEST_LIST_OF_OBJECTS = 256 * 1024

function addCompressedObjects(file: PdfFile, dictionary: PdfDictionary, text: string) {
  const first = Number(dictionary.get('First'))
  if (first > LONGEST_LIST_OF_OBJECTS) file.marks.add(NOT_READ_WHOLE)
  const numbers = text
    .slice(0, Math.min(first, LONGEST_LIST_OF_OBJECTS))
    .trim()
    .split(/[\s\0]+/)
    .map(Number)
  for (let pair = 0; pair + 1 < numbers.length && file.objects.size < MOST_OBJECTS; pair += 2) {
    const place = { text, at: first + Number(numbers[pair + 1]) }
    file.places.push(place)
    addPlace(file, Number(numbers[pair]), place)
    if (text.slice(place.at, place.at + KIND_WITHIN).includes('/Catalog')) file.catalogs.push(place)
  }
}

const MOST_ROOTS_TRIED = 50

/** Any catalog that leads to a page will do; the trailers know the right one, so they are asked first. */
async function hasPage(file: PdfFile) {
  const roots = file.trailers.map((trailer) => trailer.get('Root'))
  for (const root of roots) if (await leadsToPage(file, root)) return true
  for (const place of file.catalogs.slice(-MOST_ROOTS_TRIED).reverse())
    if (await leadsToPage(file, await read(file, place))) return true
  // An encrypted file shows where its catalog is but not what is in it; people may protect their CV.
  return file.hasObjectStreams && file.trailers.some((trailer) => trailer.has('Encrypt'))
}

async function leadsToPage(file: PdfFile, root: PdfValue) {
  const catalog = await resolve(file, root)
  return catalog instanceof Map && (await reachesPage(file, catalog.get('Pages')))
}

const MOST_NODES_VISITED = 5_000

async function reachesPage(file: PdfFile, pages: PdfValue) {
  const waiting = [pages]
  for (let visited = 0; waiting.length > 0 && visited < MOST_NODES_VISITED; visited++) {
    const node = await resolve(file, waiting.pop())
    if (!(node instanceof Map)) continue
    const kids = await resolve(file, node.get('Kids'))
    if (isName(node.get('Type'), 'Page') || (!kids && node.has('Parent'))) return true
    if (Array.isArray(kids)) for (const kid of kids.slice(0, MOST_NODES_VISITED)) waiting.push(kid)
  }
  return false
}

const MOST_PLACES_TRIED = 10

/** An object that was written again counts as it was written last. */
async function resolve(file: PdfFile, value: PdfValue): Promise<PdfValue> {
  if (!isReference(value)) return value
  for (const place of (file.objects.get(value.object) ?? []).slice(-MOST_PLACES_TRIED).reverse()) {
    const found = await read(file, place)
    if (found !== undefined) return found
  }
  return undefined
}

function makePauses() {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < LONGEST_TURN_MILLISECONDS) return
    await setImmediate()
    since = performance.now()
  }
}

const LONGEST_TURN_MILLISECONDS = 10

/** So many may be inside at once; the others wait in the order they came. */
function makeLine(most: number) {
  const waiting: (() => void)[] = []
  let inside = 0
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else inside--
  }
  return {
    async enter() {
      if (inside < most) inside++
      else await new Promise<void>((resolve) => waiting.push(resolve))
      return leave
    },
  }
}
