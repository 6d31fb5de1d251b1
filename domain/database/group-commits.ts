import { sql } from 'kysely'
import type { Database, Queries } from './connection.ts'

type Work = (queries: Queries) => Promise<unknown>

interface QueuedWork {
  work: Work
  resolve(result: unknown): void
  reject(error: unknown): void
}

/**
 * Group commit: work that arrives while a commit is under way shares the next one. SQLite calls fsync once per transaction, so fifty
 * visitors at once would otherwise queue for fifty fsyncs. Each piece of work has a savepoint: one that fails is rolled back alone.
 */
export function groupCommits(exclusively: Database['exclusively']): Database['write'] {
  const queue: QueuedWork[] = []
  let isCommitting = false

  return <Result>(work: (queries: Queries) => Promise<Result>) =>
    new Promise<Result>((resolve, reject) => {
      queue.push({ work, resolve: resolve as QueuedWork['resolve'], reject })
      if (!isCommitting) {
        isCommitting = true
        setImmediate(commitAll)
      }
    })

  async function commitAll() {
    while (queue.length > 0) {
      const group = queue.splice(0, MAX_GROUP_SIZE)
      await commitTogether(group)
    }
    isCommitting = false
  }

  async function commitTogether(group: QueuedWork[]) {
    try {
      const settlements = await exclusively(async (queries) => {
        const settlements: (() => void)[] = []
        for (const each of group) settlements.push(await runBehindSavepoint(queries, each))
        return settlements
      })
      for (const settle of settlements) settle()
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }
}

const MAX_GROUP_SIZE = 100

async function runBehindSavepoint(queries: Queries, { work, resolve, reject }: QueuedWork): Promise<() => void> {
  await sql`savepoint one`.execute(queries)
  try {
    const result = await work(queries)
    await sql`release one`.execute(queries)
    return () => resolve(result)
  } catch (error) {
    await sql`rollback to one`.execute(queries)
    await sql`release one`.execute(queries)
    return () => reject(error)
  }
}
