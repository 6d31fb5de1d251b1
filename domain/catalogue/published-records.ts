import type { Queries } from '../database/connection.ts'
import { type ContentType, type Parts, wholePart } from './content-model.ts'
import { mapParts } from './revisions.ts'

export interface Placed {
  id: number
  position: number
  parts: Parts
}

/** All that is published of a type, in its order. */
export async function publishedRecords(queries: Queries, type: ContentType): Promise<Placed[]> {
  const rows = await queries
    .selectFrom('content_records')
    .innerJoin('content_parts', (join) =>
      join
        .onRef('content_parts.type', '=', 'content_records.type')
        .onRef('content_parts.record_id', '=', 'content_records.id'),
    )
    .innerJoin('content_revisions', (join) =>
      join
        .onRef('content_revisions.type', '=', 'content_parts.type')
        .onRef('content_revisions.record_id', '=', 'content_parts.record_id')
        .onRef('content_revisions.part', '=', 'content_parts.part')
        .onRef('content_revisions.number', '=', 'content_parts.published_number'),
    )
    .where('content_records.type', '=', type)
    .where('content_records.is_published', '=', 1)
    .select(['content_records.id', 'content_records.position', 'content_parts.part', 'content_revisions.fields'])
    .orderBy('content_records.position')
    .orderBy('content_records.id')
    .execute()
  const records = new Map<number, Placed>()
  for (const { id, position, part, fields } of rows) {
    const record = records.get(id) ?? { id, position, parts: mapParts((each) => wholePart(type, each, {})) }
    record.parts[part] = wholePart(type, part, JSON.parse(fields))
    records.set(id, record)
  }
  return [...records.values()]
}
