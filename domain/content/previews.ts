import { createHmac } from 'node:crypto'
import { isLanguage, type Language } from '#texts/languages.ts'
import { calendarDay } from '../platform/calendar.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import { serverKey } from '../platform/database/server-keys.ts'
import { HOUR } from '../platform/durations.ts'
import { areEqual, newSecret } from '../platform/secrets.ts'
import { type Check, checkRecord, VALUE_CHECKS } from './checks.ts'
import { companyTimeZone } from './company.ts'
import { blankOf, fieldsOfPart, mapParts } from './parts.ts'
import { publishedRecords, toEntities, trimmedFields } from './published.ts'
import { type ContentRecord, currentParts, readRecord } from './records.ts'
import { isBlank } from './same-text.ts'
import { isInSiteContent, readSiteContent, type SiteContent } from './site-content.ts'
import { type Fields, type Parts, SHARED } from './types/definition.ts'
import { type ContentType, definitionOf, isContentType } from './types/index.ts'

interface Preview {
  type: ContentType
  id: number
  language: Language
}

export const PREVIEW_HOURS = 24

/** A token that shows the latest draft of a record for a day, until its links are ended or its maker may no longer edit. It is not stored. */
export async function previewToken(
  database: Database,
  { madeBy, ...preview }: Preview & { madeBy: string },
  now: Date,
): Promise<string> {
  const { type, id, language } = preview
  const expires = now.getTime() + PREVIEW_HOURS * HOUR
  const claim = [type, id, language, expires, madeBy].join('.')
  return `${claim}.${await signatureOf(database, preview, claim)}`
}

export async function endPreviews(queries: Queries, record: Pick<Preview, 'type' | 'id'>, now: Date): Promise<void> {
  const made = { secret: newSecret(), created_at: now.toISOString() }
  await queries
    .insertInto('server_keys')
    .values({ purpose: purposeOf(record), ...made })
    .onConflict((conflict) => conflict.column('purpose').doUpdateSet(made))
    .execute()
}

type MayEdit = (personId: string) => Promise<boolean>

async function openPreview(
  database: Database,
  token: string,
  mayEdit: MayEdit,
  now: Date,
): Promise<Preview | undefined> {
  const [, claim = '', signature = ''] = /^([\w.-]{1,120})\.([\w-]{43})$/.exec(token) ?? []
  const [type = '', id = '', language = '', expires = '', madeBy = ''] = claim.split('.')
  if (!isContentType(type) || !isLanguage(language) || !(Number(expires) > now.getTime())) return undefined
  const preview = { type, id: Number(id), language }
  if (!areEqual(signature, await signatureOf(database, preview, claim))) return undefined
  return (await mayEdit(madeBy)) ? preview : undefined
}

const purposeOf = ({ type, id }: Pick<Preview, 'type' | 'id'>) => `previews/${type}/${id}` as const

/** A record gets its own secret when its links are ended. */
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

export interface PreviewedContent {
  type: ContentType
  id: number
  index: number
  slug: string | undefined
  /** The guest API's response if the record were published now: one entity, or the whole list where entities have no id. */
  entity: object | object[]
  siteContent?: SiteContent
}

async function previewContent(
  queries: Queries,
  { type, id, language }: Preview,
  now: Date,
): Promise<PreviewedContent | undefined> {
  const record = await readRecord(queries, type, id)
  if (!record) return undefined
  const today = calendarDay(now, await companyTimeZone(queries))
  const draft = { id, parts: withoutGaps(type, withoutFaults(type, record), today) }
  const records = await withDraft(queries, type, draft)
  const { hasId } = definitionOf(type)
  const entities = await toEntities(queries, type, hasId ? [draft] : records, language)
  const { slug } = draft.parts[SHARED] as { slug?: string }
  const shown: object[] = entities
  return {
    type,
    id,
    index: records.findIndex((each) => each.id === id),
    slug,
    entity: shown.length === 1 && (hasId || definitionOf(type).isSingle) ? (shown[0] as object) : shown,
    ...(isInSiteContent(type) && { siteContent: await readSiteContent(queries, today, { [type]: records }) }),
  }
}

interface Draft {
  id: number
  parts: Parts
}

async function withDraft(queries: Queries, type: ContentType, draft: Draft): Promise<Draft[]> {
  const published = await publishedRecords(queries, type)
  const isKnown = published.some(({ id }) => id === draft.id)
  const records = isKnown ? published.map((each) => (each.id === draft.id ? draft : each)) : [...published, draft]
  const { newestFirst } = definitionOf(type)
  if (!newestFirst) return records
  const dayOf = ({ parts }: Draft) => String(parts[SHARED][newestFirst])
  return records.toSorted((one, other) => dayOf(other).localeCompare(dayOf(one)))
}

/** Replaces a value that no page can show, such as an impossible day, by the published one. */
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

function withoutGaps(type: ContentType, parts: Parts, today: string): Parts {
  const shared: Fields = {}
  for (const { name, inPreview } of fieldsOfPart(type, SHARED)) {
    const value = parts[SHARED][name] ?? null
    const standIn = typeof inPreview === 'function' ? inPreview(today) : inPreview
    shared[name] = isBlank(value) && standIn !== undefined ? standIn : value
  }
  return mapParts((part) => trimmedFields(part === SHARED ? shared : parts[part]))
}

export async function readPreview(database: Database, token: string, mayEdit: MayEdit, now: Date) {
  const preview = await openPreview(database, token, mayEdit, now)
  const content = preview && (await previewContent(database.queries, preview, now))
  return content && { language: preview.language, content }
}
