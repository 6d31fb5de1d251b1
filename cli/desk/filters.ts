import { calendarDay, daysAfter, startOfDay } from '#domain/platform/calendar.ts'
import { STAGES, type Stage, SUBMISSION_KINDS, type SubmissionKind } from '#domain/platform/database/tables.ts'
import type { SubmissionFilters } from '#domain/submissions/list-submissions.ts'
import { type DeskCall, UsageError } from './command.ts'

export const filterOptions = {
  '--kind <kind>': 'contact, internship or career; separate several with commas',
  '--since <day>': 'from this day on: 2026-03-01, today, yesterday, or 7 for seven days ago',
  '--until <day>': 'up to and including this day',
  '--job <id>': 'applications for this job; "general" for those without a job; separate several with commas',
  '--stage <stage>': `${STAGES.join(', ')}; separate several with commas`,
  '--marked': 'only flagged ones: a bot may have sent them, or the CV needs care',
  '--unmarked': 'only those without a flag',
  '--email <address>': 'from this address',
  '--search <text>': 'whose answers, name, notes or reference contain words that begin with this',
}

export function readFilters({ options, now, timeZone }: DeskCall): SubmissionFilters {
  const { kind, since, until, job, stage, marked, unmarked, email, search } = options as Record<
    string,
    string | undefined
  >
  const dayAfter = until === undefined ? undefined : daysAfter(readDay(until, now, timeZone), 1)
  return {
    kinds: kind?.split(',').map(readKind),
    since: since === undefined ? undefined : startOfDay(readDay(since, now, timeZone), timeZone).toISOString(),
    until: dayAfter === undefined ? undefined : startOfDay(dayAfter, timeZone).toISOString(),
    jobIds: job?.split(',').map(readJob),
    stages: stage?.split(',').map((each) => readStage(each.trim())),
    marked: marked ? ['yes'] : unmarked ? ['no'] : undefined,
    emails: email === undefined ? undefined : [email],
    search,
  }
}

export function readStage(text: string): Stage {
  const stage = STAGES.find((each) => each === text)
  if (!stage) throw new UsageError(`The stage is one of ${STAGES.join(', ')}.`)
  return stage
}

function readKind(text: string): SubmissionKind {
  const word = text.trim().toLowerCase()
  const kind = word && SUBMISSION_KINDS.find((each) => each.startsWith(word.replace(/s$/, '')))
  if (!kind) throw new UsageError('The kind is contact, internship or career.')
  return kind
}

function readJob(given: string): number | null {
  const text = given.trim()
  if (text === 'general') return null
  if (!/^\d{1,9}$/.test(text)) throw new UsageError('The job is its id, or "general".')
  return Number(text)
}

function readDay(text: string, now: Date, timeZone: string): string {
  const today = calendarDay(now, timeZone)
  if (text === 'today') return today
  if (text === 'yesterday') return daysAfter(today, -1)
  if (/^\d{1,4}$/.test(text)) return daysAfter(today, -Number(text))
  if (!isCalendarDay(text))
    throw new UsageError(`"${text}" is not a day. Use a date like 2026-03-01, today, yesterday, or 7.`)
  return text
}

function isCalendarDay(text: string) {
  const midnight = new Date(`${text}T00:00:00Z`)
  return /^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text) && midnight.getTime() > 0 && midnight.toISOString().startsWith(text)
}
