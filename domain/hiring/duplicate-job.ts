import { createRecord, saveDraft } from '../content/drafts.ts'
import { readRecord } from '../content/records.ts'
import { PARTS } from '../content/types/definition.ts'
import type { Queries } from '../platform/database/database.ts'
import { copySetUp } from './set-up.ts'

/** Of the first job alone: boards know it by its number, and its days are over. */
const NOT_COPIED = ['requisition', 'posted_on', 'closes_on']

/** A draft with the texts and the set-up; no applications. A repeated key finds the first copy. */
export async function duplicateJob(
  queries: Queries,
  jobId: number,
  { actorId, now, key }: { actorId: string; now: Date; key: string },
): Promise<number | undefined> {
  const source = await readRecord(queries, 'jobs', jobId)
  if (!source) return undefined
  const editing = { author: actorId, now }
  const id = await createRecord(queries, 'jobs', editing, key)
  const made = await readRecord(queries, 'jobs', id)
  const isNew = made && PARTS.every((part) => made.parts[part].number === 1)
  if (!made || !isNew) return id
  const changes = PARTS.map((part) => {
    const fields = Object.entries(source.parts[part].fields).filter(([name]) => !NOT_COPIED.includes(name))
    return { part, version: made.parts[part].version, fields: Object.fromEntries(fields) }
  })
  await saveDraft(queries, 'jobs', id, changes, editing)
  await copySetUp(queries, String(jobId), String(id), { actorId, now })
  return id
}
