import { sql } from 'kysely'
import { kindOf, lockRows, type Queries } from '../platform/database/database.ts'
import { settle } from '../submissions/candidate-rows.ts'
import { mailboxesOf, type Person, UNMERGE_MILLISECONDS } from './candidates.ts'

interface Act {
  actorId: string
  now: Date
}

type MergeFault = 'unknown' | 'same' | 'conflict'

/** `into` stays on top. Both must still be people of their own, so of two merges at once one is refused. */
export async function merge(
  queries: Queries,
  { from, into }: { from: string; into: string },
  { actorId, now }: Act,
): Promise<MergeFault | 'merged'> {
  if (from === into) return 'same'
  await takeTurn(queries)
  // In one order, so that no two merges wait for each other.
  const rows = await queries
    .selectFrom('candidates')
    .selectAll()
    .where('id', 'in', [from, into])
    .orderBy('id')
    .$call(lockRows(queries))
    .execute()
  if (rows.length < 2) return 'unknown'
  if (rows.some(({ merged_into }) => merged_into !== null)) return 'conflict'
  await queries
    .updateTable('candidates')
    .set({ merged_into: into, merged_at: now.toISOString(), merged_by: actorId })
    .where('id', '=', from)
    .execute()
  await settle(queries, [from, into])
  return 'merged'
}

/** Earlier merges into the same person stay. */
export async function unmerge(queries: Queries, id: string, now: Date): Promise<'unmerged' | 'unknown' | 'tooLate'> {
  await takeTurn(queries)
  const row = await queries
    .selectFrom('candidates')
    .selectAll()
    .where('id', '=', id)
    .$call(lockRows(queries))
    .executeTakeFirst()
  if (!row?.merged_at) return 'unknown'
  if (now.getTime() - Date.parse(row.merged_at) > UNMERGE_MILLISECONDS) return 'tooLate'
  await queries
    .updateTable('candidates')
    .set({ merged_into: null, merged_at: null, merged_by: null })
    .where('id', '=', id)
    .execute()
  await settle(queries, [row.root_id])
  return 'unmerged'
}

/** Merges also change rows that were merged before, which no lock of two rows covers. SQLite has one writer. */
async function takeTurn(queries: Queries) {
  if (kindOf(queries) === 'postgres') await sql`select pg_advisory_xact_lock(hashtext('merges'))`.execute(queries)
}

export async function sayDifferent(queries: Queries, one: Person, other: Person, { actorId, now }: Act): Promise<void> {
  await queries
    .insertInto('candidate_differences')
    .values({ candidate_id: one.id, other_id: other.id, said_by: actorId, said_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type Likeness = 'phone' | 'name-and-birth' | 'name-and-cv'

const MAX_LIKELY = 5

/** The same phone, or the same name with the same date of birth or CV. */
export async function likelySame(queries: Queries, person: Person): Promise<{ id: string; reasons: Likeness[] }[]> {
  const mailboxes = mailboxesOf(person)
  const samePhone = queries
    .selectFrom('submission_search as own')
    .innerJoin('submission_search as other', 'other.phone_key', 'own.phone_key')
    .innerJoin('candidates', 'candidates.mailbox', 'other.email_key')
    .select(['candidates.root_id', sql<Likeness>`'phone'`.as('reason')])
    .where('own.email_key', 'in', mailboxes)
    .where('own.phone_key', '<>', '')
    .where('candidates.root_id', '<>', person.id)
  const sameBirth = queries
    .selectFrom('submissions as own')
    .innerJoin('submission_answers as birth', (join) =>
      join
        .onRef('birth.submission_id', '=', 'own.id')
        .on('birth.field', '=', 'date_of_birth')
        .on('birth.answer', '<>', ''),
    )
    .innerJoin('submission_search as other', 'other.name_key', 'own.name_key')
    .innerJoin('submission_answers as same', (join) =>
      join
        .onRef('same.submission_id', '=', 'other.submission_id')
        .on('same.field', '=', 'date_of_birth')
        .onRef('same.answer', '=', 'birth.answer'),
    )
    .innerJoin('candidates', 'candidates.mailbox', 'other.email_key')
    .select(['candidates.root_id', sql<Likeness>`'name-and-birth'`.as('reason')])
    .where('own.mailbox', 'in', mailboxes)
    .where('candidates.root_id', '<>', person.id)
  const sameCv = queries
    .selectFrom('submissions as own')
    .innerJoin('cvs as cv', 'cv.submission_id', 'own.id')
    .innerJoin('cvs as same', 'same.sha256', 'cv.sha256')
    .innerJoin('submission_search as other', 'other.submission_id', 'same.submission_id')
    .innerJoin('candidates', 'candidates.mailbox', 'other.email_key')
    .select(['candidates.root_id', sql<Likeness>`'name-and-cv'`.as('reason')])
    .where('own.mailbox', 'in', mailboxes)
    .whereRef('own.name_key', '=', 'other.name_key')
    .where('candidates.root_id', '<>', person.id)
  const found = new Map<string, Set<Likeness>>()
  // One after the other: a database of one connection has no use for more.
  for (const query of [samePhone, sameBirth, sameCv])
    for (const { root_id, reason } of await query
      .distinct()
      .limit(MAX_LIKELY * 2)
      .execute())
      found.set(root_id, (found.get(root_id) ?? new Set()).add(reason))
  const different = await differentFrom(queries, person)
  return [...found]
    .filter(([id]) => !different.has(id))
    .slice(0, MAX_LIKELY)
    .map(([id, reasons]) => ({ id, reasons: [...reasons] }))
}

/** Said of any of the merged ones. */
async function differentFrom(queries: Queries, { rows }: Person): Promise<Set<string>> {
  const ids = rows.map(({ id }) => id)
  const pairs = await queries
    .selectFrom('candidate_differences')
    .select(['candidate_id', 'other_id'])
    .where((row) => row.or([row('candidate_id', 'in', ids), row('other_id', 'in', ids)]))
    .execute()
  const others = pairs.map(({ candidate_id, other_id }) => (ids.includes(candidate_id) ? other_id : candidate_id))
  if (others.length === 0) return new Set()
  const roots = await queries.selectFrom('candidates').select('root_id').where('id', 'in', others).execute()
  return new Set(roots.map(({ root_id }) => root_id))
}
