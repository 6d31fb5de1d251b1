import { randomUUID } from 'node:crypto'
import type { Language } from '#texts/languages.ts'
import type { Queries } from '../platform/database/database.ts'
import type { DeclineReason, Stage } from '../platform/database/tables.ts'
import { MINUTE } from '../platform/durations.ts'
import { addEvent, addStageEvent, type Handling } from './events.ts'
import { assign, change, markRead, moveToStage } from './handling.ts'
import { type NewLetter, oweDeclineLetter, type WaitingLetter, withdrawLetter } from './letters.ts'
import { listSubmissions, type SubmissionFilters } from './list-submissions.ts'
import { mayMove } from './stages.ts'
import type { SubmissionSummary } from './submissions.ts'

export type BulkAction =
  | { kind: 'stage'; stage: Stage; reason?: DeclineReason | undefined; letters?: DeclineLetters | undefined }
  | { kind: 'assign'; assigneeId: string | null }

/** To each in the language in which they wrote to the company. */
export type DeclineLetters = Record<Language, NewLetter>

/** In one transaction, while nobody else can write: more are done in several turns. */
export const MAX_IN_BULK = 2000
/** Above it the number is typed. */
export const UNTYPED_IN_BULK = 30
const UNDO_MINUTES = 30

/** Those that the action would change, and how many of those found it would not. */
export async function previewBulk(queries: Queries, filters: SubmissionFilters, action: BulkAction) {
  const found = await listSubmissions(queries, filters, { limit: MAX_IN_BULK + 1 })
  const changing = found.filter((each) => isChangedBy(each, action))
  return { found: found.length, changing, skipped: found.length - changing.length }
}

function isChangedBy({ kind, stage, assignee_id }: SubmissionSummary, action: BulkAction) {
  return action.kind === 'stage' ? mayMove(kind, stage, action.stage) : assignee_id !== action.assigneeId
}

interface Undoable {
  id: string
  version: number
  stage: Stage
  stageSince: string
  declineReason: DeclineReason | null
  assigneeId: string | null
  answeredAt: string | null
  /** What was owed with the step. */
  letterId?: string
  /** Letters that waited and that the step has withdrawn, as they were. */
  withdrawn: (Omit<WaitingLetter, 'sendAt'> & { sendAt: string })[]
}

interface BulkResult {
  changed: number
  letters: number
  /** For `undo`, until it expires. */
  undo: string
}

/** All of them or none. */
export async function changeInBulk(
  queries: Queries,
  submissions: SubmissionSummary[],
  action: BulkAction,
  outbox: { mailDomain: string } | undefined,
  handling: Handling & { actorId: string },
): Promise<BulkResult> {
  const former: Undoable[] = []
  let letters = 0
  for (const before of submissions) {
    const own = { ...handling, version: before.version }
    const { changed: after, withdrawn } =
      action.kind === 'stage'
        ? await moveToStage(queries, before.reference, { to: action.stage, reason: action.reason }, own)
        : { changed: await assign(queries, before.reference, action.assigneeId, own), withdrawn: [] }
    let letterId: string | undefined
    if (action.kind === 'stage' && action.letters && outbox) {
      const owed = await oweDeclineLetter(queries, after, action.letters[after.language], outbox, handling)
      if ('id' in owed) letterId = owed.id
      if ('id' in owed && !owed.isShared) letters++
    }
    former.push({
      id: before.id,
      version: after.version,
      stage: before.stage,
      stageSince: before.stage_since,
      declineReason: before.decline_reason,
      assigneeId: before.assignee_id,
      answeredAt: before.answered_at,
      ...(letterId !== undefined && { letterId }),
      withdrawn: withdrawn.map((letter) => ({ ...letter, sendAt: letter.sendAt.toISOString() })),
    })
  }
  return { changed: former.length, letters, undo: await keepForUndo(queries, former, handling) }
}

/** The references of those that were marked, without those that were so already; undefined if there are too many. */
export async function markReadInBulk(
  queries: Queries,
  filters: SubmissionFilters,
  isRead: boolean,
  handling: Handling,
) {
  const found = await listSubmissions(queries, filters, { limit: MAX_IN_BULK + 1 })
  if (found.length > MAX_IN_BULK) return undefined
  const changing = found.filter(({ read_at }) => (read_at !== null) !== isRead).map(({ reference }) => reference)
  for (const reference of changing) await markRead(queries, reference, isRead, handling)
  return changing
}

async function keepForUndo(queries: Queries, former: Undoable[], { actorId, now }: Handling & { actorId: string }) {
  const id = randomUUID()
  await queries.deleteFrom('undo_steps').where('expires_at', '<', now.toISOString()).execute()
  const expires_at = new Date(now.getTime() + UNDO_MINUTES * MINUTE).toISOString()
  await queries
    .insertInto('undo_steps')
    .values({ id, person_id: actorId, expires_at, changes: JSON.stringify(former) })
    .execute()
  return id
}

interface UndoResult {
  undone: number
  /** Those that somebody has changed since. */
  kept: number
  lettersWithdrawn: number
  /** They had left already, so that nothing brings them back. */
  lettersSent: number
}

/**
 * Puts back what nobody has changed since, withdraws the letters that the step owed and owes those again that it withdrew. Undefined if
 * there is nothing to undo.
 */
export async function undo(
  queries: Queries,
  stepId: string,
  outbox: { mailDomain: string } | undefined,
  handling: Handling & { actorId: string },
): Promise<UndoResult | undefined> {
  const kept = await queries
    .deleteFrom('undo_steps')
    .where('id', '=', stepId)
    .where('person_id', '=', handling.actorId)
    .where('expires_at', '>=', handling.now.toISOString())
    .returning('changes')
    .executeTakeFirst()
  if (!kept) return undefined
  const former: Undoable[] = JSON.parse(kept.changes)
  const result = { undone: 0, kept: 0, lettersWithdrawn: 0, lettersSent: 0 }
  for (const { id, version, stage, stageSince, declineReason, assigneeId, answeredAt, letterId, withdrawn } of former) {
    const current = await queries.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirst()
    if (!current || current.version !== version) {
      result.kept++
      continue
    }
    if (letterId) {
      const isWithdrawn = await withdrawLetter(queries, letterId, current, handling)
      result[isWithdrawn ? 'lettersWithdrawn' : 'lettersSent']++
    }
    const changed = await change(queries, current, {
      stage,
      stage_since: stageSince,
      decline_reason: declineReason,
      assignee_id: assigneeId,
      answered_at: answeredAt,
    })
    if (current.stage !== stage)
      await addStageEvent(queries, changed, handling, { from: current.stage, isUndone: true })
    if (current.assignee_id !== assigneeId)
      await addEvent(queries, current, 'assign', handling, {
        from: current.assignee_id,
        to: assigneeId,
        isUndone: true,
      })
    if (outbox)
      for (const letter of withdrawn)
        await oweDeclineLetter(queries, changed, { ...letter, sendAt: new Date(letter.sendAt) }, outbox, handling)
    result.undone++
  }
  return result
}
