import { randomUUID } from 'node:crypto'
import type { Language } from '#texts/languages.ts'
import type { Queries } from '../platform/database/database.ts'

export interface DeclineReason {
  id: string
  name: Record<Language, string>
  /** Chosen no more; it still names the reason of earlier applications. */
  isRemoved: boolean
  version: number
}

const MAX_REASONS = 30
export const MAX_REASON_LENGTH = 80

/** The reasons until the company changes one; the first change stores them all. */
const STARTER_REASONS = [
  { id: 'not-a-match', name_en: 'Not a match for the job', name_ar: 'غير مناسب للوظيفة' },
  { id: 'another-candidate', name_en: 'Someone else was chosen', name_ar: 'وقع الاختيار على شخص آخر' },
  { id: 'job-closed', name_en: 'The job is closed', name_ar: 'أُغلقت الوظيفة' },
  { id: 'incomplete', name_en: 'Incomplete', name_ar: 'الطلب غير مكتمل' },
  { id: 'spam', name_en: 'Not serious', name_ar: 'طلب غير جادّ' },
  { id: 'other', name_en: 'Another reason', name_ar: 'سبب آخر' },
].map((reason, index) => ({ ...reason, position: index + 1, removed_at: null, version: 1 }))

/** In the company's order; those that were removed come last. */
export async function listDeclineReasons(queries: Queries): Promise<DeclineReason[]> {
  const stored = await queries.selectFrom('decline_reasons').selectAll().orderBy('position').orderBy('id').execute()
  return (stored.length > 0 ? stored : STARTER_REASONS)
    .map(({ id, name_en, name_ar, removed_at, version }) => ({
      id,
      name: { en: name_en, ar: name_ar },
      isRemoved: removed_at !== null,
      version,
    }))
    .sort((one, other) => Number(one.isRemoved) - Number(other.isRemoved))
}

export const isDeclineReason = async (queries: Queries, id: string) =>
  (await listDeclineReasons(queries)).some((reason) => reason.id === id && !reason.isRemoved)

type Fault = 'unknown' | 'conflict' | 'nameTaken' | 'tooMany' | 'last'

export async function addDeclineReason(queries: Queries, name: DeclineReason['name']): Promise<{ id: string } | Fault> {
  const reasons = await listDeclineReasons(queries)
  if (isTaken(reasons, name)) return 'nameTaken'
  if (reasons.filter(({ isRemoved }) => !isRemoved).length >= MAX_REASONS) return 'tooMany'
  await storeStarterReasons(queries)
  const { last } = await queries
    .selectFrom('decline_reasons')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  const id = randomUUID()
  await queries
    .insertInto('decline_reasons')
    .values({ id, position: Number(last ?? 0) + 1, name_en: name.en, name_ar: name.ar, removed_at: null, version: 1 })
    .execute()
  return { id }
}

export async function changeDeclineReason(
  queries: Queries,
  id: string,
  {
    name,
    isRemoved,
    version,
  }: { name?: DeclineReason['name'] | undefined; isRemoved?: boolean | undefined; version: number },
  now: Date,
): Promise<'changed' | Fault> {
  const reasons = await listDeclineReasons(queries)
  const current = reasons.find((reason) => reason.id === id)
  if (!current) return 'unknown'
  const others = reasons.filter((reason) => reason.id !== id)
  if (name && isTaken(others, name)) return 'nameTaken'
  if (isRemoved && others.every((reason) => reason.isRemoved)) return 'last'
  await storeStarterReasons(queries)
  const { numUpdatedRows } = await queries
    .updateTable('decline_reasons')
    .set({
      version: version + 1,
      ...(name && { name_en: name.en, name_ar: name.ar }),
      ...(isRemoved !== undefined && { removed_at: isRemoved ? now.toISOString() : null }),
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n ? 'changed' : 'conflict'
}

async function storeStarterReasons(queries: Queries) {
  const first = await queries.selectFrom('decline_reasons').select('id').limit(1).executeTakeFirst()
  if (first) return
  await queries
    .insertInto('decline_reasons')
    .values(STARTER_REASONS)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const isTaken = (reasons: DeclineReason[], name: DeclineReason['name']) =>
  reasons.some((reason) => !reason.isRemoved && (reason.name.en === name.en || reason.name.ar === name.ar))
