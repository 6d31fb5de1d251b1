import { DummyDriver, Kysely, type QueryId, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import type { Queries } from './database.ts'
import { groupCommits } from './group-commits.ts'
import type { Tables } from './tables.ts'

/** Records statements; a commit ends when the test says so. */
function recordCommits({ fails = false, maxMilliseconds = Infinity } = {}) {
  const statements: string[] = []
  const groups: string[][] = []
  const queries: Queries = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new SqliteIntrospector(database),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    log: ({ query }) => void statements.push((query as { sql: string; queryId: QueryId }).sql),
  })
  const exclusively = async <Result>(work: (queries: Queries) => Promise<Result>) => {
    const before = statements.length
    const result = await work(queries)
    groups.push(statements.slice(before))
    if (fails) throw new Error('the disk is full')
    return result
  }
  return { write: groupCommits(exclusively, maxMilliseconds), statements, groups }
}

test('writes that arrive together share a commit, each behind its own savepoint', async () => {
  const { write, groups } = recordCommits()
  const results = await Promise.all([1, 2, 3].map((number) => write(async () => number)))
  expect(results).toEqual([1, 2, 3])
  expect(groups).toEqual([Array(3).fill(['savepoint one', 'release one']).flat()])
})

test('writes that arrive during a commit share the next', async () => {
  const { write, groups } = recordCommits()
  const later: Promise<string>[] = []
  const first = write(async () => {
    later.push(
      write(async () => 'second'),
      write(async () => 'third'),
    )
    return 'first'
  })
  expect(await first).toBe('first')
  expect(await Promise.all(later)).toEqual(['second', 'third'])
  expect(groups.map((group) => group.length)).toEqual([6])
})

test('work that fails is rolled back alone', async () => {
  const { write, groups } = recordCommits()
  const outcomes = await Promise.allSettled([
    write(async () => 'kept'),
    write(async () => Promise.reject(new Error('broken'))),
    write(async () => 'kept too'),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(groups[0]).toContain('rollback to one')
})

test('every write of a group fails with its commit', async () => {
  const { write } = recordCommits({ fails: true })
  const outcomes = await Promise.allSettled([write(async () => 1), write(async () => 2)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('a group that takes long is committed, and others get their turn before the next', async () => {
  const { write, groups } = recordCommits({ maxMilliseconds: 0 })
  const order: string[] = []
  const takeLong = async () => {
    order.push('stored')
    setImmediate(() => order.push('answered'))
  }
  await Promise.all([write(takeLong), write(takeLong)])
  expect(groups).toHaveLength(2)
  expect(order).toEqual(['stored', 'answered', 'stored'])
})

test('a transaction that cannot begin fails every waiting write', async () => {
  const write = groupCommits(() => Promise.reject(new Error('the database is locked')))
  const outcomes = await Promise.allSettled([write(async () => 1), write(async () => 2)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
