import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DATABASES, emptyDatabaseOf } from '../../../tests/support/databases.ts'
import { openDatabase } from './connection.ts'
import { migrate } from './migrate.ts'
import { serverKey } from './server-keys.ts'

const operations = readFileSync(path.resolve(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
const [, statement = ''] = /`(delete from server_keys where [^`]+)`/.exec(operations) ?? []
const REPLACED = ['receipts', 'proofs', 'passkeys', 'rate-counters'] as const
/** Stored links, addresses and files depend on them. */
const KEPT = ['application-links', 'job-alerts', 'previews', 'replies', 'storage'] as const

describe.each(DATABASES)('keys of a leaked copy on %s', (name) => {
  const empty = emptyDatabaseOf(name)

  test('are replaced by the statement of the run-book, except those that stored links and files need', async () => {
    const settings = await empty()
    const database = await openDatabase(settings)
    await migrate(database)
    const keysOf = async (from: typeof database) =>
      Object.fromEntries(
        await Promise.all([...REPLACED, ...KEPT].map(async (each) => [each, await serverKey(from, each)])),
      )
    const before = await keysOf(database)
    await sql.raw(statement).execute(database.queries)
    await database.close()

    const restarted = await openDatabase(settings)
    const after = await keysOf(restarted)
    await restarted.close()
    const replaced = Object.keys(before).filter((purpose) => before[purpose] !== after[purpose])
    expect(replaced).toEqual([...REPLACED])
  })
})
