import { insertAll, type Queries } from '../../platform/database/database.ts'
import type { InterviewPlace } from '../../platform/database/tables.ts'
import { recordEvent } from '../../platform/events/events.ts'
import { addEvent } from '../../submissions/events.ts'
import { ANSWER_WAITS_MILLISECONDS } from '../../submissions/letters.ts'
import { interviewCancelled, interviewChanged, interviewUndone } from '../events.ts'
import { endOf } from './free-times.ts'
import {
  bookPeople,
  type Former,
  formerOf,
  freeSlot,
  type InterviewRow,
  lockInterview,
  NotScheduled,
  releasePeople,
  type StaffHandling,
  stateAt,
  store,
  takeSlot,
} from './interviews.ts'
import { refuseBusyTimes, submissionOf, takeProposalBack } from './propose.ts'
import { peopleOf } from './working-time.ts'

export interface StaffChange {
  startsAt: string
  people: string[]
  place: InterviewPlace
  location: string
  version: number
}

/** To any free time, by staff. Told ten seconds later, until when it can be undone. */
export async function changeByStaff(queries: Queries, id: string, wanted: StaffChange, handling: StaffHandling) {
  const { now } = handling
  const row = await lockInterview(queries, id)
  if (row.version !== wanted.version) throw new NotScheduled('conflict')
  if (stateAt(row, now) !== 'chosen') throw new NotScheduled('closed')
  const { startsAt, place, location } = wanted
  const isMoved = startsAt !== row.starts_at
  if (isMoved && startsAt <= now.toISOString()) throw new NotScheduled('past', { startsAt })
  const former = (await peopleOf(queries, [id])).get(id) ?? []
  const people = [...new Set(wanted.people)]
  const time = { minutes: row.minutes, bufferMinutes: isMoved ? row.buffer_minutes : 0, people }
  await refuseBusyTimes(queries, [startsAt], time, { now, except: id })
  const endsAt = endOf(startsAt, row.minutes)
  if (isMoved) await freeSlot(queries, id)
  if (!(await bookPeople(queries, { id, startsAt, endsAt, people }))) throw new NotScheduled('taken')
  await setPeople(queries, id, people)
  const interview = await store(queries, row, {
    ...{ starts_at: startsAt, ends_at: endsAt, place, location, sequence: row.sequence + 1 },
    ...(isMoved && { slot_id: null }),
    ...kept(row, former, now),
  })
  const released = former.filter((person) => !people.includes(person))
  const submission = await submissionOf(queries, row)
  await addEvent(queries, submission, 'interview-moved', handling, { from: row.starts_at, startsAt, endsAt })
  await recordEvent(queries, interviewChanged, { ...(await newsOf(queries, interview, handling)), released }, now)
  return interview
}

export async function cancelByStaff(queries: Queries, id: string, version: number, handling: StaffHandling) {
  const { now } = handling
  const row = await lockInterview(queries, id)
  if (row.version !== version) throw new NotScheduled('conflict')
  if (row.state !== 'chosen' && row.state !== 'proposed') throw new NotScheduled('closed')
  if (stateAt(row, now) === 'done') throw new NotScheduled('closed')
  // No one has been notified yet.
  if (formerOf(row, now)?.isNew) {
    await takeProposalBack(queries, row, handling)
    return undefined
  }
  const former = (await peopleOf(queries, [id])).get(id) ?? []
  await releasePeople(queries, id)
  await freeSlot(queries, id)
  const interview = await store(queries, row, {
    ...{ state: 'cancelled', cancelled_by: 'staff', ended_at: now.toISOString(), sequence: row.sequence + 1 },
    ...kept(row, former, now),
  })
  const news = await newsOf(queries, interview, handling)
  await addEvent(queries, news.submission, 'interview-cancelled', handling, { from: row.starts_at })
  await recordEvent(queries, interviewCancelled, row.starts_at === null ? { ...news, people: [] } : news, now)
  return interview
}

/** The last change by staff, before anybody was told. */
export async function undoLast(queries: Queries, id: string, handling: StaffHandling): Promise<void> {
  const row = await lockInterview(queries, id)
  const former = formerOf(row, handling.now)
  if (!former) throw new NotScheduled('told')
  if (former.isNew) return takeProposalBack(queries, row, handling)
  const { starts_at: startsAt, ends_at: endsAt, slot_id } = former.interview
  if (former.interview.state === 'chosen') {
    await freeSlot(queries, id)
    if (slot_id && !(await takeSlot(queries, slot_id, id))) throw new NotScheduled('taken')
    const booking = { id, startsAt: String(startsAt), endsAt: String(endsAt), people: former.people }
    if (!(await bookPeople(queries, booking))) throw new NotScheduled('taken')
  }
  await setPeople(queries, id, former.people)
  const restored = await store(queries, row, {
    ...former.interview,
    ...{ told_at: handling.now.toISOString(), former: null },
  })
  const news = await newsOf(queries, restored, handling)
  await addEvent(queries, news.submission, 'interview-undone', handling, {})
  await recordEvent(queries, interviewUndone, { ...news, sequence: row.sequence }, handling.now)
}

/** The first of several changes within ten seconds counts: it is what the others know. */
function kept(row: InterviewRow, people: string[], now: Date): Pick<InterviewRow, 'told_at' | 'former'> {
  const { state, slot_id, starts_at, ends_at, place, location, cancelled_by, ended_at, sequence } = row
  const own: Former = {
    interview: { state, slot_id, starts_at, ends_at, place, location, cancelled_by, ended_at, sequence },
    people,
  }
  return {
    told_at: new Date(now.getTime() + ANSWER_WAITS_MILLISECONDS).toISOString(),
    former: JSON.stringify(formerOf(row, now) ?? own),
  }
}

async function setPeople(queries: Queries, id: string, people: string[]) {
  await queries.deleteFrom('interview_people').where('interview_id', '=', id).execute()
  await insertAll(
    queries,
    'interview_people',
    people.map((person_id) => ({ interview_id: id, person_id })),
  )
}

async function newsOf(queries: Queries, interview: InterviewRow, { actorId, mailDomain }: StaffHandling) {
  return {
    ...{ interview, submission: await submissionOf(queries, interview), by: 'staff' as const, actorId },
    people: (await peopleOf(queries, [interview.id])).get(interview.id) ?? [],
    released: [] as string[],
    tellAt: new Date(interview.told_at),
    mailDomain,
  }
}
