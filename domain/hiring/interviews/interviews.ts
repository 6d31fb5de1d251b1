import type { Queries, Row } from '../../platform/database/database.ts'
import { lockRows } from '../../platform/database/database.ts'
import { HOUR } from '../../platform/durations.ts'
import type { Handling } from '../../submissions/events.ts'
import { endOf } from './free-times.ts'
import { peopleOf } from './working-time.ts'

export type InterviewRow = Row<'interviews'>

export interface StaffHandling extends Handling {
  /** Undefined where no mail is sent. */
  mailDomain?: string | undefined
}

/** How often a candidate may choose another time. */
export const MAX_MOVES = 2

type Reason =
  | 'unknown'
  | 'conflict'
  | 'open'
  | 'taken'
  | 'past'
  | 'busy'
  | 'closed'
  | 'too-late'
  | 'moves-used'
  | 'told'

interface BusyDetails {
  startsAt: string
  personId?: string | undefined
  until?: string | undefined
  next?: string | undefined
}

export class NotScheduled extends Error {
  readonly reason: Reason
  readonly details: BusyDetails | undefined

  constructor(reason: Reason, details?: BusyDetails) {
    super(reason)
    this.name = 'NotScheduled'
    this.reason = reason
    this.details = details
  }
}

/** `expired`: no time was chosen in time. `done`: it is over. */
export type ShownState = InterviewRow['state'] | 'expired' | 'done'

export function stateAt({ state, ends_at, choose_until }: InterviewRow, now: Date): ShownState {
  if (state === 'chosen' && String(ends_at) <= now.toISOString()) return 'done'
  return state === 'proposed' && choose_until <= now.toISOString() ? 'expired' : state
}

/** The one that the candidate chooses, or goes to. */
export async function openInterviewOf(queries: Queries, submissionId: string, now: Date) {
  const rows = await lockRows(queries)(
    queries
      .selectFrom('interviews')
      .selectAll()
      .where('submission_id', '=', submissionId)
      .where('state', 'in', ['proposed', 'chosen'])
      .orderBy('created_at', 'desc'),
  ).execute()
  return rows.find((row) => stateAt(row, now) !== 'done')
}

export async function lockInterview(queries: Queries, id: string): Promise<InterviewRow> {
  const row = await lockRows(queries)(
    queries.selectFrom('interviews').selectAll().where('id', '=', id),
  ).executeTakeFirst()
  if (!row) throw new NotScheduled('unknown')
  return row
}

export const findInterview = (queries: Queries, id: string) =>
  queries.selectFrom('interviews').selectAll().where('id', '=', id).executeTakeFirst()

/** From then on the candidate changes it by phone only. */
export const changeableUntil = ({ starts_at, change_hours }: Pick<InterviewRow, 'starts_at' | 'change_hours'>) =>
  new Date(Date.parse(String(starts_at)) - change_hours * HOUR).toISOString()

/** The state before a change that may still be undone: the one participants know. */
export interface Former {
  interview: Partial<InterviewRow>
  people: string[]
  /** Of a new proposal, which disappears when it is undone. */
  isNew?: true
  replaces?: string
}

export const formerOf = ({ former, told_at }: InterviewRow, now: Date): Former | undefined =>
  former !== null && told_at > now.toISOString() ? (JSON.parse(former) as Former) : undefined

/** Until `told_at` others see an interview as it was before. Undefined for one that is not proposed yet. */
export function asTold(row: InterviewRow, now: Date): InterviewRow | undefined {
  const former = formerOf(row, now)
  if (!former) return row
  return former.isNew ? undefined : { ...row, ...former.interview }
}

export interface OfferedTime {
  id: string
  startsAt: string
  endsAt: string
  isTaken: boolean
}

/** With those that another candidate has taken, or that an interviewer has no time for any more. */
export async function offeredTimes(queries: Queries, { id, slot_id }: InterviewRow): Promise<OfferedTime[]> {
  const slots = await queries
    .selectFrom('interview_offers')
    .innerJoin('interview_slots', 'interview_slots.id', 'interview_offers.slot_id')
    .select(['interview_slots.id', 'starts_at', 'ends_at', 'interview_slots.interview_id as taker'])
    .where('interview_offers.interview_id', '=', id)
    .orderBy('starts_at')
    .execute()
  const people = (await peopleOf(queries, [id])).get(id) ?? []
  const first = slots[0]?.starts_at ?? ''
  const last = slots.at(-1)?.ends_at ?? ''
  const quarters =
    people.length === 0
      ? []
      : await queries
          .selectFrom('interviewer_quarters')
          .select('starts_at')
          .where('person_id', 'in', people)
          .where('interview_id', '!=', id)
          .where('starts_at', '>=', first)
          .where('starts_at', '<', last)
          .execute()
  return slots.map((slot) => {
    const isBusy = quarters.some(({ starts_at }) => starts_at >= slot.starts_at && starts_at < slot.ends_at)
    const isTaken = slot.id !== slot_id && ((slot.taker !== null && slot.taker !== id) || isBusy)
    return { id: slot.id, startsAt: slot.starts_at, endsAt: slot.ends_at, isTaken }
  })
}

function quartersOf(startsAt: string, endsAt: string): string[] {
  const quarters: string[] = []
  for (let at = startsAt; at < endsAt; at = endOf(at, 15)) quarters.push(at)
  return quarters
}

interface Booking {
  id: string
  startsAt: string
  endsAt: string
  people: readonly string[]
}

/** The table's key refuses a person who has another interview then. In order of the key, against deadlocks. */
export async function bookPeople(queries: Queries, { id, startsAt, endsAt, people }: Booking): Promise<boolean> {
  await releasePeople(queries, id)
  const rows = people
    .toSorted()
    .flatMap((person_id) =>
      quartersOf(startsAt, endsAt).map((starts_at) => ({ person_id, starts_at, interview_id: id })),
    )
  if (rows.length === 0) return true
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('interviewer_quarters')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['person_id', 'starts_at']).doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) === rows.length
}

export const releasePeople = (queries: Queries, interviewId: string) =>
  queries.deleteFrom('interviewer_quarters').where('interview_id', '=', interviewId).execute()

export const freeSlot = (queries: Queries, interviewId: string) =>
  queries.updateTable('interview_slots').set({ interview_id: null }).where('interview_id', '=', interviewId).execute()

/** False if another candidate was faster. */
export async function takeSlot(queries: Queries, slotId: string, interviewId: string): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('interview_slots')
    .set({ interview_id: interviewId })
    .where('id', '=', slotId)
    .where('interview_id', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The condition has the version, as in `change` of a submission. */
export async function store(
  queries: Queries,
  row: InterviewRow,
  values: Partial<Omit<InterviewRow, 'id' | 'version'>>,
): Promise<InterviewRow> {
  const changed = await queries
    .updateTable('interviews')
    .set({ ...values, version: row.version + 1 })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .returningAll()
    .executeTakeFirst()
  if (!changed) throw new NotScheduled('conflict')
  return changed
}

/** Deletes slots without an interview or an offer. */
export const forgetUnofferedSlots = (queries: Queries) =>
  queries
    .deleteFrom('interview_slots')
    .where('interview_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('interview_offers').select('slot_id').whereRef('slot_id', '=', 'interview_slots.id'))),
    )
    .execute()

export async function interviewsOf(queries: Queries, submissionId: string, now: Date) {
  const rows = await queries
    .selectFrom('interviews')
    .selectAll()
    .where('submission_id', '=', submissionId)
    .orderBy('created_at')
    .execute()
  const people = await peopleOf(
    queries,
    rows.map(({ id }) => id),
  )
  return Promise.all(
    rows.map(async (row) => ({
      ...toInterview(row, people.get(row.id) ?? [], now),
      times: row.state === 'proposed' || row.state === 'chosen' ? await offeredTimes(queries, row) : [],
    })),
  )
}

export function toInterview(row: InterviewRow, people: string[], now: Date) {
  return {
    id: row.id,
    version: row.version,
    state: stateAt(row, now),
    createdAt: row.created_at,
    createdBy: row.created_by,
    people,
    minutes: row.minutes,
    bufferMinutes: row.buffer_minutes,
    place: row.place,
    location: row.location,
    note: row.note,
    chooseUntil: row.choose_until,
    changeHours: row.change_hours,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    moves: row.moves,
    cancelledBy: row.cancelled_by,
    endedAt: row.ended_at,
    unsuitable: row.unsuitable,
    unsuitableAt: row.unsuitable_at,
    undoUntil: formerOf(row, now) ? row.told_at : null,
  }
}
