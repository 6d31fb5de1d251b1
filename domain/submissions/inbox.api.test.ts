import { describe, expect, test } from 'vitest'
import { DATABASES, freshDatabaseOf } from '../../tests/support/databases.ts'
import { storeMessage } from '../../tests/support/desk-submissions.ts'
import { openDatabase } from '../platform/database/connection.ts'
import { countedOnce } from './inbox.ts'
import { countSubmissions } from './list-submissions.ts'

describe.each(DATABASES)('counts on %s', (name) => {
  const fresh = freshDatabaseOf(name)

  test('are of this moment among few, and kept for a while among many', async () => {
    const database = await openDatabase(await fresh())
    const { queries } = database
    let stored = 0
    const storeOne = () => storeMessage({ database, clock: { now: new Date(2026, 2, 1, 9, 0, stored++) } })
    const countUpToThree = countedOnce(countSubmissions, (count) => count, 3)
    for (const expected of [1, 2, 3]) {
      await storeOne()
      expect(await countUpToThree(queries)).toBe(expected)
    }
    await storeOne()
    expect(await countUpToThree(queries)).toBe(3)
    expect(await countedOnce(countSubmissions, (count) => count)(queries)).toBe(4)
    await database.close()
  })
})
