import { saveDraft } from '#domain/content/drafts.ts'
import { type PublishedRecord, publishedRecords, putPublished, removePublished } from '#domain/content/published.ts'
import { publishDrafts } from '#domain/content/publishing.ts'
import { readRecord } from '#domain/content/records.ts'
import type { Fields, Part } from '#domain/content/types/definition.ts'
import type { ContentType } from '#domain/content/types/index.ts'
import type { Database, Queries } from '#domain/platform/database/database.ts'

type Changes = Partial<Record<Part, Partial<Fields>>> & { id?: number; position?: number }

/** Changes a published record directly, or publishes a copy with another id. */
export async function changePublished(
  queries: Queries,
  type: ContentType,
  id: number,
  { shared, en, ar, ...place }: Changes,
): Promise<void> {
  const [record] = (await publishedRecords(queries, type, { id })) as [PublishedRecord]
  const parts = {
    shared: { ...record.parts.shared, ...shared } as Fields,
    en: { ...record.parts.en, ...en } as Fields,
    ar: { ...record.parts.ar, ...ar } as Fields,
  }
  // A copy has its own number.
  if (place.id !== undefined && type === 'jobs') parts.shared.requisition = `COPY-${place.id}`
  await putPublished(queries, type, [{ ...record, ...place, parts }])
}

export async function removePublishedJobs(queries: Queries, isMeant: (id: number) => boolean): Promise<void> {
  for (const { id } of await publishedRecords(queries, 'jobs'))
    if (isMeant(id)) await removePublished(queries, 'jobs', id)
}

/** Sets the company's time zone; returns the former one. */
export async function changeTimeZone(queries: Queries, time_zone: string): Promise<string> {
  const [record] = await publishedRecords(queries, 'contact-info')
  await changePublished(queries, 'contact-info', 1, { shared: { time_zone } })
  return String(record?.parts.shared.time_zone)
}

/** Of the first job, as an editor does it. */
export async function publishTitle(database: Database, title: string) {
  const now = new Date()
  await database.write(async (queries) => {
    const version = async () => (await readRecord(queries, 'jobs', 1))?.parts.en.version as number
    const change = { part: 'en' as const, version: await version(), fields: { title } }
    const editing = { author: 'editor', now }
    await saveDraft(queries, 'jobs', 1, [change], editing)
    await publishDrafts(queries, 'jobs', 1, [{ part: 'en', version: await version() }], editing)
  })
}
