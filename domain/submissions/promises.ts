import type { Company } from '../content/facts.ts'
import { type WorkingCalendar, workingCalendarOf, workingDaysAfter } from '../platform/calendar.ts'
import type { Queries } from '../platform/database/database.ts'
import type { SubmissionKind } from '../platform/database/tables.ts'

/** Until when somebody who wrote at this moment was promised an answer. */
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
  const company = await queries.selectFrom('contact_info').select(['opening_hours', 'time_zone']).executeTakeFirst()
  return workingCalendarOf(company ? JSON.parse(company.opening_hours) : [], company?.time_zone ?? 'UTC')
}
