import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { CATEGORY_FILTERS } from '#contract/constants.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { calendarDay, daysAfter } from '../calendar.ts'
import type { Database, Queries } from '../database/connection.ts'
import { EVERY_PROJECT, type Tables } from '../database/tables.ts'
import { type Bilingual, type Content, type ContentFile, contentSchema } from './content-schema.ts'

/** What is wrong with content/, one line for each fault, each naming the file and the record. */
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
  await database.exclusively((queries) => replaceContent(queries, content, now))
}

/** The first start: of two processes that find the tables empty, one loads. */
export async function loadContentOnce(database: Database, contentDirectory: string, now = new Date()): Promise<void> {
  if (await hasContent(database.queries)) return
  const content = await readContent(contentDirectory)
  await database.exclusively(async (queries) => {
    if (!(await hasContent(queries))) await replaceContent(queries, content, now)
  })
}

async function hasContent(queries: Queries) {
  return (await queries.selectFrom('content_edition').select('edition').executeTakeFirst()) !== undefined
}

export async function readContent(contentDirectory: string): Promise<Content> {
  const faults: string[] = []
  const content: Partial<Record<ContentFile, unknown>> = {}
  for (const file of Object.keys(contentSchema) as ContentFile[]) {
    const name = `${file}.json`
    try {
      const records = JSON.parse(await readFile(path.join(contentDirectory, name), 'utf8'))
      const checked = contentSchema[file].safeParse(records)
      if (checked.success) content[file] = checked.data
      else for (const issue of checked.error.issues) faults.push(describeFault(name, records, issue))
    } catch (error) {
      faults.push(`${name}: ${(error as Error).message}`)
    }
  }
  if (faults.length > 0) throw new ContentError(faults)
  return withPictureAddresses(content as Content, path.join(contentDirectory, 'images'))
}

interface Fault {
  path: PropertyKey[]
  message: string
}

function describeFault(file: string, records: unknown, { path: keys, message }: Fault) {
  if (!Array.isArray(records)) return `${file}: ${keys.join('.') || 'the file'}: ${message}`
  const [index, ...field] = keys
  const record = typeof index === 'number' ? records[index] : undefined
  const which = record?.id === undefined ? `record ${Number(index) + 1}` : `record with id ${record.id}`
  return `${file}: ${which}: ${field.join('.') || 'the record'}: ${message}`
}

/**
 * A picture's address holds the hash of its bytes, so a browser may keep it for ever and an edited picture has another address.
 */
async function withPictureAddresses(content: Content, imagesDirectory: string): Promise<Content> {
  const faults: string[] = []
  const known = new Map<string, string>()

  // One after the other: thousands of files open at once are more than a system allows.
  async function addressOf(picture: string, where: string) {
    const address = known.get(picture) ?? (await findAddress(imagesDirectory, picture))
    if (address) known.set(picture, address)
    else faults.push(`${where}: there is no picture images/${picture}`)
    return address ?? ''
  }

  async function addressesOf(pictures: Bilingual[], where: string) {
    const addresses: Bilingual[] = []
    for (const { en, ar } of pictures)
      addresses.push({ en: await addressOf(en, where), ar: await addressOf(ar, where) })
    return addresses
  }

  const services: Content['services'] = []
  for (const service of content.services) {
    const where = `services.json: record with id ${service.id}`
    services.push({ ...service, images: await addressesOf(service.images, where) })
  }
  const projects: Content['projects'] = []
  for (const project of content.projects) {
    const where = `projects.json: record with id ${project.id}`
    const [icon_image = project.icon_image, ...images] = await addressesOf(
      [project.icon_image, ...project.images],
      where,
    )
    projects.push({ ...project, icon_image, images })
  }
  if (faults.length > 0) throw new ContentError(faults)
  return { ...content, services, projects }
}

async function findAddress(imagesDirectory: string, picture: string) {
  try {
    return `/media/${pictureHash(await readFile(path.join(imagesDirectory, picture)))}/${picture}`
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export function pictureHash(bytes: Uint8Array) {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
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
  await insertAll(queries, 'content_edition', [{ id: 1, edition: randomUUID(), loaded_at: now.toISOString() }])
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
  'content_edition',
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
  const { id, title, description, requirements, location, employment_type, country, remote, seats } = job
  const dayOf = (date: typeof job.posted_on) =>
    typeof date === 'string' ? date : daysAfter(today, date.days_from_loading)
  return {
    id,
    position,
    employment_type,
    country,
    remote: remote ? 1 : 0,
    seats,
    posted_on: dayOf(job.posted_on),
    closes_on: dayOf(job.closes_on),
    ...columns('title', title),
    ...columns('description', description),
    ...columns(
      'requirements',
      inBoth((language) => JSON.stringify(requirements[language])),
    ),
    ...columns('location', location),
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

function addressLists(pictures: Bilingual[]): Bilingual {
  return inBoth((language) => JSON.stringify(pictures.map((picture) => ({ url: picture[language] }))))
}

function inBoth(make: (language: (typeof LANGUAGES)[number]) => string): Bilingual {
  return Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as unknown as Bilingual
}
