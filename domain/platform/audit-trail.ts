import { createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Queries, Row } from './database/database.ts'

export interface AuditEntry {
  action: string
  /** Who did it: the id of a person of the desk, a user of the command line, the server itself, or a candidate. */
  actor: string
  /** Of the submission. Its stored form is recognisable only while the submission exists. */
  reference?: string | undefined
  /** An id that names no visitor. */
  subject?: string | undefined
  counts?: Record<string, number>
  /** Never a visitor's words. */
  words?: Record<string, string>
}

export interface Act {
  actor: string
  now: Date
}

export const SERVER = 'server'
export const CANDIDATE = 'candidate'
/** Somebody at the desk who is not signed in. */
export const STRANGER = 'desk'

type Entry = Row<'audit_trail'>

/** Last in the transaction of the act: on PostgreSQL the next entry waits until it ends. */
export async function recordInAuditTrail(queries: Queries, entry: AuditEntry, now: Date): Promise<void> {
  const { action, actor, reference, subject = '', counts = {}, words } = entry
  const stored = reference === undefined ? subject : await subjectOf(queries, reference)
  const { number, hash: previous_hash } = await queries
    .insertInto('audit_trail_head')
    .values({ id: 1, number: 1, hash: '' })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ number: sql`audit_trail_head.number + 1` }))
    .returning(['number', 'hash'])
    .executeTakeFirstOrThrow()
  const row = {
    number,
    happened_at: now.toISOString(),
    actor,
    action,
    subject: stored,
    details: JSON.stringify({ counts, ...(words && { words }) }),
    previous_hash,
  }
  const hash = hashOf(row)
  await queries
    .insertInto('audit_trail')
    .values({ ...row, hash })
    .execute()
  await queries.updateTable('audit_trail_head').set({ hash }).execute()
}

export interface ListedEntry extends Omit<Entry, 'details' | 'previous_hash' | 'hash'> {
  counts: Record<string, number>
  words: Record<string, string>
}

/** The newest first. */
export async function listAuditTrail(
  queries: Queries,
  reference?: string,
  { before, limit }: { before?: number | undefined; limit?: number | undefined } = {},
): Promise<ListedEntry[]> {
  const wanted = reference === undefined ? undefined : await subjectOf(queries, reference)
  if (wanted === '') return []
  const rows = await queries
    .selectFrom('audit_trail')
    .select(['number', 'happened_at', 'actor', 'action', 'subject', 'details'])
    .$if(wanted !== undefined, (query) => query.where('subject', '=', wanted as string))
    .$if(before !== undefined, (query) => query.where('number', '<', before as number))
    .$if(limit !== undefined, (query) => query.limit(limit as number))
    .orderBy('number', 'desc')
    .execute()
  return rows.map(({ details, ...entry }) => ({ ...entry, counts: {}, words: {}, ...JSON.parse(details) }))
}

/** Its hash, kept elsewhere, shows later whether anything up to here was changed. */
export async function headOfAuditTrail(queries: Queries): Promise<{ number: number; hash: string }> {
  const head = await queries.selectFrom('audit_trail_head').select(['number', 'hash']).executeTakeFirst()
  return head ?? { number: 0, hash: '' }
}

interface AuditVerdict {
  entries: number
  hash: string
  broken?: { number: number; because: string }
  isKeptFound?: boolean
}

/** Call it in a snapshot, or an entry added meanwhile looks like one too many. */
export async function verifyAuditTrail(queries: Queries, kept?: string): Promise<AuditVerdict> {
  const head = await headOfAuditTrail(queries)
  let [entries, hash, isKeptFound] = [0, '', false]
  for await (const row of rowsInOrder(queries)) {
    const because = faultOf(row, entries + 1, hash)
    if (because) return { entries, hash, broken: { number: row.number, because } }
    entries = row.number
    hash = row.hash
    isKeptFound ||= hash === kept
  }
  const whole = { entries, hash, ...(kept !== undefined && { isKeptFound }) }
  if (head.number > entries)
    return { ...whole, broken: { number: entries + 1, because: `it is missing, and so is all up to ${head.number}` } }
  if (head.number < entries || head.hash !== hash)
    return { ...whole, broken: { number: entries, because: 'it is not the one that was last added' } }
  return whole
}

function faultOf(row: Entry, number: number, previousHash: string) {
  if (row.number !== number) return `entry ${number} is missing before it`
  if (row.hash !== hashOf(row)) return 'it was changed'
  return row.previous_hash === previousHash ? undefined : 'it does not follow the entry before it'
}

const ROWS_AT_ONCE = 500

async function* rowsInOrder(queries: Queries, after?: number): AsyncGenerator<Entry> {
  for (let last = after, found = ROWS_AT_ONCE; found === ROWS_AT_ONCE; ) {
    const rows = await queries
      .selectFrom('audit_trail')
      .selectAll()
      .$if(last !== undefined, (query) => query.where('number', '>', last as number))
      .orderBy('number')
      .limit(ROWS_AT_ONCE)
      .execute()
    yield* rows
    found = rows.length
    last = rows.at(-1)?.number
  }
}

/** Appends the entries after a restored backup, broken or not. False if it is another trail. */
export async function continueAuditTrail(former: Queries, restored: Queries): Promise<boolean> {
  const { number, hash } = await headOfAuditTrail(restored)
  const head = await headOfAuditTrail(former)
  if (head.number === 0) return true
  const same = await former.selectFrom('audit_trail').select('hash').where('number', '=', number).executeTakeFirst()
  if (number > 0 && same?.hash !== hash) return false
  for await (const row of rowsInOrder(former, number)) await restored.insertInto('audit_trail').values(row).execute()
  await restored.deleteFrom('audit_trail_head').execute()
  await restored
    .insertInto('audit_trail_head')
    .values({ id: 1, ...head })
    .execute()
  return true
}

/** For replacing a whole PostgreSQL database. */
export async function withReplaceableAuditTrail(queries: Queries, replace: () => Promise<void>): Promise<void> {
  await sql`alter table audit_trail disable trigger audit_trail_refuses_change`.execute(queries)
  await replace()
  await sql`alter table audit_trail enable trigger audit_trail_refuses_change`.execute(queries)
}

/** Keyed by the submission's id, which goes when it is erased. Empty if there is none. */
async function subjectOf(queries: Queries, reference: string) {
  const found = await queries
    .selectFrom('submissions')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return found ? auditSubjectOf(found) : ''
}

export const auditSubjectOf = ({ id }: { id: string }) => createHmac('sha256', id).update('audit-subject').digest('hex')

function hashOf({ previous_hash, number, happened_at, actor, action, subject, details }: Omit<Entry, 'hash'>) {
  return createHash('sha256')
    .update(JSON.stringify([previous_hash, number, happened_at, actor, action, subject, details]))
    .digest('hex')
}
