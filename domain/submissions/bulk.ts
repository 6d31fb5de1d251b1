import { randomUUID } from 'node:crypto'
import type { Language } from '#texts/languages.ts'
import type { Queries } from '../platform/database/database.ts'
import type { AnswerChannel, Stage } from '../platform/database/tables.ts'
import { addEvent, addStageEvent, addStepEvent, type Handling } from './events.ts'
import { refreshFirstAnswer } from './first-answer.ts'
import { assign, change, markAnswered, moveToStage } from './handling.ts'
import { enqueueDeclineLetter, type NewLetter, type WaitingLetter, withdrawLetter } from './letters.ts'
import { listSubmissions, type SubmissionFilters } from './list-submissions.ts'
import { findProcess, lockProcess, processKeyOf, stageAt } from './processes.ts'
import { markRead, readOnes } from './read-marks.ts'
import { isWithin, scopeOf, type Viewer } from './scope.ts'
import { mayMove, UNDO_MILLISECONDS } from './stages.ts'
import type { SubmissionSummary } from './submissions.ts'

export type BulkAction =
  | {
      kind: 'stage'
      stage: Stage
      step?: string | undefined
      reason?: string | undefined
      why?: string | undefined
      letters?: DeclineLetters | undefined
    }
  | { kind: 'assign'; assigneeId: string | null }
  | { kind: 'answered'; by: AnswerChannel }

export type DeclineLetters = Record<Language, NewLetter>

/** In one transaction, which blocks other writers. */
export const MAX_IN_BULK = 2000
/** Above it the person types the number. */
export const UNTYPED_IN_BULK = 30

export async function previewBulk(queries: Queries, filters: SubmissionFilters, action: BulkAction) {
  const found = await listSubmissions(queries, filters, { limit: MAX_IN_BULK + 1 })
  const changing = found.filter((each) => isChangedBy(each, action))
  return { found: found.length, changing, skipped: found.length - changing.length }
}

function isChangedBy({ kind, stage, assignee_id, answered_at }: SubmissionSummary, action: BulkAction) {
  if (action.kind === 'stage') return mayMove(kind, stage, action.stage)
  return action.kind === 'assign' ? assignee_id !== action.assigneeId : answered_at === null
}

/** As it was before, but with its new version. */
interface Undoable
  extends Pick<
    SubmissionSummary,
    | 'id'
    | 'version'
    | 'stage'
    | 'step'
    | 'stage_since'
    | 'decline_reason'
    | 'assignee_id'
    | 'answered_at'
    | 'answered_by'
    | 'answer_due_at'
    | 'handled_at'
    | 'reached'
  > {
  letterId?: string
  withdrawn: (Omit<WaitingLetter, 'sendAt'> & { sendAt: string })[]
}

export async function changeInBulk(
  queries: Queries,
  submissions: SubmissionSummary[],
  action: BulkAction,
  outbox: { mailDomain: string } | undefined,
  handling: Handling & { actorId: string },
) {
  const former: Undoable[] = []
  let letters = 0
  for (const before of submissions) {
    const own = { ...handling, version: before.version }
    const { changed: after, withdrawn } = await changeOne(queries, before.reference, action, own)
    let letterId: string | undefined
    if (action.kind === 'stage' && action.letters && outbox) {
      const letter = await enqueueDeclineLetter(queries, after, action.letters[after.language], outbox, handling)
      letterId = letter?.id
      if (letter && !letter.isShared) letters++
    }
    const { id, stage, step, stage_since, decline_reason, assignee_id } = before
    const { answered_at, answered_by, answer_due_at, handled_at, reached } = before
    former.push({
      ...{ id, version: after.version, stage, step, stage_since, decline_reason, assignee_id },
      ...{ answered_at, answered_by, answer_due_at, handled_at, reached },
      ...(letterId !== undefined && { letterId }),
      withdrawn: withdrawn.map((letter) => ({ ...letter, sendAt: letter.sendAt.toISOString() })),
    })
  }
  return { changed: former.length, letters, undo: await keepForUndo(queries, former, handling) }
}

async function changeOne(queries: Queries, reference: string, action: BulkAction, handling: Handling) {
  if (action.kind === 'stage') return moveToStage(queries, reference, { to: action.stage, ...action }, handling)
  const changed =
    action.kind === 'assign'
      ? await assign(queries, reference, action.assigneeId, handling)
      : await markAnswered(queries, reference, action.by, handling)
  return { changed, withdrawn: [] }
}

/** Resolves to the references that changed; undefined if there are too many. */
export async function markReadInBulk(
  queries: Queries,
  filters: SubmissionFilters,
  isRead: boolean,
  handling: Handling & { actorId: string },
) {
  const found = await listSubmissions(queries, filters, { limit: MAX_IN_BULK + 1 })
  if (found.length > MAX_IN_BULK) return undefined
  const read = await readOnes(queries, found, handling.actorId)
  const changing = found.filter(({ id }) => read.has(id) !== isRead).map(({ reference }) => reference)
  for (const reference of changing) await markRead(queries, reference, isRead, handling)
  return changing
}

async function keepForUndo(queries: Queries, former: Undoable[], { actorId, now }: Handling & { actorId: string }) {
  const id = randomUUID()
  await queries.deleteFrom('undo_steps').where('expires_at', '<', now.toISOString()).execute()
  const expires_at = new Date(now.getTime() + UNDO_MILLISECONDS).toISOString()
  await queries
    .insertInto('undo_steps')
    .values({ id, person_id: actorId, expires_at, changes: JSON.stringify(former) })
    .execute()
  return id
}

async function keptStep(queries: Queries, current: SubmissionSummary, before: Pick<Undoable, 'stage' | 'step'>) {
  if (!before.step) return ''
  await lockProcess(queries, processKeyOf(current))
  return stageAt(await findProcess(queries, processKeyOf(current)), before) ? before.step : ''
}

/** Withdraws the step's letters and enqueues again those that it withdrew. Undefined where the person sees none of it any more. */
export async function undo(
  queries: Queries,
  stepId: string,
  viewer: Viewer,
  outbox: { mailDomain: string } | undefined,
  handling: Handling & { actorId: string },
) {
  const kept = await queries
    .deleteFrom('undo_steps')
    .where('id', '=', stepId)
    .where('person_id', '=', handling.actorId)
    .where('expires_at', '>=', handling.now.toISOString())
    .returning('changes')
    .executeTakeFirst()
  if (!kept) return undefined
  const former: Undoable[] = JSON.parse(kept.changes)
  // `kept`: changed by another person since.
  const scope = scopeOf(viewer, 'submissions.move')
  let seen = 0
  const result = { undone: 0, kept: 0, lettersWithdrawn: 0, lettersSent: 0 }
  for (const { id, version, letterId, withdrawn, ...before } of former) {
    const all = queries.selectFrom('submissions').selectAll().where(isWithin(scope))
    const current = await all.where('id', '=', id).executeTakeFirst()
    if (current) seen++
    if (!current || current.version !== version) {
      result.kept++
      continue
    }
    if (letterId) {
      const isWithdrawn = await withdrawLetter(queries, letterId, current, handling)
      result[isWithdrawn ? 'lettersWithdrawn' : 'lettersSent']++
    }
    // A step of the former release, or a stage that the job has dropped since: the company's.
    const step = await keptStep(queries, current, before)
    const changed = await change(queries, current, { ...before, step })
    const { stage, assignee_id, answered_by } = current
    if (stage !== before.stage) await addStageEvent(queries, changed, handling, { from: stage, isUndone: true })
    else if (current.step !== changed.step)
      await addStepEvent(queries, changed, handling, { from: current.step, isUndone: true })
    if (assignee_id !== before.assignee_id) {
      const details = { from: assignee_id, to: before.assignee_id, isUndone: true }
      await addEvent(queries, current, 'assign', handling, details)
    }
    if (answered_by !== null && before.answered_by === null && stage === before.stage)
      await addEvent(queries, current, 'answered', handling, { isUndone: true })
    if (answered_by !== before.answered_by) await refreshFirstAnswer(queries, id)
    if (outbox)
      for (const letter of withdrawn)
        await enqueueDeclineLetter(queries, changed, { ...letter, sendAt: new Date(letter.sendAt) }, outbox, handling)
    result.undone++
  }
  return seen > 0 || scope === 'everywhere' ? result : undefined
}
