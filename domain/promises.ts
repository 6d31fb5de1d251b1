import { PROMISED_WORKING_DAYS } from '#texts/promises.ts'
import { type WorkingCalendar, workingCalendarOf, workingDaysAfter } from './calendar.ts'
import type { Queries } from './database/connection.ts'
import type { SubmissionKind } from './database/tables.ts'

/** Until when somebody who wrote at this moment was promised an answer. */
export async function answerDueAt(queries: Queries, kind: SubmissionKind, moment: Date): Promise<string> {
  const calendar = await companyCalendar(queries)
  return workingDaysAfter(moment, PROMISED_WORKING_DAYS[kind], calendar).toISOString()
}

export async function companyCalendar(queries: Queries): Promise<WorkingCalendar> {
  const company = await queries.selectFrom('contact_info').select(['opening_hours', 'time_zone']).executeTakeFirst()
  return workingCalendarOf(company ? JSON.parse(company.opening_hours) : [], company?.time_zone ?? 'UTC')
}
