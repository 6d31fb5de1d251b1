export type FontTables = Map<string, Buffer>

interface Glyph {
  outline: Buffer
  advance: number
  bearing: number
}

const HEADER_BYTES = 12
const ENTRY_BYTES = 16
const MAX_CHARACTER_CODE = 0xffff

/** The directory has an entry for each table: name, checksum, offset, length. */
export function readTables(font: Buffer): FontTables {
  const tables: FontTables = new Map()
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const entry = HEADER_BYTES + ENTRY_BYTES * index
    const start = font.readUInt32BE(entry + 8)
    const end = start + font.readUInt32BE(entry + 12)
    tables.set(font.toString('latin1', entry, entry + 4), Buffer.from(font.subarray(start, end)))
  }
  return tables
}

/** Without checksums: the compressor adds them. */
export function writeTables(tables: FontTables) {
  const sorted = [...tables].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32BE(0x00010000, 0)
  header.writeUInt16BE(sorted.length, 4)
  const entries: Buffer[] = []
  const bodies: Buffer[] = []
  let start = HEADER_BYTES + ENTRY_BYTES * sorted.length
  for (const [name, table] of sorted) {
    const entry = Buffer.alloc(ENTRY_BYTES)
    entry.write(name, 'latin1')
    entry.writeUInt32BE(start, 8)
    entry.writeUInt32BE(table.length, 12)
    entries.push(entry)
    const body = paddedTo(4, table)
    bodies.push(body)
    start += body.length
  }
  return Buffer.concat([header, ...entries, ...bodies])
}

/** Adds the glyphs of another font of the family, without its rules for ligatures and marks. Own glyphs win. */
export function addGlyphs(font: FontTables, other: FontTables): FontTables {
  if (table(font, 'head').readUInt16BE(18) !== table(other, 'head').readUInt16BE(18))
    throw new Error('The two fonts are drawn on grids of different sizes.')
  const own = glyphsOf(font)
  const moved = (glyph: number) => (glyph === 0 ? 0 : own.length + glyph - 1)
  // The first glyph of a font is the one for what it does not have.
  const added = glyphsOf(other)
    .slice(1)
    .map(({ outline, ...metrics }) => ({ ...metrics, outline: withParts(outline, moved) }))
  const characters = new Map([...charactersOf(other)].map(([character, glyph]) => [character, moved(glyph)]))
  for (const [character, glyph] of charactersOf(font)) characters.set(character, glyph)
  return new Map([
    ...font,
    ...drawnBy(font, [...own, ...added]),
    ['cmap', characterMap(characters)],
    ['maxp', withLargest(table(font, 'maxp'), table(other, 'maxp'), own.length + added.length)],
  ])
}

function glyphsOf(tables: FontTables): Glyph[] {
  const outlines = table(tables, 'glyf')
  const places = table(tables, 'loca')
  const metrics = table(tables, 'hmtx')
  const hasLongPlaces = table(tables, 'head').readInt16BE(50) === 1
  const place = (index: number) => (hasLongPlaces ? places.readUInt32BE(4 * index) : 2 * places.readUInt16BE(2 * index))
  const withAdvance = table(tables, 'hhea').readUInt16BE(34)
  return Array.from({ length: table(tables, 'maxp').readUInt16BE(4) }, (_, index) => ({
    outline: outlines.subarray(place(index), place(index + 1)),
    advance: metrics.readUInt16BE(4 * Math.min(index, withAdvance - 1)),
    bearing: metrics.readInt16BE(index < withAdvance ? 4 * index + 2 : 2 * (withAdvance + index)),
  }))
}

/** A glyph that is put together from others names them. */
function withParts(outline: Buffer, moved: (glyph: number) => number) {
  const copy = Buffer.from(outline)
  const isPutTogether = copy.length > 0 && copy.readInt16BE(0) < 0
  for (let part = 10, isMore = isPutTogether; isMore; ) {
    const flags = copy.readUInt16BE(part)
    copy.writeUInt16BE(moved(copy.readUInt16BE(part + 2)), part + 2)
    const scaleBytes = flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0
    part += 4 + (flags & 0x01 ? 4 : 2) + scaleBytes
    isMore = Boolean(flags & 0x20)
  }
  return copy
}

function drawnBy(font: FontTables, glyphs: Glyph[]): [string, Buffer][] {
  const outlines = glyphs.map(({ outline }) => paddedTo(2, outline))
  const places = Buffer.alloc(4 * (glyphs.length + 1))
  const metrics = Buffer.alloc(4 * glyphs.length)
  let place = 0
  for (const [index, { advance, bearing }] of glyphs.entries()) {
    metrics.writeUInt16BE(advance, 4 * index)
    metrics.writeInt16BE(bearing, 4 * index + 2)
    place += outlines[index]?.length ?? 0
    places.writeUInt32BE(place, 4 * (index + 1))
  }
  const head = Buffer.from(table(font, 'head'))
  head.writeInt16BE(1, 50)
  const horizontal = Buffer.from(table(font, 'hhea'))
  horizontal.writeUInt16BE(Math.max(...glyphs.map(({ advance }) => advance)), 10)
  horizontal.writeUInt16BE(glyphs.length, 34)
  return [
    ['glyf', Buffer.concat(outlines)],
    ['loca', places],
    ['hmtx', metrics],
    ['head', head],
    ['hhea', horizontal],
  ]
}

/** Format 4: neighbours with neighbouring glyphs are one segment. */
function charactersOf(tables: FontTables) {
  const map = table(tables, 'cmap')
  const start = map.readUInt32BE(8)
  if (map.readUInt16BE(start) !== 4)
    throw new Error('The font names its characters in a format that is not known here.')
  const twiceSegments = map.readUInt16BE(start + 6)
  const characters = new Map<number, number>()
  for (let segment = start + 14; segment < start + 14 + twiceSegments; segment += 2) {
    const last = map.readUInt16BE(segment)
    const first = map.readUInt16BE(segment + twiceSegments + 2)
    const difference = map.readUInt16BE(segment + 2 * twiceSegments + 2)
    const rangeAt = segment + 3 * twiceSegments + 2
    const range = map.readUInt16BE(rangeAt)
    for (let character = first; character <= last && character < MAX_CHARACTER_CODE; character++) {
      const listed = range === 0 ? character : map.readUInt16BE(rangeAt + range + 2 * (character - first))
      if (listed !== 0) characters.set(character, (listed + difference) & 0xffff)
    }
  }
  return characters
}

function characterMap(characters: Map<number, number>) {
  const segments: { first: number; last: number; glyph: number }[] = []
  for (const [character, glyph] of [...characters].toSorted(([one], [other]) => one - other)) {
    const open = segments.at(-1)
    if (open && open.last + 1 === character && open.glyph + character - open.first === glyph) open.last = character
    else segments.push({ first: character, last: character, glyph })
  }
  // The format requires this last one.
  segments.push({ first: MAX_CHARACTER_CODE, last: MAX_CHARACTER_CODE, glyph: 0 })
  const columns = [
    segments.map(({ last }) => last),
    [0],
    segments.map(({ first }) => first),
    segments.map(({ first, glyph }) => (glyph - first) & 0xffff),
    segments.map(() => 0),
  ].flat()
  const steps = Math.floor(Math.log2(segments.length))
  const searched = 2 * 2 ** steps
  const words = [2 * segments.length, searched, steps, 2 * segments.length - searched, ...columns]
  const encodings = [0, 2, 0, 3, 0, 20, 3, 1, 0, 20]
  return wordsOf([...encodings, 4, 6 + 2 * words.length, 0, ...words])
}

function withLargest(own: Buffer, other: Buffer, glyphs: number) {
  const most = Buffer.from(own)
  for (let field = 6; field < own.length; field += 2)
    most.writeUInt16BE(Math.max(own.readUInt16BE(field), other.readUInt16BE(field)), field)
  most.writeUInt16BE(glyphs, 4)
  return most
}

function wordsOf(words: number[]) {
  const bytes = Buffer.alloc(2 * words.length)
  for (const [index, word] of words.entries()) bytes.writeUInt16BE(word, 2 * index)
  return bytes
}

function paddedTo(bytes: number, part: Buffer) {
  return Buffer.concat([part, Buffer.alloc((bytes - (part.length % bytes)) % bytes)])
}

function table(tables: FontTables, name: string) {
  const found = tables.get(name)
  if (!found) throw new Error(`The font has no table ${name}.`)
  return found
}
