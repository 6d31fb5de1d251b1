import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DATABASES, emptyDatabaseOf } from '../../../tests/support/databases.ts'
import { openDatabase } from './connection.ts'
import { migrate } from './migrate.ts'
import { newestRelease } from './releases.ts'

const upgrade = { version: '2.10.0', from: '1.0.0', rollingFrom: '1.0.0' }

describe.each(DATABASES)('the release that uses a database of %s', (name) => {
  const empty = emptyDatabaseOf(name)

  test('is noted once: a second start writes nothing, so it succeeds where only reading is allowed', async () => {
    const settings = await empty()
    const database = await openDatabase(settings)
    await migrate(database, { upgrade })
    if (database.kind === 'sqlite') {
      await sql`create trigger only_reading before insert on releases begin select raise(abort, 'read only'); end`.execute(
        database.queries,
      )
      await migrate(database, { upgrade })
    } else {
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.queries)
      await sql`alter database ${sql.id(String(rows[0]?.name))} set default_transaction_read_only = on`.execute(
        database.queries,
      )
      const reading = await openDatabase(settings)
      await migrate(reading, { upgrade })
      await reading.close()
    }
    expect(await newestRelease(database.queries)).toBe(upgrade.version)
    await database.close()
  })
})
