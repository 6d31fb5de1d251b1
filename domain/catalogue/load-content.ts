import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { CATEGORY_FILTERS } from '#contract/constants.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { calendarDay, daysAfter } from '../calendar.ts'
import type { Database, Queries } from '../database/connection.ts'
import { EVERY_PROJECT, type Tables } from '../database/tables.ts'
import { type ContentSource, describeFault, describeIssues, inWords, readSource } from './content-faults.ts'
import { type Bilingual, type Content, type ContentFile, contentSchema, keyOfName } from './content-schema.ts'
import { pictureHash, readPicture } from './pictures.ts'
import { noticeJobs } from './published-jobs.ts'

/** What is wrong with content/, one line for each fault, each naming the file, its line, the record and the field. */
export class ContentError extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.name = 'ContentError'
    this.faults = faults
  }
}

/** Checks every file, then replaces what the tables hold in one transaction. */
export async function loadContent(database: Database, contentDirectory: string, now = new Date()): Promise<void> {
  const content = await readContent(contentDirectory)
  await database.exclusively(async (queries) => {
    await keepRequisitions(queries, content.jobs, contentDirectory)
    await replaceContent(queries, content, now)
  })
}

/** The first start: of two processes that find the tables empty, one loads. */
export async function loadContentOnce(database: Database, contentDirectory: string, now = new Date()): Promise<void> {
  if (await hasContent(database.queries)) return
  const content = await readContent(contentDirectory)
  await database.exclusively(async (queries) => {
    if (await hasContent(queries)) return
    await keepRequisitions(queries, content.jobs, contentDirectory)
    await replaceContent(queries, content, now)
  })
}

async function hasContent(queries: Queries) {
  return (await queries.selectFrom('content_version').select('version').executeTakeFirst()) !== undefined
}

/** Checks every file and every picture before it complains, so that one look tells all that is to be mended. */
export async function readContent(contentDirectory: string): Promise<Content> {
  const imagesDirectory = path.join(contentDirectory, 'images')
  const content: Record<string, unknown> = {}
  const faults: string[] = []
  for (const file of Object.keys(contentSchema) as ContentFile[]) {
    const source = await readSource(contentDirectory, `${file}.json`)
    const checked = contentSchema[file].safeParse(source.records, { error: inWords })
    if (source.fault) faults.push(source.fault)
    else if (!checked.success) faults.push(...describeIssues(source, checked.error.issues))
    else content[file] = await withPictureAddresses(checked.data, imagesDirectory, reportTo(faults, source))
  }
  if (faults.length > 0) throw new ContentError(faults)
  return content as Content
}

type Report = (keys: PropertyKey[], message: string) => void

/** Each fault once: the same picture may stand for both languages. */
function reportTo(faults: string[], source: ContentSource): Report {
  return (keys, message) => {
    const fault = describeFault(source, keys, message)
    if (!faults.includes(fault)) faults.push(fault)
  }
}

/**
 * A picture's address holds the hash of its bytes, so a browser may keep it for ever and an edited picture has another address.
 */
async function withPictureAddresses(records: unknown, imagesDirectory: string, report: Report) {
  if (!Array.isArray(records)) return records
  const known = new Map<string, string>()

  async function addressOf(picture: string, keys: PropertyKey[]) {
    if (!known.has(picture)) {
      const bytes = await readPicture(imagesDirectory, picture)
      known.set(picture, bytes ? `/media/${pictureHash(bytes)}/${picture}` : '')
    }
    const address = known.get(picture) as string
    if (!address) report(keys, `names a picture that is not there: images/${picture}`)
    return address
  }

  async function addressesOf({ en, ar }: Bilingual, keys: PropertyKey[]): Promise<Bilingual> {
    return { en: await addressOf(en, keys), ar: await addressOf(ar, keys) }
  }

  // One after the other: thousands of files open at once are more than a system allows.
  for (const [index, record] of (records as WithPictures[]).entries()) {
    if (record.icon_image) record.icon_image = await addressesOf(record.icon_image, [index, 'icon_image'])
    for (const [number, image] of (record.images ?? []).entries())
      record.images![number] = await addressesOf(image, [index, 'images', number])
  }
  return records
}

interface WithPictures {
  icon_image?: Bilingual
  images?: Bilingual[]
}

/** Boards know a job by its number: it is given once, and neither changes nor goes to another job. */
async function keepRequisitions(queries: Queries, jobs: Content['jobs'], contentDirectory: string) {
  const given = await queries.selectFrom('job_requisitions').select(['job_id', 'requisition']).execute()
  const numberOf = new Map(given.map(({ job_id, requisition }) => [job_id, requisition]))
  const jobOf = new Map(given.map(({ job_id, requisition }) => [requisition, job_id]))
  const faults: string[] = []
  const report = reportTo(faults, await readSource(contentDirectory, 'jobs.json'))
  for (const [index, { id, requisition }] of jobs.entries()) {
    const before = numberOf.get(id) ?? requisition
    const owner = jobOf.get(requisition) ?? id
    if (before !== requisition) report([index, 'requisition'], `must stay ${before}: boards know the job by it`)
    else if (owner !== id) report([index, 'requisition'], `belongs to the job with the id ${owner}, which had it first`)
  }
  if (faults.length > 0) throw new ContentError(faults)
  const fresh = jobs.filter(({ id }) => !numberOf.has(id))
  const rows = fresh.map(({ id, requisition }) => ({ job_id: id, requisition }))
  await insertAll(queries, 'job_requisitions', rows)
}

async function replaceContent(queries: Queries, content: Content, now: Date) {
  const today = calendarDay(now, content['contact-info'].time_zone)
  for (const table of CONTENT_TABLES) await queries.deleteFrom(table).execute()

  await insertAll(queries, 'services', content.services.map(toServiceRow))
  await insertAll(queries, 'categories', content.categories.map(toCategoryRow))
  await insertAll(queries, 'projects', content.projects.map(toProjectRow))
  await insertAll(queries, 'project_listings', content.projects.flatMap(toProjectListingRows))
  await insertAll(
    queries,
    'jobs',
    content.jobs.map((job, position) => toJobRow(job, position, today)),
  )
  await insertAll(queries, 'reviews', content.reviews.map(toReviewRow))
  await insertAll(queries, 'team_members', content.team.map(toTeamMemberRow))
  await insertAll(queries, 'contact_info', [toContactInfoRow(content['contact-info'])])
  await noticeJobs(queries, today, now)
  await insertAll(queries, 'content_version', [{ id: 1, version: randomUUID(), loaded_at: now.toISOString() }])
}

const CONTENT_TABLES = [
  'project_listings',
  'projects',
  'services',
  'categories',
  'jobs',
  'reviews',
  'team_members',
  'contact_info',
  'content_version',
] as const

// PostgreSQL takes at most 65,535 values in one statement, SQLite 32,766.
const ROWS_IN_ONE_INSERT = 500

async function insertAll<Table extends keyof Tables>(queries: Queries, table: Table, rows: Tables[Table][]) {
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

function toJobRow(job: Content['jobs'][number], position: number, today: string): Row<'jobs'> {
  const { id, title, description, requirements, location, employment_type, country, workplace, seats } = job
  const { requisition, team, city, region, street, salary, experience, benefits } = job
  const dayOf = (date: typeof job.posted_on) =>
    typeof date === 'string' ? date : daysAfter(today, date.days_from_loading)
  return {
    id,
    position,
    employment_type,
    country,
    remote: workplace === 'remote' ? 1 : 0,
    seats,
    posted_on: dayOf(job.posted_on),
    closes_on: dayOf(job.closes_on),
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
  const links = inBoth((language) =>
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

const jsonLists = (lists: { en: string[]; ar: string[] }) => inBoth((language) => JSON.stringify(lists[language]))

function addressLists(pictures: Bilingual[]): Bilingual {
  return inBoth((language) => JSON.stringify(pictures.map((picture) => ({ url: picture[language] }))))
}

function inBoth(make: (language: (typeof LANGUAGES)[number]) => string): Bilingual {
  return Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as unknown as Bilingual
}
