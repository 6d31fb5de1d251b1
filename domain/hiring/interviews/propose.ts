import { randomUUID } from 'node:crypto'
import { insertAll, lockRows, type Queries } from '../../platform/database/database.ts'
import type { InterviewPlace } from '../../platform/database/tables.ts'
import { recordEvent } from '../../platform/events/events.ts'
import { addEvent, addStageEvent } from '../../submissions/events.ts'
import { change, currentOf, markAnswered, moveToStage, NotHandled } from '../../submissions/handling.ts'
import { ANSWER_WAITS_MILLISECONDS } from '../../submissions/letters.ts'
import { mayMove } from '../../submissions/stages.ts'
import type { SubmissionSummary } from '../../submissions/submissions.ts'
import { interviewProposed, interviewUndone } from '../events.ts'
import { areSame, blockingTime, endOf, nextFreeTime, searchedUntil, type WantedTime } from './free-times.ts'
import {
  type Former,
  forgetUnofferedSlots,
  type InterviewRow,
  lockInterview,
  NotScheduled,
  openInterviewOf,
  type StaffHandling,
  store,
} from './interviews.ts'
import { busyTimes, companyHours, peopleOf } from './working-time.ts'

export interface Proposal extends WantedTime {
  /** Chosen by the client: a known id proposes nothing. */
  id: string
  place: InterviewPlace
  location: string
  note: string
  /** Beginnings, each at a quarter of an hour. */
  slots: string[]
  chooseUntil: string
  changeHours: number
  /** The open proposal that these times stand in for. */
  replaces?: string | undefined
  /** Moves the application to the stage Interview as well. */
  movesStage: boolean
}

type BeforeProposal = Pick<
  SubmissionSummary,
  'stage' | 'stage_since' | 'answered_at' | 'answered_by' | 'handled_at' | 'reached' | 'version'
>

/** Nothing is told for ten seconds, as with letters. */
export async function propose(
  queries: Queries,
  reference: string,
  proposal: Proposal,
  handling: StaffHandling,
): Promise<{ interview: InterviewRow; submission: SubmissionSummary }> {
  const { now } = handling
  // Two colleagues at once: the second waits and finds the proposal of the first.
  await lockRows(queries)(queries.selectFrom('submissions').select('id').where('reference', '=', reference)).execute()
  const current = await currentOf(queries, reference, {})
  if (current.kind === 'contact-message') throw new NotHandled('not-allowed', current)
  const known = await queries.selectFrom('interviews').selectAll().where('id', '=', proposal.id).executeTakeFirst()
  if (known?.submission_id === current.id) return { interview: known, submission: current }
  if (known) throw new NotScheduled('conflict')
  const replaced = await endFormer(queries, current, proposal, now)
  const shared = await refuseBusy(queries, proposal, now, replaced?.id)

  const tellAt = new Date(now.getTime() + ANSWER_WAITS_MILLISECONDS)
  const { submission, before } = await moveOn(queries, current, proposal, handling)
  const former: Former & { before: BeforeProposal } = {
    ...{ interview: {}, people: [], isNew: true, before },
    ...(replaced && { replaces: replaced.id }),
  }
  const interview = await insertProposal(queries, submission, proposal, {
    created_at: now.toISOString(),
    created_by: handling.actorId,
    told_at: tellAt.toISOString(),
    former: JSON.stringify({ ...former, after: submission.version }),
  })
  await offerSlots(queries, proposal, shared)
  await forgetUnofferedSlots(queries)
  await addEvent(queries, submission, 'interview-proposed', handling, {
    interview: interview.id,
    count: proposal.slots.length,
  })
  await recordEvent(
    queries,
    interviewProposed,
    {
      ...{ interview, submission, by: 'staff', actorId: handling.actorId },
      ...{ people: [...proposal.people], released: [], tellAt, mailDomain: handling.mailDomain },
    },
    now,
  )
  return { interview, submission }
}

async function endFormer(queries: Queries, { id }: SubmissionSummary, { replaces }: Proposal, now: Date) {
  const open = await openInterviewOf(queries, id, now)
  if (!open) {
    if (replaces) throw new NotScheduled('conflict')
    return undefined
  }
  if (open.state !== 'proposed' || open.id !== replaces) throw new NotScheduled('open')
  return store(queries, open, { state: 'replaced', ended_at: now.toISOString(), former: null })
}

/** Resolves to the free slots that other candidates may choose, too. */
async function refuseBusy(queries: Queries, proposal: Proposal, now: Date, except: string | undefined) {
  const slots = [...new Set(proposal.slots)].toSorted()
  const [first, last] = [slots[0], slots.at(-1)]
  if (!first || !last) return new Map<string, string>()
  const past = slots.find((startsAt) => startsAt <= now.toISOString())
  if (past) throw new NotScheduled('past', { startsAt: past })
  if (proposal.chooseUntil <= now.toISOString() || proposal.chooseUntil > last) throw new NotScheduled('closed')
  for (const [index, startsAt] of slots.entries()) {
    const next = slots[index + 1]
    if (next && next < endOf(startsAt, proposal.minutes)) throw new NotScheduled('busy', { startsAt: next })
  }
  await refuseBusyTimes(queries, slots, proposal, { now, except })
  return sharedSlots(queries, slots, proposal)
}

/** Names the person, until when, and the next free time. */
export async function refuseBusyTimes(
  queries: Queries,
  slots: readonly string[],
  wanted: WantedTime,
  { now, except }: { now: Date; except?: string | undefined },
) {
  const [first, last] = [slots[0], slots.at(-1)] as [string, string]
  const around = { from: endOf(first, -wanted.bufferMinutes), to: searchedUntil(last) }
  const busy = await busyTimes(queries, wanted.people, around, { now, except })
  for (const startsAt of slots) {
    const blocking = blockingTime(startsAt, wanted, busy)
    if (!blocking) continue
    const next = nextFreeTime(startsAt, wanted, busy, await companyHours(queries))
    throw new NotScheduled('busy', { startsAt, personId: blocking.people[0], until: blocking.endsAt, next })
  }
}

async function sharedSlots(queries: Queries, slots: string[], { minutes, people }: Proposal) {
  const rows = await queries
    .selectFrom('interview_slots')
    .innerJoin('interview_offers', 'interview_offers.slot_id', 'interview_slots.id')
    .innerJoin('interviews', 'interviews.id', 'interview_offers.interview_id')
    .select([
      'interview_slots.id',
      'interview_slots.starts_at',
      'interview_slots.ends_at',
      'interviews.id as interview',
    ])
    .where('interview_slots.starts_at', 'in', slots)
    .where('interview_slots.interview_id', 'is', null)
    .where('state', '=', 'proposed')
    .execute()
  const interviewers = await peopleOf(
    queries,
    rows.map(({ interview }) => interview),
  )
  const isSame = (row: (typeof rows)[number]) =>
    row.ends_at === endOf(row.starts_at, minutes) && areSame(interviewers.get(row.interview) ?? [], people)
  return new Map(rows.filter(isSame).map(({ id, starts_at }) => [starts_at, id]))
}

/** Proposed times count as an answer, so the promise is kept. */
async function moveOn(queries: Queries, current: SubmissionSummary, { movesStage }: Proposal, handling: StaffHandling) {
  const { stage, stage_since, answered_at, answered_by, handled_at, reached, version } = current
  const before: BeforeProposal = { stage, stage_since, answered_at, answered_by, handled_at, reached, version }
  if (movesStage && mayMove(current.kind, stage, 'interview'))
    await moveToStage(queries, current.reference, { to: 'interview' }, { ...handling, version: undefined })
  const submission = await markAnswered(queries, current.reference, 'letter', { ...handling, version: undefined })
  return { submission, before }
}

function insertProposal(
  queries: Queries,
  submission: SubmissionSummary,
  proposal: Proposal,
  made: Pick<InterviewRow, 'created_at' | 'created_by' | 'told_at' | 'former'>,
): Promise<InterviewRow> {
  const { id, people, minutes, bufferMinutes, place, location, note, chooseUntil, changeHours } = proposal
  return queries
    .insertInto('interviews')
    .values({
      ...made,
      ...{ id, submission_id: submission.id, state: 'proposed', minutes, buffer_minutes: bufferMinutes },
      ...{ place, location, note, choose_until: chooseUntil, change_hours: changeHours },
      ...{ moves: 0, slot_id: null, starts_at: null, ends_at: null, sequence: 0, version: 1 },
      ...{ cancelled_by: null, ended_at: null, unsuitable: null, unsuitable_at: null },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
    .then(async (interview) => {
      const rows = [...new Set(people)].map((person_id) => ({ interview_id: id, person_id }))
      await insertAll(queries, 'interview_people', rows)
      return interview
    })
}

async function offerSlots(queries: Queries, { id, slots, minutes }: Proposal, shared: Map<string, string>) {
  const offered = [...new Set(slots)].map((startsAt) => ({ startsAt, slot: shared.get(startsAt) ?? randomUUID() }))
  const own = offered.filter(({ startsAt }) => !shared.has(startsAt))
  const newOnes = own.map(({ startsAt, slot }) => ({
    ...{ id: slot, starts_at: startsAt, ends_at: endOf(startsAt, minutes), interview_id: null },
  }))
  await insertAll(queries, 'interview_slots', newOnes)
  const offers = offered.map(({ slot }) => ({ interview_id: id, slot_id: slot }))
  await insertAll(queries, 'interview_offers', offers)
}

/** For a proposal that was not mailed yet. Later changes of colleagues stay. */
export async function takeProposalBack(queries: Queries, row: InterviewRow, handling: StaffHandling): Promise<void> {
  const { before, after, replaces } = JSON.parse(row.former ?? '{}') as Former & {
    before: BeforeProposal
    after: number
  }
  const submission = await submissionOf(queries, row)
  const { now, actorId, mailDomain } = handling
  const news = { submission, by: 'staff' as const, actorId, people: [], released: [], tellAt: now, mailDomain }
  await recordEvent(queries, interviewUndone, { interview: row, sequence: row.sequence, ...news }, now)
  await queries.deleteFrom('interviews').where('id', '=', row.id).execute()
  if (replaces) {
    const replaced = await lockInterview(queries, replaces)
    await store(queries, replaced, { state: 'proposed', ended_at: null })
  }
  await forgetUnofferedSlots(queries)
  await addEvent(queries, submission, 'interview-undone', handling, {})
  if (submission.version !== after) return
  const { version: _seen, ...values } = before
  const changed = await change(queries, submission, values)
  if (changed.stage !== submission.stage)
    await addStageEvent(queries, changed, handling, { from: submission.stage, isUndone: true })
}

export const submissionOf = (queries: Queries, { submission_id }: Pick<InterviewRow, 'submission_id'>) =>
  queries.selectFrom('submissions').selectAll().where('id', '=', submission_id).executeTakeFirstOrThrow()
