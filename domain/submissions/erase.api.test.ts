import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { DATABASES, freshDatabaseOf } from '../../tests/support/databases.ts'
import { storeInternship } from '../../tests/support/desk-submissions.ts'
import { openDatabase } from '../platform/database/connection.ts'
import type { Database } from '../platform/database/database.ts'
import { eraseSubmission } from './erase.ts'

const now = new Date('2026-03-01T09:00:00.000Z')

async function storeLetter({ queries }: Database, references: string[]) {
  const id = randomUUID()
  const words = {
    language: 'en',
    subject: 'Your application',
    body: 'Thank you.',
    reply_to: 'team',
  } as const
  await queries
    .insertInto('letters')
    .values({ id, kind: 'decline', author_id: null, created_at: now.toISOString(), ...words })
    .execute()
  const rows = await queries.selectFrom('submissions').select('id').where('reference', 'in', references).execute()
  await queries
    .insertInto('letter_submissions')
    .values(rows.map((row) => ({ letter_id: id, submission_id: row.id })))
    .execute()
  return id
}

describe.each(DATABASES)('erasing on %s', (name) => {
  const fresh = freshDatabaseOf(name)

  test('a letter goes with the last application it was about, and letters to others stay', async () => {
    const database = await openDatabase(await fresh())
    const desk = { database, clock: { now } }
    const [first, second, other] = [
      await storeInternship(desk),
      await storeInternship(desk),
      await storeInternship(desk),
    ]
    const shared = await storeLetter(database, [first, second])
    const another = await storeLetter(database, [other])
    const letters = async () =>
      (await database.queries.selectFrom('letters').select('id').execute()).map(({ id }) => id)

    await eraseSubmission(database, first, { actor: 'somebody', now })
    expect((await letters()).sort()).toEqual([shared, another].sort())
    await eraseSubmission(database, second, { actor: 'somebody', now })
    expect(await letters()).toEqual([another])
    await database.close()
  })
})
