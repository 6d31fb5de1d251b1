import { createHmac } from 'node:crypto'
import { isLanguage, LANGUAGES, type Language } from '#texts/languages.ts'
import { calendarDay, daysAfter } from '../platform/calendar.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import { serverKey } from '../platform/database/server-keys.ts'
import { HOUR } from '../platform/durations.ts'
import { areEqual, newSecret } from '../platform/secrets.ts'
import { type Check, checkRecord, VALUE_CHECKS } from './checks.ts'
import { companyTimeZone, toContactInfo } from './contact-info.ts'
import {
  blankOf,
  type ContentType,
  composeRecord,
  type Fields,
  fieldsOfPart,
  isContentType,
  type Parts,
  SHARED,
} from './content-model.ts'
import { type ContentRecord, currentParts, readRecord } from './content-records.ts'
import { type FactType, isFactType, type PublishedFacts, readFacts } from './facts.ts'
import { toJob } from './jobs.ts'
import { withPictures } from './pictures/pictures.ts'
import { toProject } from './projects.ts'
import { rowOf, type WithId } from './published.ts'
import { publishedRecords } from './published-records.ts'
import { isBlank } from './same-text.ts'
import { toService } from './services.ts'

/** Which record somebody may see before it is published, in which language. */
interface Preview {
  type: ContentType
  id: number
  language: Language
}

export const PREVIEW_HOURS = 24

/** Whoever has the token sees the record as it was written last, for a day or until its links are ended. Nothing is stored of it. */
export async function previewToken(database: Database, preview: Preview, now: Date): Promise<string> {
  const { type, id, language } = preview
  const expires = now.getTime() + PREVIEW_HOURS * HOUR
  const claim = [type, id, language, expires].join('.')
  return `${claim}.${await signatureOf(database, preview, claim)}`
}

/** No link to the record that was given until now opens it any more. */
export async function endPreviews(queries: Queries, record: Pick<Preview, 'type' | 'id'>, now: Date): Promise<void> {
  const made = { secret: newSecret(), created_at: now.toISOString() }
  await queries
    .insertInto('server_keys')
    .values({ purpose: purposeOf(record), ...made })
    .onConflict((conflict) => conflict.column('purpose').doUpdateSet(made))
    .execute()
}

export async function openPreview(database: Database, token: string, now: Date): Promise<Preview | undefined> {
  const [, claim = '', signature = ''] = /^([\w.-]{1,80})\.([\w-]{43})$/.exec(token) ?? []
  const [type = '', id = '', language = '', expires = ''] = claim.split('.')
  if (!isContentType(type) || !isLanguage(language) || !(Number(expires) > now.getTime())) return undefined
  const preview = { type, id: Number(id), language }
  return areEqual(signature, await signatureOf(database, preview, claim)) ? preview : undefined
}

const purposeOf = ({ type, id }: Pick<Preview, 'type' | 'id'>) => `previews/${type}/${id}` as const

/** With the secret of this record, too, which it has since its links were ended for the first time. */
async function signatureOf(database: Database, preview: Preview, claim: string) {
  const own = await database.queries
    .selectFrom('server_keys')
    .select('secret')
    .where('purpose', '=', purposeOf(preview))
    .executeTakeFirst()
  return createHmac('sha256', await serverKey(database, 'previews'))
    .update(own ? `${claim}.${own.secret}` : claim)
    .digest('base64url')
}

/** What the guest API would respond with if it were published now: one entity, or the whole list where entities have no id. */
export interface PreviewedContent {
  type: ContentType
  id: number
  entity: object | object[]
  /** Its place in the list of its type, from 0; only where the list is shown a page at a time. */
  index?: number
}

/** What the company would say of itself. */
export interface PreviewedFacts {
  type: ContentType
  facts: PublishedFacts
  index: number
  /** Its word in addresses, where it has one. */
  slug: string | undefined
}

export async function previewContent(
  queries: Queries,
  { type, id, language }: Preview,
  now: Date,
): Promise<PreviewedContent | PreviewedFacts | undefined> {
  const record = await readRecord(queries, type, id)
  if (!record) return undefined
  const parts = withoutFaults(type, record)
  if (isFactType(type)) return previewFacts(queries, type, { id, parts }, now)
  if (type === 'reviews' || type === 'team') {
    const rows = (await withDraft(queries, type, { id, parts })).map((each) =>
      rowOf(type, composeRecord(type, each.id, each.parts)),
    )
    return { type, id, entity: rows.map((row) => withoutPosition(inLanguage(row, language))) }
  }
  const today = calendarDay(now, await companyTimeZone(queries))
  const row = rowOf(type, composeRecord(type, id, withoutGaps(parts, today)))
  const [shown = row] = await withPictures(queries, type, [row])
  const entity = toEntity(type, shown, language)
  if (type !== 'categories') return { type, id, entity }
  return { type, id, entity, index: indexIn(await withDraft(queries, type, { id, parts }), id) }
}

async function previewFacts(queries: Queries, type: FactType, draft: Draft, now: Date): Promise<PreviewedFacts> {
  const parts = withNumbers(type, withoutGaps(draft.parts, calendarDay(now, await companyTimeZone(queries))))
  const records = await withDraft(queries, type, { ...draft, parts })
  const { slug } = parts[SHARED] as { slug?: string }
  return { type, facts: await readFacts(queries, { [type]: records }), index: indexIn(records, draft.id), slug }
}

const indexIn = (records: Draft[], id: number) => records.findIndex((record) => record.id === id)

/** What is counted and not known yet is one. */
function withNumbers(type: FactType, parts: Parts): Parts {
  const shared = { ...parts[SHARED] }
  for (const { name, kind } of fieldsOfPart(type, SHARED)) if (kind === 'number') shared[name] ??= 1
  return { ...parts, [SHARED]: shared }
}

interface Draft {
  id: number
  parts: Parts
}

/** What is published, with the draft in its place, or as the last. */
async function withDraft(queries: Queries, type: ContentType, draft: Draft): Promise<Draft[]> {
  const published = await publishedRecords(queries, type)
  const isKnown = published.some(({ id }) => id === draft.id)
  return isKnown ? published.map((each) => (each.id === draft.id ? draft : each)) : [...published, draft]
}

/** What no page can show, such as a day that never was: then what is published, or nothing. The editor says what is wrong with it. */
function withoutFaults(type: ContentType, record: ContentRecord): Parts {
  const parts = currentParts(record)
  const faulty = new Set(
    checkRecord(type, parts, { id: record.id }).flatMap(({ check, field }) => (UNSHOWABLE.has(check) ? field : [])),
  )
  const shared = { ...parts[SHARED] }
  for (const { name, kind } of fieldsOfPart(type, SHARED))
    if (faulty.has(name)) shared[name] = record.parts[SHARED].published?.fields[name] ?? blankOf(kind)
  return { ...parts, [SHARED]: shared }
}

const UNSHOWABLE: ReadonlySet<Check['check']> = new Set(VALUE_CHECKS)

/** A draft may lack what the page cannot do without. */
function withoutGaps(parts: Parts, today: string): Parts {
  const usual: Fields = {
    published_on: today,
    slug: 'draft',
    countdown_opens_on: today,
    countdown_opens_at: '00:00',
    countdown_time_zone: 'UTC',
    type: 'Mobile App',
    start_date: today,
    icon_image: { en: '', ar: '' },
    employment_type: 'FULL_TIME',
    workplace: 'on_site',
    // Of no country yet.
    country: 'ZZ',
    posted_on: today,
    closes_on: daysAfter(today, 1),
    seats: 1,
  }
  const shared: Fields = {}
  for (const [name, value] of Object.entries(parts[SHARED]))
    shared[name] = isBlank(value) ? (usual[name] ?? value) : value
  return { ...parts, [SHARED]: shared }
}

function toEntity(type: WithId, row: object, language: Language): object {
  const own = inLanguage(row, language) as never
  switch (type) {
    case 'services':
      return withoutPosition(toService(own))
    case 'projects':
      return toProject(own)
    case 'jobs':
      return toJob(own)
    case 'contact-info':
      return toContactInfo(own)
    case 'categories':
      return withoutPosition(row)
  }
}

const LANGUAGE_COLUMN = new RegExp(`^(.+)_(${LANGUAGES.join('|')})$`)

/** A row as a query in one language would select it. */
function inLanguage(row: object, language: Language): object {
  const own: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(row)) {
    const [, field, of] = LANGUAGE_COLUMN.exec(name) ?? []
    if (field === undefined) own[name] = value
    else if (of === language) own[field] = value
  }
  return own
}

function withoutPosition(row: object): object {
  const { position: _place, ...rest } = row as { position?: number }
  return rest
}
