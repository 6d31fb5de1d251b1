import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Section } from '#contract/landing-pages.ts'
import { formatsIn } from '#texts/dates-and-numbers.ts'
import { inEachLanguage } from '#texts/languages.ts'
import { recordInAuditTrail, SERVER } from '../platform/audit-trail.ts'
import { calendarDay, daysAfter } from '../platform/calendar.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import { adoptContent, type ContentFiles, recordsChangedInDesk } from './adopt-content.ts'
import { checkArticlePictures, readArticleFiles } from './article-files.ts'
import { type ContentSource, describeFault, faultsIn, inWords, readSource } from './content-faults.ts'
import { fileSchemaOf, spellingSchemaOf } from './file-schema.ts'
import { picturesInSections } from './landing-sections.ts'
import { SINGLE_ID, splitRecord, valueAt } from './parts.ts'
import { pictureHash, readPicture, uploadedAt } from './pictures/files.ts'
import {
  addFolderPictures,
  type FolderPicture,
  PICTURES_FILE,
  picturesFile,
  readPictureFiles,
} from './pictures/picture-folder.ts'
import { beginVersion, putPublished } from './published.ts'
import { noticeJobsOfToday } from './published-jobs.ts'
import { recordScheduleEnd } from './records.ts'
import { insertRecords } from './revisions.ts'
import { type FieldModel, type Picture, SHARED } from './types/definition.ts'
import { CONTENT_TYPES, type ContentType, definitionOf } from './types/index.ts'

class RefusedContent extends Error {
  readonly lines: string[]

  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.name = new.target.name
    this.lines = lines
  }
}

/** One line for each fault of the files. */
export class ContentError extends RefusedContent {}

/** One line for each record that the files would overwrite. */
export class ChangedInDesk extends RefusedContent {}

interface LoadOptions {
  replace?: boolean
  actor?: string
}

interface Loaded {
  endedSchedules: string[]
  remarks: string[]
}

/** Checks every file, then replaces the published content in one transaction. Drafts stay. */
export async function loadContent(
  database: Database,
  contentDirectory: string,
  now = new Date(),
  { replace = false, actor = SERVER }: LoadOptions = {},
): Promise<Loaded> {
  const { files, pictures, remarks } = await readContent(contentDirectory, await uploadedIn(database.queries))
  const content = withCalendarDays(files, now)
  return database.exclusively(async (queries) => {
    const changed = replace ? [] : await recordsChangedInDesk(queries, content)
    if (changed.length > 0) throw new ChangedInDesk(changed)
    const ended = await replaceContent(queries, { content, pictures, contentDirectory }, now)
    if (replace) await recordInAuditTrail(queries, { action: 'content.replace', actor }, now)
    for (const record of ended) await recordScheduleEnd(queries, record, actor, now)
    return { endedSchedules: ended.map(({ type, id }) => `${type}/${id}`), remarks }
  })
}

/** The first start: of two processes that find the tables empty, one loads. */
export async function loadContentOnce(database: Database, contentDirectory: string, now = new Date()): Promise<void> {
  if (await hasContent(database.queries)) return addMissingPages(database, now)
  const { files, pictures } = await readContent(contentDirectory, await uploadedIn(database.queries))
  await database.exclusively(async (queries) => {
    if (await hasContent(queries)) return
    await replaceContent(queries, { content: withCalendarDays(files, now), pictures, contentDirectory }, now)
  })
}

/** A database of an earlier release lacks the records of pages: they begin with the starter content. */
async function addMissingPages(database: Database, now: Date) {
  if ((await typesWithoutRecord(database.queries)).length === 0) return
  await database.exclusively(async (queries) => {
    // Others may have added them meanwhile.
    const missing = await typesWithoutRecord(queries)
    if (missing.length === 0) return
    await beginVersion(queries, now)
    for (const type of missing) {
      const record = fileSchemaOf(type).parse(definitionOf(type).starter) as object
      const added = { id: SINGLE_ID, position: 0, parts: splitRecord(type, record) }
      await insertRecords(queries, type, [added], { author: null, moment: now.toISOString(), isPublished: true })
      await putPublished(queries, type, [added])
    }
  })
}

const TYPES_WITH_STARTER = CONTENT_TYPES.filter((type) => definitionOf(type).starter)

async function typesWithoutRecord(queries: Queries): Promise<ContentType[]> {
  const rows = await queries
    .selectFrom('content_records')
    .select('type')
    .where('type', 'in', TYPES_WITH_STARTER)
    .execute()
  return TYPES_WITH_STARTER.filter((type) => !rows.some((row) => row.type === type))
}

interface Replacement {
  content: ContentFiles
  pictures: FolderPicture[]
  contentDirectory: string
}

async function replaceContent(queries: Queries, { content, pictures, contentDirectory }: Replacement, now: Date) {
  await refuseOtherValues(queries, content, contentDirectory)
  await addFolderPictures(queries, pictures, now)
  // First, so that others who publish meanwhile wait.
  await beginVersion(queries, now)
  const ended = await adoptContent(queries, content, now)
  await noticeJobsOfToday(queries, now)
  return ended
}

function withCalendarDays(files: ContentFiles, now: Date): ContentFiles {
  const today = calendarDay(now, (files['contact-info'] as { time_zone: string }).time_zone)
  const content = { ...files }
  for (const type of CONTENT_TYPES) content[type] = withDays(type, files[type], today)
  return content
}

/** Replaces days that the file counts from the day of loading. */
export function withDays(type: ContentType, records: object | object[], today: string): object | object[] {
  const relative = definitionOf(type).fields.filter(({ canBeRelative }) => canBeRelative)
  if (relative.length === 0) return records
  return (records as Record<string, unknown>[]).map((record) => {
    const days = relative.map((field) => [field.name, dayIn(field, record[field.name], today)])
    return { ...record, ...Object.fromEntries(days) }
  })
}

function dayIn({ in: place }: FieldModel, written: unknown, today: string) {
  const { days_from_loading } = Object(written) as { days_from_loading?: number }
  if (days_from_loading === undefined) return written
  const day = daysAfter(today, days_from_loading)
  return place === SHARED ? day : inEachLanguage((language) => formatsIn(language, 'UTC').month(day))
}

async function hasContent(queries: Queries) {
  return (await queries.selectFrom('content_version').select('version').executeTakeFirst()) !== undefined
}

/** Checks everything before it throws, so that one run shows every fault. */
export async function readContent(
  contentDirectory: string,
  known: readonly string[] = [],
): Promise<{ files: ContentFiles; pictures: FolderPicture[]; remarks: string[] }> {
  if (!existsSync(contentDirectory)) throw new ContentError([`there is no folder ${contentDirectory}`])
  const files = {} as ContentFiles
  const [faults, remarks]: [string[], string[]] = [[], []]
  const pictures = await readUploadedPictures(contentDirectory, faults)
  const uploaded = new Set([...known, ...pictures.map(({ id }) => id)])
  for (const type of CONTENT_TYPES) {
    const source = await sourceOf(type, contentDirectory)
    await readArticleFiles(type, source.records, contentDirectory, reportTo(faults, source))
    const checked = fileSchemaOf(type).safeParse(source.records, { error: inWords })
    const found = faultsIn(source, checked)
    faults.push(...found)
    if (found.length > 0) continue
    const spelled = spellingSchemaOf(type)?.safeParse(source.records, { error: inWords })
    if (spelled) remarks.push(...faultsIn(source, spelled))
    files[type] = checked.data as object
    const pictured = { imagesDirectory: path.join(contentDirectory, 'images'), uploaded }
    await addPictureAddresses(type, files[type], pictured, reportTo(faults, source))
    checkArticlePictures(type, files[type], uploaded, reportTo(faults, source))
  }
  if (faults.length > 0) throw new ContentError(faults)
  return { files, pictures, remarks }
}

/** A folder of an earlier release lacks the files of pages. */
async function sourceOf(type: ContentType, contentDirectory: string): Promise<ContentSource> {
  const name = `${type}.json`
  const { starter } = definitionOf(type)
  if (!starter || existsSync(path.join(contentDirectory, name))) return readSource(contentDirectory, name)
  return { name, text: JSON.stringify(starter), records: structuredClone(starter) }
}

interface Pictured {
  imagesDirectory: string
  uploaded: ReadonlySet<string>
}

async function uploadedIn(queries: Queries): Promise<string[]> {
  const rows = await queries.selectFrom('pictures').select('id').execute()
  return rows.map(({ id }) => id)
}

async function readUploadedPictures(contentDirectory: string, faults: string[]): Promise<FolderPicture[]> {
  if (!existsSync(path.join(contentDirectory, PICTURES_FILE))) return []
  const source = await readSource(contentDirectory, PICTURES_FILE)
  const checked = picturesFile.safeParse(source.records, { error: inWords })
  faults.push(...faultsIn(source, checked))
  const report = reportTo(faults, source)
  const pictures: FolderPicture[] = []
  for (const [index, described] of (checked.data ?? []).entries()) {
    const picture = await readPictureFiles(contentDirectory, described)
    if ('fault' in picture) report([index], picture.fault)
    else pictures.push(picture)
  }
  return pictures
}

type Report = (keys: PropertyKey[], message: string) => void

/** Each fault once: one picture may serve both languages. */
function reportTo(faults: string[], source: ContentSource): Report {
  return (keys, message) => {
    const fault = describeFault(source, keys, message)
    if (!faults.includes(fault)) faults.push(fault)
  }
}

/** The address holds the hash of the bytes, so a browser may keep it for ever. */
async function addPictureAddresses(
  type: ContentType,
  records: object | object[],
  { imagesDirectory, uploaded }: Pictured,
  report: Report,
) {
  const fields = definitionOf(type).fields.filter(({ kind }) => kind === 'picture' || kind === 'pictures')
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

  for (const [index, record] of ([records].flat() as Record<string, Section[] | undefined>[]).entries())
    for (const { name, kind } of definitionOf(type).fields)
      if (kind === 'landing-sections')
        for (const picture of picturesInSections(record[name] ?? [])) {
          picture.en = await addressOf(picture.en, [index, name])
          picture.ar = await addressOf(picture.ar, [index, name])
        }

  // One after the other: a system limits the number of open files.
  for (const [index, record] of [records].flat().entries())
    for (const { at } of fields) {
      const value = valueAt(record, at) as Picture | Picture[] | undefined
      for (const [number, picture] of [value ?? []].flat().entries()) {
        const keys = Array.isArray(value) ? [index, ...at, number] : [index, ...at]
        picture.en = await addressOf(picture.en, keys)
        picture.ar = await addressOf(picture.ar, keys)
      }
    }
}

/** Refuses files that change a permanent value, or give it to another record. */
async function refuseOtherValues(queries: Queries, content: ContentFiles, contentDirectory: string) {
  const faults: string[] = []
  for (const type of CONTENT_TYPES) {
    const { permanent } = definitionOf(type)
    if (!permanent) continue
    const { field, changed, taken } = permanent
    const given = await permanent.given(queries)
    const valueById = new Map(given.map(({ id, value }) => [id, value]))
    const ownerByValue = new Map(given.map(({ id, value }) => [value, id]))
    const report = reportTo(faults, await readSource(contentDirectory, `${type}.json`))
    for (const [index, record] of (content[type] as Record<string, unknown>[]).entries()) {
      const [id, value] = [record.id as number, String(record[field])]
      const before = valueById.get(id) ?? value
      const owner = ownerByValue.get(value) ?? id
      if (before !== value) report([index, field], changed.message(before))
      else if (owner !== id) report([index, field], taken.message(owner))
    }
  }
  if (faults.length > 0) throw new ContentError(faults)
}
