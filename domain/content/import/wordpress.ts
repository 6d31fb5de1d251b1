import { createReadStream } from 'node:fs'
import { decoded } from '#contract/read-article.ts'
import { RefusedFile } from './refused-file.ts'

/** An item of a WordPress export (WXR): a post, or a file that posts show. */
export interface WordPressItem {
  id: string
  kind: string
  status: string
  title: string
  link: string
  slug: string
  /** `2024-05-06 07:08:09`, by the clock of that site. */
  date: string
  author: string
  category: string
  html: string
  excerpt: string
  /** The id of the picture above the post. */
  cover: string
  /** Of a file. */
  file: string
}

const NAMESPACE = 'wordpress.org/export/'
const MAX_ITEM_LENGTH = 20_000_000
const CHUNK_BYTES = 1024 * 1024
const [DATA, DATA_END] = ['<![CDATA[', ']]>']
/** WordPress declares no document type, and so no entities. */
const SIGN = /<!\[CDATA\[|<!DOCTYPE|<!ENTITY|<item>|<\/item>|<\/channel>/g
const MAX_SIGN_LENGTH = '</channel>'.length

/** Item by item, so that an export of any size is read in little memory. */
export async function* readWordPress(file: string): AsyncGenerator<WordPressItem> {
  const reading: Reading = { text: '', at: 0, start: undefined, isInData: false, isExport: false, isWhole: false }
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: CHUNK_BYTES })) {
    reading.text += chunk
    for (let sign = nextSign(reading); sign; sign = nextSign(reading)) {
      const xml = follow(reading, sign)
      if (xml !== undefined) yield itemOf(xml)
    }
    reading.at = Math.max(reading.at, reading.text.length - MAX_SIGN_LENGTH)
    if (reading.text.length > MAX_ITEM_LENGTH)
      throw new RefusedFile(reading.isExport ? 'exportDamaged' : 'notWordPress')
  }
  if (!reading.isExport && !reading.text.includes(NAMESPACE)) throw new RefusedFile('notWordPress')
  if (!reading.isWhole) throw new RefusedFile('exportDamaged')
}

interface Reading {
  /** From the item in hand on. */
  text: string
  at: number
  /** Of the item's inside. */
  start: number | undefined
  isInData: boolean
  isExport: boolean
  isWhole: boolean
}

interface Sign {
  sign: string
  start: number
  end: number
}

function nextSign({ text, at, isInData }: Reading): Sign | undefined {
  if (isInData) {
    const start = text.indexOf(DATA_END, at)
    return start < 0 ? undefined : { sign: DATA_END, start, end: start + DATA_END.length }
  }
  SIGN.lastIndex = at
  const found = SIGN.exec(text)
  return found ? { sign: found[0], start: found.index, end: SIGN.lastIndex } : undefined
}

/** The inside of an item that ends with the sign. */
function follow(reading: Reading, { sign, start, end }: Sign): string | undefined {
  reading.at = end
  switch (sign) {
    case DATA:
    case DATA_END:
      reading.isInData = sign === DATA
      return undefined
    case '<item>':
      if (!reading.isExport && !reading.text.includes(NAMESPACE)) throw new RefusedFile('notWordPress')
      if (reading.start !== undefined) throw new RefusedFile('exportDamaged')
      reading.isExport = true
      reading.start = end
      return undefined
    case '</item>': {
      if (reading.start === undefined) throw new RefusedFile('exportDamaged')
      const xml = reading.text.slice(reading.start, start)
      Object.assign(reading, { text: reading.text.slice(end), at: 0, start: undefined })
      return xml
    }
    case '</channel>':
      if (reading.start !== undefined) throw new RefusedFile('exportDamaged')
      reading.isWhole = true
      return undefined
    default:
      throw new RefusedFile('notWordPress')
  }
}

function itemOf(xml: string): WordPressItem {
  const values = new Map<string, string>()
  let [category, cover] = ['', '']
  for (const { name, attributes, inside } of elementsIn(xml)) {
    if (name === 'category') category ||= attributes.includes('domain="category"') ? textOf(inside) : ''
    else if (name === 'wp:postmeta') cover ||= coverIn(inside)
    else if (!values.has(name)) values.set(name, inside)
  }
  const value = (name: string) => textOf(values.get(name) ?? '')
  return {
    id: value('wp:post_id'),
    kind: value('wp:post_type'),
    status: value('wp:status'),
    title: value('title'),
    link: value('link'),
    slug: value('wp:post_name'),
    date: value('wp:post_date'),
    author: value('dc:creator'),
    category,
    html: value('content:encoded'),
    excerpt: value('excerpt:encoded'),
    cover,
    file: value('wp:attachment_url'),
  }
}

function coverIn(meta: string): string {
  const values = new Map([...elementsIn(meta)].map(({ name, inside }) => [name, textOf(inside)]))
  return values.get('wp:meta_key') === '_thumbnail_id' ? (values.get('wp:meta_value') ?? '') : ''
}

interface XmlElement {
  name: string
  attributes: string
  inside: string
}

const OPENING = /<([\w:.-]+)([^<>]*)>/y

/** The children of an element, without theirs. */
function* elementsIn(xml: string): Generator<XmlElement> {
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    OPENING.lastIndex = at
    const [opening, name = '', attributes = ''] = OPENING.exec(xml) ?? []
    if (!opening) throw new RefusedFile('exportDamaged')
    at += opening.length
    if (attributes.endsWith('/')) continue
    const end = endOf(xml, `</${name}>`, at)
    yield { name, attributes, inside: xml.slice(at, end) }
    at = end + name.length + '</>'.length
  }
}

/** Texts in CDATA may say anything, also what closes the element. */
function endOf(xml: string, closing: string, from: number): number {
  let at = from
  for (let end = xml.indexOf(closing, at); end >= 0; end = end < at ? xml.indexOf(closing, at) : end) {
    const data = xml.slice(at, end).indexOf(DATA)
    if (data < 0) return end
    const dataEnd = xml.indexOf(DATA_END, at + data)
    if (dataEnd < 0) break
    at = dataEnd + DATA_END.length
  }
  throw new RefusedFile('exportDamaged')
}

const textOf = (inside: string) =>
  inside
    .split(/<!\[CDATA\[([\s\S]*?)\]\]>/)
    .map((part, index) => (index % 2 === 1 ? part : decoded(part.trim())))
    .join('')
