import { LANGUAGES, type Language } from '#texts/languages.ts'
import type { Queries } from '../platform/database/database.ts'
import { saveDraft } from './drafts.ts'
import type { Editing } from './records.ts'
import { partsWithRevisions } from './revisions.ts'
import type { Fields, FieldValue } from './types/definition.ts'
import { type ContentType, definitionOf, isContentType } from './types/index.ts'

/** Plain words in texts, as editors write them; the addresses of links and pictures are left alone. */

export interface Wanted {
  find: string
  replace: string
  matchesCase: boolean
}

export interface Place {
  type: ContentType
  id: number
  language: Language
  field: string
}

export interface FoundText extends Place {
  title: string
  version: number
  count: number
  /** The words around each of the first places. */
  excerpts: { before: string; found: string; after: string }[]
}

export const MAX_FOUND = 500
const MAX_EXCERPTS = 5
const AROUND = 40

/** In current texts of both languages: drafts where there are some. */
export async function findText(queries: Queries, wanted: Wanted): Promise<{ found: FoundText[]; isMore: boolean }> {
  const pattern = patternOf(wanted)
  const found: FoundText[] = []
  for (const { type, id, language, title, version, fields } of await currentTexts(queries)) {
    for (const { name } of textFields(type)) {
      const places = textsIn(fields[name]).flatMap((text) => placesIn(text, pattern).map((at) => ({ text, at })))
      if (places.length === 0) continue
      if (found.length >= MAX_FOUND) return { found, isMore: true }
      const excerpts = places.slice(0, MAX_EXCERPTS).map(({ text, at }) => excerptOf(text, at))
      found.push({ type, id, language, field: name, title, version, count: places.length, excerpts })
    }
  }
  return { found, isMore: false }
}

const textFields = (type: ContentType) =>
  definitionOf(type).fields.filter(
    ({ in: place, kind }) => place === 'languages' && ['plain', 'paragraphs', 'article', 'list'].includes(kind),
  )

const textsIn = (value: FieldValue | undefined): string[] =>
  [value ?? []].flat().filter((each): each is string => typeof each === 'string')

async function currentTexts(queries: Queries) {
  const rows = await partsWithRevisions(queries)
    .whereRef('revision.number', '=', (row) => row.fn.coalesce('part.draft_number', 'part.published_number'))
    .select(['part.type', 'part.record_id as id', 'part.part', 'part.title', 'part.version', 'revision.fields'])
    .where('part.part', 'in', LANGUAGES)
    .orderBy('part.type')
    .orderBy('part.record_id')
    .orderBy('part.part')
    .execute()
  return rows.flatMap(({ type, part, fields, ...row }) =>
    isContentType(type) ? [{ ...row, type, language: part as Language, fields: JSON.parse(fields) as Fields }] : [],
  )
}

const patternOf = ({ find, matchesCase }: Wanted) =>
  new RegExp(find.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), matchesCase ? 'gu' : 'giu')

/** In Markdown, what stands in the brackets after the words is an address. */
const ADDRESSES = /\]\([^)\s]*|<https?:[^>]*>|https?:\/\/\S+/g

function placesIn(text: string, pattern: RegExp): { start: number; end: number }[] {
  const kept = [...text.matchAll(ADDRESSES)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }))
  return [...text.matchAll(pattern)]
    .map(({ index, 0: { length } }) => ({ start: index, end: index + length }))
    .filter((place) => !kept.some(({ start, end }) => place.start < end && place.end > start))
}

function excerptOf(text: string, { start, end }: { start: number; end: number }) {
  const before = text.slice(Math.max(0, start - AROUND), start)
  const after = text.slice(end, end + AROUND)
  return {
    before: (start > AROUND ? '…' : '') + before.replace(/^\S*\s/, start > AROUND ? '' : '$&'),
    found: text.slice(start, end),
    after: after + (end + AROUND < text.length ? '…' : ''),
  }
}

export interface Replaced {
  changed: number
  /** Changed since they were found, or too long afterwards. */
  kept: Place[]
}

/** Each chosen record gets one new draft revision in each language, which its history takes back. */
export async function replaceText(
  queries: Queries,
  wanted: Wanted,
  chosen: readonly (Place & { version: number })[],
  editing: Editing,
): Promise<Replaced> {
  const texts = new Map((await currentTexts(queries)).map((each) => [keyOf(each), each]))
  const pattern = patternOf(wanted)
  const kept: Place[] = []
  let changed = 0
  for (const [key, places] of groupByPart(chosen)) {
    const current = texts.get(key)
    const [{ type, id, language, version }] = places as [Place & { version: number }]
    if (!current || current.version !== version) {
      kept.push(...places)
      continue
    }
    const fields: Fields = {}
    for (const place of places) {
      const field = textFields(type).find(({ name }) => name === place.field)
      const before = field && current.fields[field.name]
      const after = field && before !== undefined ? replacedIn(before, wanted, pattern) : undefined
      if (!field || after === undefined || textsIn(after).some((text) => text.length > (field.maxLength ?? Infinity)))
        kept.push(place)
      else fields[field.name] = after
    }
    if (Object.keys(fields).length === 0) continue
    const change = { part: language, version, fields, isOwnRevision: true }
    const saved = await saveDraft(queries, type, id, [change], editing)
    if (saved.kind === 'saved') changed += Object.keys(fields).length
    else kept.push(...places)
  }
  return { changed, kept }
}

const keyOf = ({ type, id, language }: Pick<Place, 'type' | 'id' | 'language'>) => `${type}/${id}/${language}`

function groupByPart(chosen: readonly (Place & { version: number })[]) {
  const parts = new Map<string, (Place & { version: number })[]>()
  for (const place of chosen) parts.set(keyOf(place), [...(parts.get(keyOf(place)) ?? []), place])
  return parts
}

function replacedIn(value: FieldValue, { replace }: Wanted, pattern: RegExp): FieldValue {
  const replaced = (text: string) => {
    let [after, from] = ['', 0]
    for (const { start, end } of placesIn(text, pattern)) {
      after += text.slice(from, start) + replace
      from = end
    }
    return after + text.slice(from)
  }
  return Array.isArray(value) ? (value as string[]).map(replaced) : replaced(String(value))
}
