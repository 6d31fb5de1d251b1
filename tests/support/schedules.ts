import type { ContentType } from '#domain/content/types/index.ts'
import type { OpenDesk } from './start-desk.ts'

const MINUTE = 60_000

/** Moves a schedule into the past. */
export async function letItsTimeCome({ database }: OpenDesk, type: ContentType, id: number) {
  const justNow = new Date(Date.now() - MINUTE).toISOString()
  await database.write((queries) =>
    queries
      .updateTable('content_parts')
      .set({ publish_at: justNow })
      .where('type', '=', type)
      .where('record_id', '=', id)
      .where('publish_at', 'is not', null)
      .execute(),
  )
}
