import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { CATEGORY_FILTERS } from '#contract/constants.ts'
import { inEachLanguage } from '#texts/languages.ts'
import { calendarDay, daysAfter } from '../platform/calendar.ts'
import type { Queries } from '../platform/database/database.ts'
import { EVERY_PROJECT, type Tables } from '../platform/database/tables.ts'
import { companyTimeZone } from './contact-info.ts'
import type { ContentType } from './content-model.ts'
import { type Bilingual, type Content, keyOfName } from './content-schema.ts'
import type { FactType } from './facts.ts'
import { withPictures } from './pictures/pictures.ts'
import { noticeJobs } from './published-jobs.ts'

/** The tables that visitors read: what is published, and nothing else. */

/** What has such a table. */
type TabledType = Exclude<ContentType, FactType>

/** A job whose dates are days of the calendar. */
type DatedJob = Omit<Content['jobs'][number], 'posted_on' | 'closes_on'> & {
  posted_on: string
  closes_on: string
}

export type PublishedContent = Omit<Content, 'jobs'> & { jobs: DatedJob[] }

/** What the files count in days from loading becomes days of the calendar. */
export function withDates(content: Content, now: Date): PublishedContent {
  const today = calendarDay(now, content['contact-info'].time_zone)
  const dayOf = (date: Content['jobs'][number]['posted_on']) =>
    typeof date === 'string' ? date : daysAfter(today, date.days_from_loading)
  return {
    ...content,
    jobs: content.jobs.map((job) => ({ ...job, posted_on: dayOf(job.posted_on), closes_on: dayOf(job.closes_on) })),
  }
}

/** All of it anew. */
export async function replacePublished(queries: Queries, content: PublishedContent, now: Date): Promise<void> {
  // First, so that whoever publishes meanwhile waits.
  const version = { version: randomUUID(), loaded_at: now.toISOString() }
  await queries
    .insertInto('content_version')
    .values({ id: 1, ...version })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(version))
    .execute()
  for (const table of PUBLISHED_TABLES) await queries.deleteFrom(table).execute()
  for (const type of ['services', 'categories', 'jobs', 'reviews', 'team'] as const)
    await insertRecords(queries, type, content[type])
  await insertRecords(queries, 'projects', content.projects)
  await insertRecords(queries, 'contact-info', [content['contact-info']])
  await noticeJobsOfToday(queries, now)
}

/** A published record of any type, with its id and its place among the others. */
interface PublishedRecord {
  id: number
  position: number
  record: unknown
}

/** Replaces one record, or puts it there. */
export async function putPublished(queries: Queries, type: WithId, { id, position, record }: PublishedRecord) {
  await removePublished(queries, type, id)
  await insertRecords(queries, type, [record], position)
}

export type WithId = Exclude<TabledType, 'reviews' | 'team'>

export async function removePublished(queries: Queries, type: WithId, id: number): Promise<void> {
  if (type === 'projects') await queries.deleteFrom('project_listings').where('project_id', '=', id).execute()
  await queries.deleteFrom(TABLE_OF[type]).where('id', '=', id).execute()
}

/** Reviews and people of the team have no id there, only a place. */
export async function putAllPublished(queries: Queries, type: 'reviews' | 'team', records: unknown[]): Promise<void> {
  await queries.deleteFrom(TABLE_OF[type]).execute()
  await insertRecords(queries, type, records)
}

/** The places of those that have one; the others are where their dates put them. */
export async function putInOrder(queries: Queries, type: 'services' | 'categories' | 'jobs', ids: number[]) {
  for (const [position, id] of ids.entries())
    await queries.updateTable(TABLE_OF[type]).set({ position }).where('id', '=', id).execute()
}

/** To be called first in a transaction that may publish something: nobody else publishes until it ends. */
export async function lockPublished(queries: Queries): Promise<void> {
  await queries
    .updateTable('content_version')
    .set(({ ref }) => ({ version: ref('version') }))
    .execute()
}

/** Every process serves what is published within a second. */
export async function beginVersion(queries: Queries, now: Date): Promise<void> {
  await queries.updateTable('content_version').set({ version: randomUUID(), loaded_at: now.toISOString() }).execute()
}

/** Whoever wants to know of jobs hears of those that have opened or closed. */
export async function noticeJobsOfToday(queries: Queries, now: Date) {
  await noticeJobs(queries, calendarDay(now, await companyTimeZone(queries)), now)
}

const TABLE_OF = {
  services: 'services',
  categories: 'categories',
  projects: 'projects',
  jobs: 'jobs',
  reviews: 'reviews',
  team: 'team_members',
  'contact-info': 'contact_info',
} as const satisfies Record<TabledType, keyof Tables>

const PUBLISHED_TABLES = [
  'project_listings',
  'projects',
  'services',
  'categories',
  'jobs',
  'reviews',
  'team_members',
  'contact_info',
] as const

async function insertRecords(queries: Queries, type: TabledType, records: readonly unknown[], start = 0) {
  const toRow = TO_ROW[type] as (record: unknown, position: number) => never
  const rows = records.map((record, index) => toRow(record, start + index))
  await insertAll(queries, TABLE_OF[type], await withPictures(queries, type, rows))
  if (type === 'projects')
    await insertAll(queries, 'project_listings', (records as Content['projects']).flatMap(toProjectListingRows))
}

/** The row of a record, as the table of its type has it. */
export const rowOf = (type: TabledType, record: object): object =>
  (TO_ROW[type] as (record: unknown, position: number) => object)(record, 0)

// PostgreSQL takes at most 65,535 values in one statement, SQLite 32,766.
const ROWS_IN_ONE_INSERT = 500

export async function insertAll<Table extends keyof Tables>(
  queries: Queries,
  table: Table,
  rows: Insertable<Tables[Table]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_IN_ONE_INSERT)
    await queries
      .insertInto(table)
      .values(rows.slice(start, start + ROWS_IN_ONE_INSERT) as never)
      .execute()
}

type Row<Table extends keyof Tables> = Tables[Table]

function toServiceRow(service: Content['services'][number], position: number): Row<'services'> {
  const { id, motif = null, title, summary, description, images } = service
  return {
    id,
    position,
    motif,
    ...columns('title', title),
    ...columns('summary', summary),
    ...columns('description', description),
    ...columns('images', addressLists(images)),
  }
}

function toCategoryRow({ id, name }: Content['categories'][number], position: number): Row<'categories'> {
  return { id, position, ...columns('name', name) }
}

function toProjectRow(project: Content['projects'][number]): Row<'projects'> {
  const { id, type, start_date, title, summary, description, icon_image, images } = project
  return {
    id,
    type,
    start_date,
    app_store_url: project.app_store_url ?? null,
    google_play_url: project.google_play_url ?? null,
    ...columns('title', title),
    ...columns('summary', summary),
    ...columns('description', description),
    ...columns('icon_image', icon_image),
    ...columns('images', addressLists(images)),
  }
}

/** Product 2.4: the type is matched without regard to case against the word of each category. */
function toProjectListingRows({ id, type, start_date }: Content['projects'][number]): Row<'project_listings'>[] {
  const categories = Object.keys(CATEGORY_FILTERS)
    .map(Number)
    .filter((category) => type.toLowerCase().includes(CATEGORY_FILTERS[category] as string))
  return [EVERY_PROJECT, ...categories].map((category_id) => ({ category_id, project_id: id, start_date }))
}

function toJobRow(job: DatedJob, position: number): Row<'jobs'> {
  const { id, title, description, requirements, location, employment_type, country, workplace, seats } = job
  const { requisition, team, city, region, street, salary, experience, benefits } = job
  return {
    id,
    position,
    employment_type,
    country,
    remote: workplace === 'remote' ? 1 : 0,
    seats,
    posted_on: job.posted_on,
    closes_on: job.closes_on,
    ...columns('title', title),
    ...columns('description', description),
    ...columns('requirements', jsonLists(requirements)),
    ...columns('location', location),
    requisition,
    workplace,
    team_key: team ? keyOfName(team.en) : null,
    ...nullableColumns('team', team),
    city_key: city ? keyOfName(city.en) : null,
    ...nullableColumns('city', city),
    ...nullableColumns('region', region),
    ...nullableColumns('street', street),
    postal_code: job.postal_code ?? null,
    salary_minimum: salary?.minimum ?? null,
    salary_maximum: salary?.maximum ?? null,
    salary_currency: salary?.currency ?? null,
    salary_period: salary?.period ?? null,
    salary_shown: salary ? (salary.shown ? 1 : 0) : null,
    experience_level: experience?.level ?? null,
    experience_months: experience?.months ?? null,
    education: job.education ?? null,
    ...nullableColumns('benefits', benefits && jsonLists(benefits)),
    contact_email: job.contact_email ?? null,
  }
}

function toReviewRow({ review, name, title }: Content['reviews'][number], position: number): Row<'reviews'> {
  return { position, ...columns('review', review), ...columns('name', name), ...columns('title', title) }
}

function toTeamMemberRow({ name, role }: Content['team'][number], position: number): Row<'team_members'> {
  return { position, ...columns('name', name), ...columns('role', role) }
}

function toContactInfoRow(contactInfo: Content['contact-info']): Row<'contact_info'> {
  const { phone, email, country, time_zone, chat_phone, footer_chat_phone, map_url, social_links } = contactInfo
  const links = inEachLanguage((language) =>
    JSON.stringify(social_links.map(({ name, url }) => ({ name: name[language], url }))),
  )
  return {
    id: 1,
    phone,
    email,
    country,
    time_zone,
    chat_phone,
    footer_chat_phone,
    map_url,
    opening_hours: JSON.stringify(contactInfo.opening_hours),
    ...columns('address', contactInfo.address),
    ...columns('city', contactInfo.city),
    ...columns('social_links', links),
  }
}

function columns<Name extends string>(name: Name, { en, ar }: Bilingual) {
  return { [`${name}_en`]: en, [`${name}_ar`]: ar } as Record<`${Name}_en` | `${Name}_ar`, string>
}

function nullableColumns<Name extends string>(name: Name, texts: Bilingual | undefined) {
  const { en = null, ar = null } = texts ?? {}
  return { [`${name}_en`]: en, [`${name}_ar`]: ar } as Record<`${Name}_en` | `${Name}_ar`, string | null>
}

const jsonLists = (lists: { en: string[]; ar: string[] }) =>
  inEachLanguage((language) => JSON.stringify(lists[language]))

function addressLists(pictures: Bilingual[]): Bilingual {
  return inEachLanguage((language) => JSON.stringify(pictures.map((picture) => ({ url: picture[language] }))))
}

const TO_ROW = {
  services: toServiceRow,
  categories: toCategoryRow,
  projects: toProjectRow,
  jobs: toJobRow,
  reviews: toReviewRow,
  team: toTeamMemberRow,
  'contact-info': toContactInfoRow,
}
