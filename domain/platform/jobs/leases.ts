import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Queries } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'

/** What a process takes upon itself: nobody else does it until the lease ends, and anybody may afterwards. */
export interface Claim {
  now: Date
  leaseMilliseconds: number
  atMost: number
}

/** Those of the rows in `table` that are due and free, each for one process alone until the lease ends. */
export function claimRows<Table extends LeasedTable, Row extends { id: string }>(
  database: Database,
  table: Table,
  { now, leaseMilliseconds, atMost }: Claim,
  selectDue: (queries: Queries, moment: string) => SelectQueryBuilder<Tables, Table, Row>,
): Promise<Row[]> {
  const moment = now.toISOString()
  const leased_until = new Date(now.getTime() + leaseMilliseconds).toISOString()
  return database.write(async (queries) => {
    const claimed = await selectDue(queries, moment)
      .where(isFree(moment))
      .limit(atMost)
      .$call(skippingLocked(database))
      .execute()
    if (claimed.length > 0)
      await (queries as unknown as Kysely<{ leased: LeasedRow }>)
        .updateTable(table as unknown as 'leased')
        .set({ leased_until })
        .where(
          'id',
          'in',
          claimed.map(({ id }) => id),
        )
        .execute()
    return claimed
  })
}

/** No process has it at this moment, or the one that had it is gone. */
export const isFree = (moment: string) => sql<SqlBool>`(leased_until is null or leased_until <= ${moment})`

/** Past the rows that another process is choosing in the same moment. SQLite writes one transaction at a time. */
export const skippingLocked =
  ({ kind }: Pick<Database, 'kind'>) =>
  <Query extends { forUpdate(): { skipLocked(): Query } }>(query: Query): Query =>
    kind === 'postgres' ? query.forUpdate().skipLocked() : query

interface LeasedRow {
  id: string
  leased_until: string | null
}

type LeasedTable = {
  [Table in keyof Tables]: 'leased_until' | 'id' extends keyof Tables[Table] ? Table : never
}[keyof Tables]
