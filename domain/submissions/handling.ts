import { randomUUID } from 'node:crypto'
import { findCompany } from '../content/company.ts'
import type { Queries } from '../platform/database/database.ts'
import type { AnswerChannel, Stage } from '../platform/database/tables.ts'
import { recordEvent } from '../platform/events/events.ts'
import {
  addEvent,
  addStageEvent,
  addStepEvent,
  colleaguesMentioned,
  type Handling,
  submissionAssigned,
} from './events.ts'
import { declinedByLetterAt, hasLeftSince, withdrawDeclineLetters } from './letters.ts'
import { findProcess, lockProcess, processKeyOf, stageAt, stageNameOf } from './processes.ts'
import { answerDueAt } from './promises.ts'
import { refreshSearch } from './search-row.ts'
import { mayMove, reachedIn, UNDO_MILLISECONDS } from './stages.ts'
import type { SubmissionSummary } from './submissions.ts'

type HandlingFault = 'unknown' | 'conflict' | 'not-allowed' | 'stage-gone'

export class NotHandled extends Error {
  readonly fault: HandlingFault
  readonly current: SubmissionSummary | undefined

  constructor(fault: HandlingFault, current?: SubmissionSummary) {
    super(fault)
    this.name = 'NotHandled'
    this.fault = fault
    this.current = current
  }
}

export async function changeStage(queries: Queries, reference: string, move: Move, handling: Handling) {
  return (await moveToStage(queries, reference, move, handling)).changed
}

interface Move {
  to: Stage
  /** A stage of the job's own; empty or missing: the company's. */
  step?: string | undefined
  reason?: string | undefined
  /** For the team: the reason of a decision. */
  why?: string | undefined
}

/** Throws `NotHandled` for a move that the stage does not allow. */
export async function moveToStage(queries: Queries, reference: string, move: Move, handling: Handling) {
  const { to, step = '', reason, why } = move
  const current = await currentOf(queries, reference, handling)
  if (current.stage === to && (move.step === undefined || current.step === step))
    return { changed: current, withdrawn: [] }
  const names = await namesOfMove(queries, current, { to, step })
  if (current.stage === to) return { changed: await moveWithin(queries, current, step, names, handling), withdrawn: [] }
  if (!mayMove(current.kind, current.stage, to)) throw new NotHandled('not-allowed', current)
  const moment = handling.now.toISOString()
  const isRevived = current.stage === 'declined'
  // A letter that declined was an answer.
  const declinedAt = isRevived && current.answered_at === null ? await declinedByLetterAt(queries, current) : null
  const changed = await change(queries, current, {
    stage: to,
    step,
    stage_since: moment,
    decline_reason: to === 'declined' ? (reason ?? null) : null,
    reached: Math.max(current.reached, reachedIn(current.kind, to)),
    handled_at: current.handled_at ?? moment,
    ...(declinedAt && { answered_at: declinedAt, answered_by: 'letter' }),
    ...(to === 'new' && (await waitingAgain(queries, current, handling.now))),
  })
  await addStageEvent(queries, changed, handling, {
    from: current.stage,
    ...(current.step && { fromStep: current.step }),
    ...names,
    ...(reason && { reason }),
    ...(why && { why }),
  })
  const { withdrawn } = isRevived ? await withdrawDeclineLetters(queries, current, handling) : { withdrawn: [] }
  return { changed, withdrawn }
}

/** The names are kept with the move, since the job may drop them. Throws if the job has no such stage now. */
async function namesOfMove(queries: Queries, current: SubmissionSummary, { to, step }: { to: Stage; step: string }) {
  if (current.kind === 'contact-message') return {}
  const key = processKeyOf(current)
  // The stage stays until this transaction ends.
  if (step !== '') await lockProcess(queries, key)
  const process = await findProcess(queries, key)
  const target = stageAt(process, { stage: to, step })
  if (!target) throw new NotHandled('stage-gone', current)
  const fromName = stageNameOf(process, current)
  return { ...(fromName && { fromName }), ...(target.name && { toName: target.name }) }
}

/** Between stages of one kind: the reports and what was promised stay as they are. */
async function moveWithin(
  queries: Queries,
  current: SubmissionSummary,
  step: string,
  names: object,
  handling: Handling,
) {
  const changed = await change(queries, current, {
    step,
    handled_at: current.handled_at ?? handling.now.toISOString(),
  })
  await addStepEvent(queries, changed, handling, { from: current.step, ...names })
  return changed
}

/** With a new promise if the sender knows the former answer. */
async function waitingAgain(queries: Queries, current: SubmissionSummary, now: Date) {
  const { kind, answered_at, answered_by } = current
  if (answered_at === null) return {}
  const isKnown =
    answered_by === 'letter'
      ? await hasLeftSince(queries, current, answered_at)
      : now.getTime() - Date.parse(answered_at) >= UNDO_MILLISECONDS
  return {
    answered_at: null,
    answered_by: null,
    ...(isKnown && { answer_due_at: await answerDueAt(queries, await findCompany(queries), kind, now) }),
  }
}

/** By a letter, or elsewhere. A message is then answered; the stage of an application stays. */
export async function markAnswered(
  queries: Queries,
  reference: string,
  by: 'letter' | AnswerChannel,
  handling: Handling,
): Promise<SubmissionSummary> {
  const current = await currentOf(queries, reference, handling)
  const isMoved = current.kind === 'contact-message' && current.stage !== 'answered'
  // Another letter is a change, so that a colleague who writes at the same time is warned.
  if (by !== 'letter' && current.answered_at !== null && !isMoved) return current
  const moment = handling.now.toISOString()
  const changed = await change(queries, current, {
    handled_at: current.handled_at ?? moment,
    ...(current.answered_at === null && { answered_at: moment, answered_by: by }),
    ...(isMoved && { stage: 'answered', stage_since: moment }),
    ...(by !== 'letter' && current.first_answer_at === null && { first_answer_at: moment }),
  })
  if (isMoved) await addStageEvent(queries, changed, handling, { from: current.stage })
  if (by !== 'letter') await addEvent(queries, changed, 'answered', handling, { by })
  return changed
}

export async function assign(queries: Queries, reference: string, assigneeId: string | null, handling: Handling) {
  const { actorId, now } = handling
  const current = await currentOf(queries, reference, handling)
  if (current.assignee_id === assigneeId) return current
  const changed = await change(queries, current, { assignee_id: assigneeId })
  await addEvent(queries, changed, 'assign', handling, { from: current.assignee_id, to: assigneeId })
  if (assigneeId !== null)
    await recordEvent(queries, submissionAssigned, { submission: changed, assigneeId, actorId }, now)
  return changed
}

/** Two people may write at once. A known id stores nothing: resolves to the same note, or undefined if it differs. */
export async function addNote(
  queries: Queries,
  reference: string,
  { id = randomUUID(), note, mentions }: { id?: string | undefined; note: string; mentions: string[] },
  handling: Handling,
): Promise<{ id: string; createdAt: string } | undefined> {
  const current = await currentOf(queries, reference, handling)
  const created_at = handling.now.toISOString()
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('submission_notes')
    .values({
      id,
      submission_id: current.id,
      author_id: handling.actorId,
      created_at,
      note,
      mentions: JSON.stringify(mentions),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) {
    const stored = await queries.selectFrom('submission_notes').selectAll().where('id', '=', id).executeTakeFirst()
    const isTheSame =
      stored?.submission_id === current.id && stored.author_id === handling.actorId && stored.note === note
    return isTheSame ? { id, createdAt: stored.created_at } : undefined
  }
  await addEvent(queries, current, 'note', handling, { note: id })
  const mentioned = { submission: current, noteId: id, people: mentions, actorId: handling.actorId }
  await recordEvent(queries, colleaguesMentioned, mentioned, handling.now)
  await refreshSearch(queries, current.id)
  return { id, createdAt: created_at }
}

export async function removeNote(queries: Queries, reference: string, noteId: string, authorId: string) {
  const { id } = await currentOf(queries, reference, {})
  const { numDeletedRows } = await queries
    .deleteFrom('submission_notes')
    .where('id', '=', noteId)
    .where('author_id', '=', authorId)
    .where('submission_id', '=', id)
    .executeTakeFirstOrThrow()
  await refreshSearch(queries, id)
  return numDeletedRows > 0n
}

/** The command line has one note for each submission; an empty text deletes it. */
export async function replaceTerminalNote(queries: Queries, reference: string, note: string, now: Date) {
  const current = await currentOf(queries, reference, {})
  await queries
    .deleteFrom('submission_notes')
    .where('submission_id', '=', current.id)
    .where('author_id', 'is', null)
    .execute()
  if (note) await addNote(queries, reference, { note, mentions: [] }, { actorId: null, now })
  else await refreshSearch(queries, current.id)
}

export async function currentOf(queries: Queries, reference: string, { version }: Pick<Handling, 'version'>) {
  const current = await queries
    .selectFrom('submissions')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (!current) throw new NotHandled('unknown')
  if (version !== undefined && version !== current.version) throw new NotHandled('conflict', current)
  return current
}

/** The condition has the version: two transactions of PostgreSQL may have read the same row. */
export async function change(
  queries: Queries,
  current: SubmissionSummary,
  values: Partial<Omit<SubmissionSummary, 'id' | 'version'>>,
): Promise<SubmissionSummary> {
  const changed = await queries
    .updateTable('submissions')
    .set({ ...values, version: current.version + 1 })
    .where('id', '=', current.id)
    .where('version', '=', current.version)
    .returningAll()
    .executeTakeFirst()
  if (!changed) throw new NotHandled('conflict', await currentOf(queries, current.reference, {}))
  return changed
}
