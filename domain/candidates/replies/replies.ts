import type { Queries } from '../../platform/database/database.ts'

export async function repliesOf(queries: Queries, submissionId: string) {
  const rows = await queries
    .selectFrom('replies')
    .select(['id', 'kind', 'received_at as receivedAt', 'from_address as from', 'from_name as fromName'])
    .select(['is_other_address', 'subject', 'text', 'whole_text as wholeText', 'dropped'])
    .select(['bounce_code as bounceCode', 'mail_id as mailId', 'author_id as authorId'])
    .where('submission_id', '=', submissionId)
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ is_other_address, dropped, ...reply }) => ({
    ...reply,
    isOtherAddress: is_other_address === 1,
    dropped: JSON.parse(dropped) as { name: string; size: number }[],
  }))
}
