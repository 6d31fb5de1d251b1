import { sql } from 'kysely'
import type { Database, Queries } from './connection.ts'

type Work = (queries: Queries) => Promise<unknown>

interface Waiting {
  work: Work
  resolve(result: unknown): void
  reject(error: unknown): void
}

/**
 * What arrives while the disk is busy shares the next commit. SQLite flushes to the disk once for each transaction, so fifty visitors
 * at once would wait in line for fifty flushes. Each piece of work stands behind a savepoint of its own: one that fails takes nobody with it.
 */
export function groupCommits(exclusively: Database['exclusively']): Database['write'] {
  const waiting: Waiting[] = []
  let isCommitting = false

  return <Result>(work: (queries: Queries) => Promise<Result>) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ work, resolve: resolve as Waiting['resolve'], reject })
      if (!isCommitting) {
        isCommitting = true
        setImmediate(commitAll)
      }
    })

  async function commitAll() {
    while (waiting.length > 0) {
      const group = waiting.splice(0, MOST_IN_ONE_COMMIT)
      await commitTogether(group)
    }
    isCommitting = false
  }

  async function commitTogether(group: Waiting[]) {
    try {
      const endings = await exclusively(async (queries) => {
        const done: (() => void)[] = []
        for (const each of group) done.push(await runBehindSavepoint(queries, each))
        return done
      })
      for (const end of endings) end()
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }
}

const MOST_IN_ONE_COMMIT = 100

async function runBehindSavepoint(queries: Queries, { work, resolve, reject }: Waiting): Promise<() => void> {
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
