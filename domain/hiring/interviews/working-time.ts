import type { OpeningHours } from '#contract/entities.ts'
import { companyContact } from '../../content/company.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Busy, CompanyHours } from './free-times.ts'

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
/** Where the company names no hours. */
const USUAL = { opens: '09:00', closes: '18:00' }

export async function companyHours(queries: Queries): Promise<CompanyHours> {
  const { opening_hours, time_zone } = await companyContact(queries)
  const hours = ((opening_hours ?? []) as OpeningHours[]).filter(
    ({ opens, closes }) => opens !== null && closes !== null,
  )
  return {
    timeZone: String(time_zone ?? 'UTC'),
    dayOf(day) {
      if (hours.length === 0) return { day, ...USUAL }
      const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] as (typeof WEEKDAYS)[number]
      const own = hours.filter(({ days }) => days.includes(weekday))
      const opens = own.flatMap(({ opens }) => opens ?? []).toSorted()[0] ?? null
      return {
        day,
        opens,
        closes:
          own
            .flatMap(({ closes }) => closes ?? [])
            .toSorted()
            .at(-1) ?? null,
      }
    },
  }
}

interface Window {
  from: string
  to: string
}

/** Booked interviews, and times that are offered and not taken. */
export async function busyTimes(
  queries: Queries,
  people: readonly string[],
  { from, to }: Window,
  { now, except = '' }: { now: Date; except?: string | undefined },
): Promise<Busy[]> {
  if (people.length === 0) return []
  const booked = await queries
    .selectFrom('interviews')
    .innerJoin('interview_people', 'interview_people.interview_id', 'interviews.id')
    .select(['interviews.id', 'starts_at', 'ends_at'])
    .distinct()
    .where('state', '=', 'chosen')
    .where('starts_at', '<', to)
    .where('ends_at', '>', from)
    .where('person_id', 'in', people)
    .where('interviews.id', '!=', except)
    .execute()
  const offered = await queries
    .selectFrom('interview_slots')
    .innerJoin('interview_offers', 'interview_offers.slot_id', 'interview_slots.id')
    .innerJoin('interviews', 'interviews.id', 'interview_offers.interview_id')
    .innerJoin('interview_people', 'interview_people.interview_id', 'interviews.id')
    .select(['interviews.id', 'interview_slots.starts_at', 'interview_slots.ends_at'])
    .distinct()
    .where('state', '=', 'proposed')
    .where('choose_until', '>', now.toISOString())
    .where('interview_slots.interview_id', 'is', null)
    .where('interview_slots.starts_at', '>', now.toISOString())
    .where('interview_slots.starts_at', '<', to)
    .where('interview_slots.ends_at', '>', from)
    .where('person_id', 'in', people)
    .where('interviews.id', '!=', except)
    .execute()
  const interviewers = await peopleOf(
    queries,
    [...booked, ...offered].map(({ id }) => id),
  )
  const asBusy = (kind: Busy['kind']) => (row: (typeof booked)[number]) => {
    const allPeople = interviewers.get(row.id) ?? []
    const own = allPeople.filter((id) => people.includes(id))
    return { startsAt: String(row.starts_at), endsAt: String(row.ends_at), people: own, kind, allPeople }
  }
  return [...booked.map(asBusy('booked')), ...offered.map(asBusy('offered'))].toSorted((one, other) =>
    one.startsAt.localeCompare(other.startsAt),
  )
}

/** Interviewers by interview, each list in the order of their ids. */
export async function peopleOf(queries: Queries, interviewIds: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  if (interviewIds.length === 0) return found
  const rows = await queries
    .selectFrom('interview_people')
    .selectAll()
    .where('interview_id', 'in', [...new Set(interviewIds)])
    .orderBy('person_id')
    .execute()
  for (const { interview_id, person_id } of rows)
    found.set(interview_id, [...(found.get(interview_id) ?? []), person_id])
  return found
}
