import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { DATABASES, freshDatabaseOf } from '../../tests/support/databases.ts'
import { duringTests } from '../../tests/support/during-tests.ts'
import { listAuditTrail, recordInAuditTrail, verifyAuditTrail } from './audit-trail.ts'
import { openDatabase } from './database/connection.ts'
import type { Queries } from './database/database.ts'
import { migrate } from './database/migrate.ts'

describe.each(DATABASES)('the audit trail on %s', (name) => {
  const settings = duringTests(freshDatabaseOf(name))
  const database = duringTests(() => openDatabase(settings))
  beforeAll(async () => {
    await migrate(database)
  })

  const record = (words: string, by = database) =>
    by.write((queries) =>
      recordInAuditTrail(queries, { action: 'export', actor: 'a test', words: { words } }, new Date()),
    )
  const verified = (kept?: string) => database.snapshot((queries) => verifyAuditTrail(queries, kept))

  /** Changes made by the owner of the database, undone afterwards. */
  async function tamper<Result>(statements: string[], look: (queries: Queries) => Promise<Result>) {
    const guards =
      name === 'SQLite'
        ? ['update', 'delete', 'replacement'].map((act) => `drop trigger audit_trail_refuses_${act}`)
        : ['alter table audit_trail disable trigger user']
    let result: Result | undefined
    const tampering = database.write(async (queries) => {
      for (const statement of [...guards, ...statements]) await sql.raw(statement).execute(queries)
      result = await look(queries)
      throw new Error('taken back')
    })
    await expect(tampering).rejects.toThrow('taken back')
    return result as Result
  }

  test('is whole while it is empty', async () => {
    expect(await verified()).toEqual({ entries: 0, hash: '' })
  })

  test('names who did what, newest first, and is whole after every entry', async () => {
    for (const words of ['one', 'two', 'three', 'four']) await record(words)
    expect(await listAuditTrail(database.queries)).toMatchObject([
      { number: 4, actor: 'a test', action: 'export', words: { words: 'four' } },
      { number: 3, actor: 'a test', action: 'export', words: { words: 'three' } },
      { number: 2 },
      { number: 1 },
    ])
    expect(await verified()).toEqual({ entries: 4, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  test.each([
    "update audit_trail set actor = 'somebody else'",
    'delete from audit_trail',
    'delete from audit_trail where number = 2',
    ...(name === 'SQLite'
      ? ["insert or replace into audit_trail values (2, '', 'x', '', '', '{}', 'y', 'z')"]
      : [
          'truncate audit_trail',
          "insert into audit_trail values (2, '', '', '', '', '', '', '') on conflict (number) do update set actor = 'x'",
        ]),
  ])('the database refuses: %s', async (statement) => {
    await expect(sql.raw(statement).execute(database.queries)).rejects.toThrow('can only be added to')
    expect(await verified()).toMatchObject({ entries: 4 })
  })

  test.each([
    ['was changed', ["update audit_trail set actor = 'somebody else' where number = 2"], 2],
    ['says another moment', ["update audit_trail set happened_at = '2020-01-01T00:00:00.000Z' where number = 3"], 3],
    ['was taken away', ['delete from audit_trail where number = 2'], 3],
    ['was taken away and the others moved up', ['delete from audit_trail where number = 2', ...moved(-1, [3, 4])], 2],
    ['was put in between', [...moved(1, [4, 3]), copyOf(1, 3)], 3],
    ['changed places with another', [...moved(97, [2]), ...moved(-1, [3]), ...moved(-96, [99])], 2],
    ['was taken away at the end', ['delete from audit_trail where number > 3'], 4],
    ['was added without the one before', [copyOf(4, 5)], 5],
  ])('an entry that %s is told', async (_what, statements, number) => {
    const { broken } = await tamper(statements, (queries) => verifyAuditTrail(queries))
    expect(broken?.number).toBe(number)
    expect((await verified()).broken).toBeUndefined()
  })

  test('a hash kept elsewhere reveals a cut-off end', async () => {
    const { hash } = await verified()
    expect(await verified(hash)).toMatchObject({ isKeptFound: true })
    const withItsTrace = [
      'delete from audit_trail where number = 4',
      'update audit_trail_head set number = 3, hash = (select hash from audit_trail where number = 3)',
    ]
    const verdict = await tamper(withItsTrace, (queries) => verifyAuditTrail(queries, hash))
    expect(verdict).toEqual({ entries: 3, hash: expect.any(String), isKeptFound: false })
  })

  test('many that write at once through two connections make one chain', async () => {
    const other = await openDatabase(settings)
    await Promise.all(Array.from({ length: 60 }, (_, index) => record(`${index}`, index % 2 ? database : other)))
    await other.close()
    expect(await verified()).toEqual({ entries: 64, hash: expect.any(String) })
  })

  test('a failed call leaves no entry', async () => {
    const failing = database.write(async (queries) => {
      await recordInAuditTrail(queries, { action: 'export', actor: 'a test' }, new Date())
      throw new Error('afterwards')
    })
    await expect(failing).rejects.toThrow('afterwards')
    await record('the next')
    expect(await verified()).toEqual({ entries: 65, hash: expect.any(String) })
  })
})

function moved(by: number, numbers: number[]) {
  return numbers.map((number) => `update audit_trail set number = ${number + by} where number = ${number}`)
}

/** A copy of an entry, with other hashes, because they are unique. */
function copyOf(number: number, as: number) {
  return `insert into audit_trail select ${as}, happened_at, actor, action, subject, details, 'a', 'b' from audit_trail where number = ${number}`
}
