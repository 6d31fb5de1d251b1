import { readPictureAddress } from '#contract/uploaded-pictures.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { calendarDay } from '../platform/calendar.ts'
import type { Queries } from '../platform/database/database.ts'
import { type Check, checkRecord, inFileForm, picturesIn } from './checks.ts'
import { companyTimeZone } from './company.ts'
import { isLanguagePart, mapParts } from './parts.ts'
import { findPicture } from './pictures/pictures.ts'
import { type PublishedRecord, publishedRecords } from './published.ts'
import { type ContentRecord, currentParts } from './records.ts'
import { partsWithRevisions } from './revisions.ts'
import { isSame } from './same-text.ts'
import { type Fields, type IsAddress, type Parts, SHARED } from './types/definition.ts'
import { CONTENT_TYPES, type ContentType, definitionOf } from './types/index.ts'

export async function checksOf(
  queries: Queries,
  record: ContentRecord,
  now: Date,
  isAddress?: IsAddress,
): Promise<Check[]> {
  return checkParts(queries, record.type, record.id, currentParts(record), now, isAddress)
}

export async function checkParts(
  queries: Queries,
  type: ContentType,
  id: number,
  parts: Parts,
  now: Date,
  isAddress?: IsAddress,
) {
  const today = calendarDay(now, await companyTimeZone(queries))
  const { fields, permanent } = definitionOf(type)
  const isCompared = fields.some(({ unique, onlyOne, hasKey }) => unique || onlyOne || hasKey)
  const others = isCompared ? await respelled(queries, type, parts) : []
  const pages = await pagesNamedIn(queries, parts)
  return checkRecord(type, parts, {
    id,
    today,
    others: others.filter((other) => other.id !== id).map((other) => inFileForm(type, other.id, other.parts)),
    given: (await permanent?.given(queries)) ?? [],
    pictures: await uploadedPictures(queries, type, parts),
    hasPage: (other, name) => pages.has(`${other}/${name}`),
    isAddress,
  })
}

/** A shared name is respelled in each draft and published one by one: a draft that spells it as wanted here counts. */
async function respelled(queries: Queries, type: ContentType, wanted: Parts): Promise<PublishedRecord[]> {
  const published = await publishedRecords(queries, type)
  const keyed = definitionOf(type).fields.filter(({ hasKey }) => hasKey)
  if (keyed.length === 0) return published
  const drafts = await partsWithRevisions(queries)
    .whereRef('revision.number', '=', 'part.draft_number')
    .select(['part.record_id', 'part.part', 'revision.fields'])
    .where('part.type', '=', type)
    .where('part.part', 'in', LANGUAGES)
    .execute()
  const written = new Map(
    drafts.map(({ record_id, part, fields }) => [`${record_id} ${part}`, JSON.parse(fields) as Fields]),
  )
  return published.map((record) => {
    const draftOf = (language: Language) => written.get(`${record.id} ${language}`) ?? record.parts[language]
    const respelt = keyed.filter(({ name }) =>
      LANGUAGES.every((language) => isSame(draftOf(language)[name], wanted[language][name])),
    )
    const inLanguage = (language: Language) => ({
      ...record.parts[language],
      ...Object.fromEntries(respelt.map(({ name }) => [name, draftOf(language)[name] ?? null])),
    })
    return { ...record, parts: mapParts((part) => (isLanguagePart(part) ? inLanguage(part) : record.parts[part])) }
  })
}

async function uploadedPictures(queries: Queries, type: ContentType, parts: Parts) {
  const ids = picturesIn(type, parts).flatMap(({ address }) => readPictureAddress(address)?.id ?? [])
  const found = await Promise.all([...new Set(ids)].map((id) => findPicture(queries, id)))
  return found.filter((picture) => picture !== undefined)
}

async function pagesNamedIn(queries: Queries, parts: Parts): Promise<Set<string>> {
  const text = JSON.stringify(parts)
  return new Set([...(await pagesWithIdsIn(queries, text)), ...(await pagesWithWordsIn(queries, text))])
}

async function pagesWithWordsIn(queries: Queries, text: string): Promise<string[]> {
  const types = CONTENT_TYPES.filter((type) =>
    definitionOf(type).recordPages?.some((page) => page.endsWith('=') && text.includes(page.slice(page.indexOf('?')))),
  )
  const named = types.map(async (type) => {
    const records = await publishedRecords(queries, type)
    return records.map(({ parts }) => `${type}/${parts[SHARED].slug}`)
  })
  return (await Promise.all(named)).flat()
}

async function pagesWithIdsIn(queries: Queries, text: string): Promise<string[]> {
  const numbers = [...text.matchAll(/\/(\d{1,9})\b/g)].map(([, number]) => Number(number))
  if (numbers.length === 0) return []
  const rows = await queries
    .selectFrom('content_records')
    .select(['type', 'id'])
    .where('id', 'in', [...new Set(numbers)])
    .where('is_published', '=', 1)
    .execute()
  return rows.map(({ type, id }) => `${type}/${id}`)
}
