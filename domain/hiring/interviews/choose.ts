import { CANDIDATE } from '../../platform/audit-trail.ts'
import type { Queries } from '../../platform/database/database.ts'
import { recordEvent } from '../../platform/events/events.ts'
import { addEvent, type Handling } from '../../submissions/events.ts'
import type { SubmissionSummary } from '../../submissions/submissions.ts'
import { interviewBooked, interviewCancelled, interviewChanged, interviewUnsuitable } from '../events.ts'
import {
  bookPeople,
  changeableUntil,
  freeSlot,
  type InterviewRow,
  MAX_MOVES,
  NotScheduled,
  offeredTimes,
  openInterviewOf,
  releasePeople,
  store,
  takeSlot,
} from './interviews.ts'
import { peopleOf } from './working-time.ts'

interface ByCandidate {
  now: Date
  mailDomain?: string | undefined
}

const handlingOf = ({ now }: ByCandidate): Handling => ({ actorId: null, now })

/** The first time, or another one. False if it is the chosen one already. */
export async function chooseTime(
  queries: Queries,
  submission: SubmissionSummary,
  slotId: string,
  act: ByCandidate,
): Promise<boolean> {
  const { now } = act
  const row = await openForCandidate(queries, submission, now)
  if (row.slot_id === slotId && row.state === 'chosen') return false
  const isMove = row.state === 'chosen'
  if (!isMove && row.choose_until <= now.toISOString()) throw new NotScheduled('closed')
  if (isMove) refuseLateChange(row, now)
  if (isMove && row.moves >= MAX_MOVES) throw new NotScheduled('moves-used')
  const slot = (await offeredTimes(queries, row)).find(({ id }) => id === slotId)
  if (!slot) throw new NotScheduled('unknown')
  if (slot.startsAt <= now.toISOString()) throw new NotScheduled('past')
  if (!(await takeSlot(queries, slotId, row.id))) throw new NotScheduled('taken')
  await queries
    .updateTable('interview_slots')
    .set({ interview_id: null })
    .where('interview_id', '=', row.id)
    .where('id', '!=', slotId)
    .execute()
  const people = (await peopleOf(queries, [row.id])).get(row.id) ?? []
  const time = { startsAt: slot.startsAt, endsAt: slot.endsAt }
  if (!(await bookPeople(queries, { id: row.id, ...time, people }))) throw new NotScheduled('taken')
  const interview = await store(queries, row, {
    ...{ state: 'chosen', slot_id: slotId, starts_at: slot.startsAt, ends_at: slot.endsAt },
    ...{ sequence: row.sequence + 1, moves: row.moves + (isMove ? 1 : 0) },
    ...{ told_at: now.toISOString(), former: null, unsuitable: null, unsuitable_at: null },
  })
  const details = { ...time, ...(isMove && { from: row.starts_at }), by: CANDIDATE }
  await addEvent(queries, submission, isMove ? 'interview-moved' : 'interview-chosen', handlingOf(act), details)
  const news = eventOf(interview, submission, people, act)
  await recordEvent(queries, isMove ? interviewChanged : interviewBooked, news, now)
  return true
}

/** The application stays. */
export async function cancelByCandidate(queries: Queries, submission: SubmissionSummary, act: ByCandidate) {
  const { now } = act
  const row = await openForCandidate(queries, submission, now)
  if (row.state !== 'chosen') throw new NotScheduled('closed')
  refuseLateChange(row, now)
  await endByCandidate(queries, submission, row, act)
}

/** An application that is withdrawn takes its interview with it. */
export async function cancelWithApplication(queries: Queries, submission: SubmissionSummary, act: ByCandidate) {
  const row = await openInterviewOf(queries, submission.id, act.now)
  if (row) await endByCandidate(queries, submission, row, act)
}

async function endByCandidate(
  queries: Queries,
  submission: SubmissionSummary,
  row: InterviewRow,
  act: ByCandidate,
): Promise<void> {
  const { now } = act
  const people = (await peopleOf(queries, [row.id])).get(row.id) ?? []
  await releasePeople(queries, row.id)
  await freeSlot(queries, row.id)
  const at = now.toISOString()
  const interview = await store(queries, row, {
    ...{ state: 'cancelled', cancelled_by: 'candidate', ended_at: at, told_at: at, former: null },
    sequence: row.sequence + 1,
  })
  await addEvent(queries, submission, 'interview-cancelled', handlingOf(act), { from: row.starts_at, by: CANDIDATE })
  const news = eventOf(interview, submission, people, act)
  // Interviewers who were told of no time hear of no cancellation.
  await recordEvent(queries, interviewCancelled, row.starts_at === null ? { ...news, people: [] } : news, now)
}

/** None of the times suits. The times stay open. */
export async function sayUnsuitable(queries: Queries, submission: SubmissionSummary, words: string, act: ByCandidate) {
  const { now } = act
  const row = await openForCandidate(queries, submission, now)
  if (row.state !== 'proposed') throw new NotScheduled('closed')
  await store(queries, row, { unsuitable: words, unsuitable_at: now.toISOString() })
  await addEvent(queries, submission, 'interview-unsuitable', handlingOf(act), { interview: row.id, by: CANDIDATE })
  await recordEvent(queries, interviewUnsuitable, { submission }, now)
}

async function openForCandidate(queries: Queries, { id }: SubmissionSummary, now: Date): Promise<InterviewRow> {
  const row = await openInterviewOf(queries, id, now)
  if (!row) throw new NotScheduled('unknown')
  // They cannot know of it yet.
  if (row.state === 'proposed' && row.told_at > now.toISOString()) throw new NotScheduled('unknown')
  return row
}

function refuseLateChange(row: InterviewRow, now: Date) {
  if (changeableUntil(row) <= now.toISOString()) throw new NotScheduled('too-late')
}

const eventOf = (
  interview: InterviewRow,
  submission: SubmissionSummary,
  people: string[],
  { now, mailDomain }: ByCandidate,
) => ({ interview, submission, by: 'candidate' as const, actorId: null, people, released: [], tellAt: now, mailDomain })
