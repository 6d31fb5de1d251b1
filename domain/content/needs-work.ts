import { inEachLanguage, LANGUAGES, type Language } from '#texts/languages.ts'
import type { Queries } from '../platform/database/database.ts'
import { DAY } from '../platform/durations.ts'
import { type Check, checkRecord } from './checks.ts'
import type { Need } from './content-needs.ts'
import { mapParts, wholePart } from './parts.ts'
import { listPictures, type Picture } from './pictures/pictures.ts'
import { partsWithRevisions } from './revisions.ts'
import { type Fields, type IsAddress, type Parts, SHARED } from './types/definition.ts'
import { type ContentType, definitionOf, isContentType } from './types/index.ts'

export interface NeedyRecord {
  type: ContentType
  id: number
  title: Record<Language, string>
  isPublished: boolean
  needs: { need: Need; languages: Language[]; values: string[] }[]
}

interface Scheduled {
  type: ContentType
  id: number
  title: Record<Language, string>
  parts: string[]
  at: string
  by: string | null
}

/** Articles unchanged for this long may be out of date. */
const OLD_DAYS = 365

interface Now {
  now: Date
  isAddress?: IsAddress | undefined
}

/** Every record with something left to do, as it is written now. */
export async function recordsThatNeedWork(queries: Queries, { now, isAddress }: Now): Promise<NeedyRecord[]> {
  const records = await readAll(queries)
  const pictures = await listPictures(queries)
  const pages = publishedPages(records)
  const needy = records.map((record): NeedyRecord => {
    const { type, id, title, isPublished } = record
    return { type, id, title, isPublished, needs: needsOf(record, { pictures, pages, now, isAddress }) }
  })
  return needy.filter(({ needs }) => needs.length > 0)
}

interface WorkRecord {
  type: ContentType
  id: number
  title: Record<Language, string>
  isPublished: boolean
  changedAt: string
  parts: Parts
  behind: Language[]
  missing: Language[]
}

/** All records in two queries. */
async function readAll(queries: Queries): Promise<WorkRecord[]> {
  const records = await queries
    .selectFrom('content_records')
    .select(['type', 'id', 'is_published', 'changed_at'])
    .orderBy('type')
    .orderBy('id')
    .execute()
  const rows = await partsWithRevisions(queries)
    .whereRef('revision.number', '=', (row) => row.fn.coalesce('part.draft_number', 'part.published_number'))
    .select(['part.type', 'part.record_id', 'part.part', 'part.title', 'part.is_behind', 'part.is_missing'])
    .select('revision.fields')
    .execute()
  const partsOf = new Map<string, typeof rows>()
  for (const row of rows) {
    const key = `${row.type}/${row.record_id}`
    partsOf.set(key, [...(partsOf.get(key) ?? []), row])
  }
  return records.flatMap(({ type, id, is_published, changed_at }) => {
    if (!isContentType(type)) return []
    const own = partsOf.get(`${type}/${id}`) ?? []
    const rowOf = (part: string) => own.find((each) => each.part === part)
    const fieldsOf = (part: string) => JSON.parse(rowOf(part)?.fields ?? '{}') as Fields
    return {
      type,
      id,
      title: inEachLanguage((language) => rowOf(language)?.title ?? ''),
      isPublished: is_published === 1,
      changedAt: changed_at,
      parts: mapParts((part) => wholePart(type, part, fieldsOf(part))),
      behind: LANGUAGES.filter((language) => rowOf(language)?.is_behind === 1),
      missing: LANGUAGES.filter((language) => rowOf(language)?.is_missing === 1),
    }
  })
}

/** A link leads to a record by its id or its slug. */
const publishedPages = (records: readonly WorkRecord[]) =>
  new Set(
    records
      .filter(({ isPublished }) => isPublished)
      .flatMap(({ type, id, parts }) => [`${type}/${id}`, `${type}/${parts[SHARED].slug}`]),
  )

interface Known extends Now {
  pictures: Picture[]
  pages: ReadonlySet<string>
}

const FOUND: Partial<Record<Check['check'], Need>> = {
  deadLink: 'deadLink',
  brokenLink: 'deadLink',
  pictureWords: 'pictureWords',
  pictureGone: 'pictureGone',
  pictureFormat: 'pictureGone',
}

function needsOf(record: WorkRecord, { pictures, pages, now, isAddress }: Known): NeedyRecord['needs'] {
  const { type, id, parts, behind, missing } = record
  const needs: NeedyRecord['needs'] = []
  const add = (need: Need, languages: Language[], values: string[] = []) => {
    const known = needs.find((each) => each.need === need)
    if (!known) return void needs.push({ need, languages, values })
    known.languages = LANGUAGES.filter((each) => known.languages.includes(each) || languages.includes(each))
    known.values = [...new Set([...known.values, ...values])]
  }
  if (missing.length > 0) add('missing', missing)
  if (behind.length > 0) add('behind', behind)
  const checks = checkRecord(type, parts, {
    id,
    pictures,
    isAddress,
    hasPage: (other, name) => pages.has(`${other}/${name}`),
  })
  for (const { check, language, values } of checks) {
    const need = FOUND[check]
    if (need) add(need, language ? [language] : [], need === 'deadLink' ? values : [])
  }
  const lastDay = [record.changedAt.slice(0, 10), String(parts[SHARED][definitionOf(type).firstDay ?? ''] ?? '')]
    .toSorted()
    .at(-1) as string
  const isArticle = definitionOf(type).fields.some(({ kind }) => kind === 'article')
  if (record.isPublished && isArticle && Date.parse(lastDay) < now.getTime() - OLD_DAYS * DAY) add('old', [], [lastDay])
  return needs
}

/** Scheduled publications, the next first. */
export async function listScheduled(queries: Queries): Promise<Scheduled[]> {
  const rows = await queries
    .selectFrom('content_parts')
    .select(['type', 'record_id as id', 'part', 'publish_at as at', 'scheduled_by as by'])
    .where('publish_at', 'is not', null)
    .orderBy('publish_at')
    .orderBy('type')
    .orderBy('record_id')
    .execute()
  const titles = await queries
    .selectFrom('content_parts')
    .select(['type', 'record_id', 'part', 'title'])
    .where('record_id', 'in', [0, ...new Set(rows.map(({ id }) => id))])
    .execute()
  const scheduled = new Map<string, Scheduled>()
  for (const { type, id, part, at, by } of rows) {
    if (!isContentType(type) || at === null) continue
    const key = `${type}/${id} ${at}`
    const known = scheduled.get(key)
    if (known) known.parts.push(part)
    else {
      const own = titles.filter((each) => each.type === type && each.record_id === id)
      const title = inEachLanguage((language) => own.find((each) => each.part === language)?.title ?? '')
      scheduled.set(key, { type, id, title, parts: [part], at, by })
    }
  }
  return [...scheduled.values()]
}
