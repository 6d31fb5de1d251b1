import { lockPerson } from '../../people/lock-person.ts'
import { calendarDay, hourOfDay, type WorkingCalendar, weekdayOf } from '../../platform/calendar.ts'
import type { Queries, Row } from '../../platform/database/database.ts'
import { DELIVERIES, type Delivery } from './deliveries.ts'
import { kindOfNotification, NOTIFICATION_KINDS, type NotificationDetails, type NotificationKind } from './kinds.ts'

type Choices = Partial<Record<NotificationKind, Delivery>>

export interface NotificationSettings {
  choices: Choices
  /** Hours of the company's clock; the same twice: no quiet hours. */
  quietFrom: number
  quietUntil: number
  /** Also on days without opening hours. */
  isQuietWhenClosed: boolean
  /** Processes whose applications are mailed about; null: all. */
  jobs: string[] | null
  /** When the mail server last refused the address. */
  refusedAt: string | null
  /** The company's day of the last digest. */
  digestedOn: string | null
}

const DEFAULTS: NotificationSettings = {
  choices: {},
  quietFrom: 20,
  quietUntil: 8,
  isQuietWhenClosed: true,
  jobs: null,
  refusedAt: null,
  digestedOn: null,
}

export async function findSettings(queries: Queries, people: string[]): Promise<Map<string, NotificationSettings>> {
  const rows = people.length
    ? await queries.selectFrom('notification_settings').selectAll().where('person_id', 'in', people).execute()
    : []
  const known = new Map(
    rows.map((row) => [
      row.person_id,
      {
        choices: knownChoices(JSON.parse(row.choices)),
        quietFrom: row.quiet_from,
        quietUntil: row.quiet_until,
        isQuietWhenClosed: row.quiet_closed_days === 1,
        jobs: row.jobs && JSON.parse(row.jobs),
        refusedAt: row.refused_at,
        digestedOn: row.digested_on,
      },
    ]),
  )
  return new Map(people.map((id) => [id, known.get(id) ?? DEFAULTS]))
}

export const settingsOf = async (queries: Queries, personId: string): Promise<NotificationSettings> =>
  (await findSettings(queries, [personId])).get(personId) ?? DEFAULTS

/** Another release may have had other kinds. */
const knownChoices = (stored: Record<string, unknown>): Choices =>
  Object.fromEntries(
    NOTIFICATION_KINDS.filter((kind) => DELIVERIES.includes(stored[kind] as Delivery)).map((kind) => [
      kind,
      stored[kind],
    ]),
  )

/** Only the columns that change: the worker notes its own ones meanwhile. */
export async function changeSettings(queries: Queries, personId: string, change: Partial<NotificationSettings>) {
  // Two windows may change different kinds.
  if (change.choices) await lockPerson(queries, personId)
  const { choices } = await settingsOf(queries, personId)
  await queries
    .insertInto('notification_settings')
    .values({ person_id: personId, ...columnsOf(DEFAULTS) })
    .onConflict((conflict) => conflict.column('person_id').doNothing())
    .execute()
  await queries
    .updateTable('notification_settings')
    .set(columnsOf({ ...change, ...(change.choices && { choices: { ...choices, ...change.choices } }) }))
    .where('person_id', '=', personId)
    .execute()
}

type Columns = Omit<Row<'notification_settings'>, 'person_id'>

/** An undefined column is not written. */
const columnsOf = (settings: Partial<NotificationSettings>) =>
  ({
    choices: settings.choices && JSON.stringify(settings.choices),
    quiet_from: settings.quietFrom,
    quiet_until: settings.quietUntil,
    quiet_closed_days: settings.isQuietWhenClosed === undefined ? undefined : settings.isQuietWhenClosed ? 1 : 0,
    jobs: settings.jobs && JSON.stringify(settings.jobs),
    refused_at: settings.refusedAt,
    digested_on: settings.digestedOn,
  }) as Columns

export const deliveryOf = (kind: NotificationKind, { choices }: Pick<NotificationSettings, 'choices'>): Delivery =>
  choices[kind] ?? kindOfNotification(kind).delivery

interface Told {
  kind: NotificationKind
  details: NotificationDetails
  process: string | null
}

export function deliveryFor({ kind, details, process }: Told, settings: NotificationSettings): Delivery {
  if (process !== null && settings.jobs && !settings.jobs.includes(process)) return 'nothing'
  const chosen = deliveryOf(kind, settings)
  return chosen === 'at-once' && kindOfNotification(kind).waitsForDigest?.(details) ? 'digest' : chosen
}

/** By what the company's clock shows, so that a clock change moves nothing. */
export function isQuiet(
  {
    quietFrom,
    quietUntil,
    isQuietWhenClosed,
  }: Pick<NotificationSettings, 'quietFrom' | 'quietUntil' | 'isQuietWhenClosed'>,
  { timeZone, closing }: WorkingCalendar,
  now: Date,
): boolean {
  if (isQuietWhenClosed && !closing[weekdayOf(calendarDay(now, timeZone))]) return true
  const hour = hourOfDay(now, timeZone)
  if (quietFrom <= quietUntil) return hour >= quietFrom && hour < quietUntil
  return hour >= quietFrom || hour < quietUntil
}
