import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Queries } from './database.ts'

type Work = (queries: Queries) => Promise<unknown>

interface QueuedWork {
  work: Work
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** SQLite calls fsync once per transaction: waiting writes share one. Each has a savepoint, so a failure rolls back alone. */
export function groupCommits(
  exclusively: Database['exclusively'],
  maxMilliseconds = MAX_GROUP_MILLISECONDS,
): Database['write'] {
  const queue: QueuedWork[] = []
  let isCommitting = false

  return <Result>(work: (queries: Queries) => Promise<Result>) =>
    new Promise<Result>((resolve, reject) => {
      queue.push({ work, resolve: resolve as QueuedWork['resolve'], reject })
      if (!isCommitting) {
        isCommitting = true
        setImmediate(commitGroup)
      }
    })

  async function commitGroup() {
    const group: QueuedWork[] = []
    try {
      const settlements = await exclusively(async (queries) => {
        const settlements: (() => void)[] = []
        const startedAt = performance.now()
        do {
          const next = queue.shift() as QueuedWork
          group.push(next)
          settlements.push(await runBehindSavepoint(queries, next))
        } while (queue.length > 0 && performance.now() - startedAt < maxMilliseconds)
        return settlements
      })
      for (const settle of settlements) settle()
    } catch (error) {
      // A transaction that could not begin has taken nothing from the queue.
      for (const { reject } of group.length > 0 ? group : queue.splice(0)) reject(error)
    }
    for (let turn = 0; queue.length > 0 && turn < TURNS_BETWEEN_GROUPS; turn++) await nextTurn()
    if (queue.length > 0) commitGroup()
    else isCommitting = false
  }
}

/** SQLite works in this thread: no request is answered until the group is committed. */
const MAX_GROUP_MILLISECONDS = 20
/** Node accepts one connection in each turn of its event loop. */
const TURNS_BETWEEN_GROUPS = 16

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
