import { existsSync } from 'node:fs'
import path from 'node:path'
import { recordInAuditTrail, SERVER } from '../platform/audit-trail.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import { adoptContent, recordsChangedInDesk } from './adopt-content.ts'
import { type ContentSource, describeFault, faultsIn, inWords, readSource } from './content-faults.ts'
import { type Bilingual, type Content, type ContentFile, contentSchema, jobsSpeltAlike } from './content-schema.ts'
import { recordScheduleEnd } from './end-schedule.ts'
import { FACT_TYPES, type FactType } from './facts.ts'
import { uploadedAt } from './pictures/paths.ts'
import {
  addFolderPictures,
  type FolderPicture,
  PICTURES_FILE,
  picturesFile,
  readPictureFiles,
} from './pictures/picture-folder.ts'
import { pictureHash, readPicture } from './pictures.ts'
import { insertAll, replacePublished, withDates } from './published.ts'

/** What is wrong with content/, one line for each fault, each naming the file, its line, the record and the field. */
export class ContentError extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.name = 'ContentError'
    this.faults = faults
  }
}

/** What the files would overwrite; one line for each record that was changed in the desk and says something else there. */
export class ChangedInDesk extends Error {
  readonly records: string[]

  constructor(records: string[]) {
    super(records.join('\n'))
    this.name = 'ChangedInDesk'
    this.records = records
  }
}

interface LoadOptions {
  /** Overwrite what was changed in the desk; it stays in the history there. */
  replace?: boolean
  /** Who does it, for the audit trail. */
  actor?: string
}

interface Loaded {
  /** Records whose schedules ended, like `jobs/3`. */
  endedSchedules: string[]
  /** What is loaded and should be looked at; one line each, like a fault. */
  remarks: string[]
}

/** Checks every file, then replaces what is published in one transaction. Drafts stay. */
export async function loadContent(
  database: Database,
  contentDirectory: string,
  now = new Date(),
  { replace = false, actor = SERVER }: LoadOptions = {},
): Promise<Loaded> {
  const { pictures, remarks, ...content } = await readContent(contentDirectory, await uploadedIn(database.queries))
  return database.exclusively(async (queries) => {
    const changed = replace ? [] : await recordsChangedInDesk(queries, withDates(content, now))
    if (changed.length > 0) throw new ChangedInDesk(changed)
    await keepRequisitions(queries, content.jobs, contentDirectory)
    await addFolderPictures(queries, pictures, now)
    const ended = await replaceContent(queries, content, now)
    if (replace) await recordInAuditTrail(queries, { action: 'content.replace', actor }, now)
    for (const record of ended) await recordScheduleEnd(queries, record, actor, now)
    return { endedSchedules: ended.map(({ type, id }) => `${type}/${id}`), remarks }
  })
}

/** The first start: of two processes that find the tables empty, one loads. */
export async function loadContentOnce(
  database: Database,
  contentDirectory: string,
  now = new Date(),
  starterDirectory = contentDirectory,
): Promise<void> {
  if (await hasContent(database.queries)) return loadMissingFacts(database, [contentDirectory, starterDirectory], now)
  const { pictures, remarks: _, ...content } = await readContent(contentDirectory, await uploadedIn(database.queries))
  await database.exclusively(async (queries) => {
    if (await hasContent(queries)) return
    await keepRequisitions(queries, content.jobs, contentDirectory)
    await addFolderPictures(queries, pictures, now)
    await replaceContent(queries, content, now)
  })
}

/**
 * A database of a release that knew fewer types gets those that it lacks, and stays as it is otherwise. A folder of the company's own that
 * lacks them, too, leaves them to the starter content: it is what the site has shown until then.
 */
async function loadMissingFacts(database: Database, directories: string[], now: Date) {
  if ((await missingFacts(database.queries)).length === 0) return
  await database.exclusively(async (queries) => {
    const content: Partial<Pick<Content, FactType>> = {}
    const faults: string[] = []
    for (const type of await missingFacts(queries)) {
      const directory = directories.find((each) => existsSync(path.join(each, `${type}.json`))) ?? directories[0]
      Object.assign(content, { [type]: await readFile(directory as string, type, faults) })
    }
    if (faults.length > 0) throw new ContentError(faults)
    await adoptContent(queries, content, now)
  })
}

async function missingFacts(queries: Queries): Promise<FactType[]> {
  const rows = await queries
    .selectFrom('content_records')
    .select('type')
    .distinct()
    .where('type', 'in', [...FACT_TYPES])
    .execute()
  return FACT_TYPES.filter((type) => !rows.some((row) => row.type === type))
}

async function hasContent(queries: Queries) {
  return (await queries.selectFrom('content_version').select('version').executeTakeFirst()) !== undefined
}

/** Checks every file and every picture before it complains, so that one look tells all that is to be mended. */
export async function readContent(
  contentDirectory: string,
  known: readonly string[] = [],
): Promise<Content & { pictures: FolderPicture[]; remarks: string[] }> {
  if (!existsSync(contentDirectory)) throw new ContentError([`there is no folder ${contentDirectory}`])
  const imagesDirectory = path.join(contentDirectory, 'images')
  const content: Record<string, unknown> = {}
  const faults: string[] = []
  const pictures = await readUploadedPictures(contentDirectory, faults)
  const uploaded = new Set([...known, ...pictures.map(({ id }) => id)])
  for (const file of Object.keys(contentSchema) as ContentFile[]) {
    const pictured = { imagesDirectory, uploaded }
    content[file] = await readFile(contentDirectory, file, faults, pictured)
  }
  if (faults.length > 0) throw new ContentError(faults)
  const remarks = await differingNames(contentDirectory)
  return { ...(content as Content), pictures, remarks }
}

async function differingNames(contentDirectory: string): Promise<string[]> {
  const source = await readSource(contentDirectory, 'jobs.json')
  return faultsIn(source, jobsSpeltAlike.safeParse(source.records, { error: inWords }))
}

interface Pictured {
  imagesDirectory: string
  uploaded: ReadonlySet<string>
}

/** The checked records of a file; undefined if it has faults, which are added to the others. */
async function readFile(contentDirectory: string, file: ContentFile, faults: string[], pictured?: Pictured) {
  const source = await readSource(contentDirectory, `${file}.json`)
  const checked = contentSchema[file].safeParse(inTodaysForm(file, source.records), { error: inWords })
  const found = faultsIn(source, checked)
  faults.push(...found)
  if (found.length > 0) return
  return pictured ? withPictureAddresses(checked.data, pictured, reportTo(faults, source)) : checked.data
}

/** Folders of earlier releases have the year of the foundation where nobody showed it; now it stands in company.json. */
function inTodaysForm(file: ContentFile, records: unknown) {
  if (file !== 'contact-info' || typeof records !== 'object' || records === null) return records
  const { founded: _year, ...contactInfo } = records as { founded?: unknown }
  return contactInfo
}

/** The pictures that were uploaded at the desk, by their ids. */
async function uploadedIn(queries: Queries): Promise<string[]> {
  const rows = await queries.selectFrom('pictures').select('id').execute()
  return rows.map(({ id }) => id)
}

/** Only where somebody has uploaded some; the starter content has none. */
async function readUploadedPictures(contentDirectory: string, faults: string[]): Promise<FolderPicture[]> {
  if (!existsSync(path.join(contentDirectory, PICTURES_FILE))) return []
  const source = await readSource(contentDirectory, PICTURES_FILE)
  const checked = picturesFile.safeParse(source.records, { error: inWords })
  faults.push(...faultsIn(source, checked))
  const report = reportTo(faults, source)
  const pictures: FolderPicture[] = []
  for (const [index, described] of (checked.data ?? []).entries()) {
    const picture = await readPictureFiles(contentDirectory, described)
    if ('missing' in picture) report([index], `has no file ${picture.missing}`)
    else pictures.push(picture)
  }
  return pictures
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
async function withPictureAddresses(records: unknown, { imagesDirectory, uploaded }: Pictured, report: Report) {
  if (!Array.isArray(records)) return records
  const known = new Map<string, string>()

  async function addressOf(picture: string, keys: PropertyKey[]) {
    const upload = uploadedAt(picture)
    if (upload && uploaded.has(upload.id)) return upload.address
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
    for (const [number, image] of record.images?.entries() ?? [])
      Object.assign(image, await addressesOf(image, [index, 'images', number]))
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
  const published = withDates(content, now)
  await replacePublished(queries, published, now)
  return adoptContent(queries, published, now)
}
