import { readPictureAddress } from '#contract/uploaded-pictures.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { calendarDay } from '../platform/calendar.ts'
import type { Queries } from '../platform/database/database.ts'
import { type Check, checkRecord, type IsAddress, inFileForm, picturesIn } from './checks.ts'
import { companyTimeZone } from './contact-info.ts'
import { type ContentType, type Fields, isLanguagePart, mapParts, type Parts, SHARED } from './content-model.ts'
import { type ContentRecord, currentParts } from './content-records.ts'
import { partsWithRevisions } from './parts-with-revisions.ts'
import { findPicture } from './pictures/pictures.ts'
import { type Placed, publishedRecords } from './published-records.ts'
import { isSame } from './same-text.ts'

/** What would keep a record, as it was written last, from being published, and what is to be thought of. */
export async function checksOf(
  queries: Queries,
  record: ContentRecord,
  now: Date,
  isAddress?: IsAddress,
): Promise<Check[]> {
  return checkParts(queries, record.type, record.id, currentParts(record), now, isAddress)
}

/** Two of them may not say the same somewhere. */
const COMPARED_TYPES: ContentType[] = ['jobs', 'notes', 'case-studies', 'prices']

export async function checkParts(
  queries: Queries,
  type: ContentType,
  id: number,
  parts: Parts,
  now: Date,
  isAddress?: IsAddress,
) {
  const today = calendarDay(now, await companyTimeZone(queries))
  const isJob = type === 'jobs'
  const published = COMPARED_TYPES.includes(type) ? await publishedRecords(queries, type) : []
  const others = isJob ? await respelt(queries, published, parts) : published
  const requisitions = isJob
    ? await queries.selectFrom('job_requisitions').select(['job_id', 'requisition']).execute()
    : []
  const pages = await pagesNamedIn(queries, parts)
  return checkRecord(type, parts, {
    id,
    today,
    others: others.filter((other) => other.id !== id).map((other) => inFileForm(type, other.id, other.parts)),
    requisitions,
    pictures: await uploadedPictures(queries, type, parts),
    hasPage: (other, name) => pages.has(`${other}/${name}`),
    isAddress,
  })
}

/** What two jobs write alike. */
const SPELT_ALIKE = ['team', 'city']

/**
 * A name that several jobs have is respelt in the draft of each, then published one by one: who writes it in their draft as it is wanted
 * here is not against it.
 */
async function respelt(queries: Queries, jobs: Placed[], wanted: Parts): Promise<Placed[]> {
  const drafts = await partsWithRevisions(queries)
    .whereRef('revision.number', '=', 'part.draft_number')
    .select(['part.record_id', 'part.part', 'revision.fields'])
    .where('part.type', '=', 'jobs')
    .where('part.part', 'in', LANGUAGES)
    .execute()
  const written = new Map(
    drafts.map(({ record_id, part, fields }) => [`${record_id} ${part}`, JSON.parse(fields) as Fields]),
  )
  return jobs.map((job) => {
    const draftOf = (language: Language) => written.get(`${job.id} ${language}`) ?? job.parts[language]
    const names = SPELT_ALIKE.filter((name) =>
      LANGUAGES.every((language) => isSame(draftOf(language)[name], wanted[language][name])),
    )
    const inLanguage = (language: Language) => ({
      ...job.parts[language],
      ...Object.fromEntries(names.map((name) => [name, draftOf(language)[name] ?? null])),
    })
    return { ...job, parts: mapParts((part) => (isLanguagePart(part) ? inLanguage(part) : job.parts[part])) }
  })
}

async function uploadedPictures(queries: Queries, type: ContentType, parts: Parts) {
  const ids = picturesIn(type, parts).flatMap(({ address }) => readPictureAddress(address)?.id ?? [])
  const found = await Promise.all([...new Set(ids)].map((id) => findPicture(queries, id)))
  return found.filter((picture) => picture !== undefined)
}

/** Only where a text names an address at all. */
async function pagesNamedIn(queries: Queries, parts: Parts): Promise<Set<string>> {
  const text = JSON.stringify(parts)
  return new Set([...(await pagesWithIdsIn(queries, text)), ...(await pagesWithWordsIn(queries, text))])
}

const TYPES_NAMED_BY_WORD = { '?note=': 'notes', '?study=': 'case-studies' } as const satisfies Record<
  string,
  ContentType
>

async function pagesWithWordsIn(queries: Queries, text: string): Promise<string[]> {
  const types = Object.entries(TYPES_NAMED_BY_WORD).flatMap(([query, type]) => (text.includes(query) ? [type] : []))
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
