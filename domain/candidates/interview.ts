import { companyTexts } from '#texts/index.ts'
import { type Language, localeOf } from '#texts/languages.ts'
import { createTranslator } from '#texts/translator.ts'
import { findCompany } from '../content/company.ts'
import { entryFile } from '../hiring/interviews/calendar-entry.ts'
import {
  asTold,
  changeableUntil,
  type InterviewRow,
  MAX_MOVES,
  offeredTimes,
  stateAt,
} from '../hiring/interviews/interviews.ts'
import { peopleOf } from '../hiring/interviews/working-time.ts'
import { namesOfPeople } from '../people/people.ts'
import type { Queries } from '../platform/database/database.ts'
import type { SubmissionSummary } from '../submissions/submissions.ts'
import { findApplication } from './find.ts'

/** As the candidate knows it: what staff may still undo is not told. Null if there is nothing to show. */
export async function interviewFor(queries: Queries, { id }: Pick<SubmissionSummary, 'id'>, now: Date) {
  const row = await newestTold(queries, id, now)
  if (!row) return null
  const state = stateAt(row, now)
  if (state === 'done' || state === 'replaced') return null
  const people = (await peopleOf(queries, [row.id])).get(row.id) ?? []
  const names = await namesOfPeople(queries)
  const moment = now.toISOString()
  const isChosen = state === 'chosen'
  const times = state === 'proposed' || isChosen ? await offeredTimes(queries, row) : []
  const canChange = isChosen && changeableUntil(row) > moment
  return {
    state,
    people: people.map((person) => names.get(person) ?? '').filter(Boolean),
    minutes: row.minutes,
    place: row.place,
    // The link of a video call is for those who have a time.
    location: isChosen || row.place === 'office' ? row.location : '',
    note: row.note,
    chooseUntil: row.choose_until,
    changeHours: row.change_hours,
    chosen: isChosen ? { startsAt: String(row.starts_at), endsAt: String(row.ends_at) } : null,
    times: times
      .filter(({ id: slot, startsAt }) => startsAt > moment && slot !== row.slot_id)
      .map(({ isTaken, ...time }) => ({ ...time, isTaken })),
    changeableUntil: isChosen ? changeableUntil(row) : null,
    canCancel: canChange,
    canMove: canChange && row.moves < MAX_MOVES,
    cancelledBy: row.cancelled_by,
    unsuitable: row.unsuitable,
  }
}

async function newestTold(queries: Queries, submissionId: string, now: Date): Promise<InterviewRow | undefined> {
  const rows = await queries
    .selectFrom('interviews')
    .selectAll()
    .where('submission_id', '=', submissionId)
    .orderBy('created_at', 'desc')
    .orderBy('told_at', 'desc')
    .execute()
  const told = rows.map((row) => ({ row, shown: asTold(row, now) }))
  // Times that replace others are not told yet: the others still stand.
  const pending = told.find(({ shown }) => shown === undefined)
  const replacedId = pending && (JSON.parse(pending.row.former ?? '{}') as { replaces?: string }).replaces
  const former = rows.find(({ id }) => id === replacedId)
  if (former) return { ...former, state: 'proposed' }
  return told.find(({ shown }) => shown !== undefined && shown.state !== 'replaced')?.shown
}

interface Wanted {
  language: Language
  now: Date
  mailDomain: string | undefined
}

/** For any calendar. Undefined without a chosen time. */
export async function calendarEntryFor(queries: Queries, token: string, { language, now, mailDomain }: Wanted) {
  const found = await findApplication(queries, token)
  const row = found.state === 'open' ? await newestTold(queries, found.submission.id, now) : undefined
  if (!row || stateAt(row, now) !== 'chosen') return undefined
  const company = await findCompany(queries)
  const messages = companyTexts(company, language)
  const say = createTranslator({ locale: localeOf(language), messages, namespace: 'mail.interviews' })
  return entryFile(
    {
      ...{ id: row.id, sequence: row.sequence, startsAt: String(row.starts_at), endsAt: String(row.ends_at), language },
      ...{
        summary: say('summary.candidate', { company: company.name[language] }),
        mailDomain: mailDomain ?? 'localhost',
      },
      ...(row.location && { location: row.location }),
    },
    now.toISOString(),
  )
}
