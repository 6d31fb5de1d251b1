import type { Queries } from '../platform/database/database.ts'
import { type ContentType, mapParts, type Parts, wholePart } from './content-model.ts'
import { partsWithRevisions } from './parts-with-revisions.ts'

export interface Placed {
  id: number
  position: number
  parts: Parts
}

/** All that is published of a type, in its order. */
export async function publishedRecords(queries: Queries, type: ContentType): Promise<Placed[]> {
  const rows = await partsWithRevisions(queries)
    .whereRef('revision.number', '=', 'part.published_number')
    .innerJoin('content_records as record', (join) =>
      join.onRef('record.type', '=', 'part.type').onRef('record.id', '=', 'part.record_id'),
    )
    .where('record.type', '=', type)
    .where('record.is_published', '=', 1)
    .select(['record.id', 'record.position', 'part.part', 'revision.fields'])
    .orderBy('record.position')
    .orderBy('record.id')
    .execute()
  const records = new Map<number, Placed>()
  for (const { id, position, part, fields } of rows) {
    const record = records.get(id) ?? { id, position, parts: mapParts((each) => wholePart(type, each, {})) }
    record.parts[part] = wholePart(type, part, JSON.parse(fields))
    records.set(id, record)
  }
  return [...records.values()]
}
