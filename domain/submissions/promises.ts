import type { OpeningHours } from '#contract/entities.ts'
import { type Company, companyContact } from '../content/company.ts'
import { type WorkingCalendar, workingCalendarOf, workingDaysAfter } from '../platform/calendar.ts'
import type { Queries } from '../platform/database/database.ts'
import type { SubmissionKind } from '../platform/database/tables.ts'

export async function answerDueAt(
  queries: Queries,
  { promises }: Pick<Company, 'promises'>,
  kind: SubmissionKind,
  moment: Date,
): Promise<string> {
  const calendar = await companyCalendar(queries)
  return workingDaysAfter(moment, promises[kind], calendar).toISOString()
}

export async function companyCalendar(queries: Queries): Promise<WorkingCalendar> {
  const { opening_hours, time_zone } = await companyContact(queries)
  return workingCalendarOf((opening_hours ?? []) as OpeningHours[], String(time_zone ?? 'UTC'))
}
