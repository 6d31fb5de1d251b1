import { formatsIn } from '#texts/dates-and-numbers.ts'
import { companyTexts } from '#texts/index.ts'
import { type Language, localeOf } from '#texts/languages.ts'
import { createTranslator } from '#texts/translator.ts'
import { type Company, companyClock, findCompany } from '../../content/company.ts'
import type {
  interviewBooked,
  interviewCancelled,
  interviewChanged,
  interviewProposed,
  interviewUndone,
} from '../../hiring/events.ts'
import { invitationFile } from '../../hiring/interviews/calendar-entry.ts'
import {
  asTold,
  changeableUntil,
  findInterview,
  type InterviewRow,
  offeredTimes,
  stateAt,
} from '../../hiring/interviews/interviews.ts'
import { peopleOf } from '../../hiring/interviews/working-time.ts'
import { findPerson, namesOfPeople } from '../../people/people.ts'
import { mayDoIn } from '../../people/rights.ts'
import { findHolder } from '../../people/teams.ts'
import type { Queries } from '../../platform/database/database.ts'
import { DAY } from '../../platform/durations.ts'
import type { Subscriber } from '../../platform/events/events.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { submissionsLeaving } from '../../submissions/events.ts'
import { processKeyOf } from '../../submissions/processes.ts'
import type { SubmissionSummary } from '../../submissions/submissions.ts'
import {
  erasedInterviewMail,
  type InterviewInMail,
  type InterviewNews,
  interviewMail,
  interviewTimesMail,
  staffInterviewMail,
} from './interview-templates.ts'
import { enqueueMail } from './outbox.ts'
import type { MailContent, SpeakingToVisitor } from './templates.ts'

/** How long before an interview, and before the end of choosing, a reminder leaves. */
const REMINDER_MILLISECONDS = DAY

type Booked = Parameters<Subscriber<typeof interviewBooked>>[1]

const idOf = ({ id, sequence }: Pick<InterviewRow, 'id' | 'sequence'>) => `interview ${id} ${sequence}`
const reminderId = ({ id, sequence }: Pick<InterviewRow, 'id' | 'sequence'>) => `interview ${id} reminder ${sequence}`

export const mailInterviewTimes: Subscriber<typeof interviewProposed> = async (queries, news, now) => {
  const { interview, submission, mailDomain, tellAt } = news
  if (mailDomain === undefined) return
  await enqueueMail(queries, submission, {
    ...{ id: idOf(interview), kind: 'interview-times', mailDomain, messageId: `times.${interview.id}` },
    ...{ createdAt: now.toISOString(), dueAt: tellAt.toISOString(), payload: payloadOf(interview) },
  })
  await remindCandidate(queries, news, interview.choose_until, now)
}

const payloadOf = ({ id, sequence }: InterviewRow) => ({ interview: id, sequence })

export const mailInterview: Subscriber<typeof interviewBooked | typeof interviewChanged> = async (
  queries,
  news,
  now,
) => {
  const { interview, mailDomain, people } = news
  if (mailDomain === undefined) return
  await forgetReminders(queries, news)
  await mailCandidate(queries, news, now)
  await mailPeople(queries, news, now)
  await remindCandidate(queries, news, String(interview.starts_at), now)
  await remindPeople(queries, news, people, now)
}

export const mailInterviewEnd: Subscriber<typeof interviewCancelled> = async (queries, news, now) => {
  if (news.mailDomain === undefined) return
  await forgetReminders(queries, news)
  // Who leaves before choosing knows it.
  if (news.interview.starts_at !== null || news.by === 'staff') await mailCandidate(queries, news, now)
  await mailPeople(queries, news, now)
}

/** The invitation was not sent yet, so no cancellation is needed. */
export const withdrawInterviewMails: Subscriber<typeof interviewUndone> = async (
  queries,
  { sequence, ...news },
  now,
) => {
  const { interview, submission, mailDomain } = news
  const undone = idOf({ id: interview.id, sequence })
  await forgetMails(queries, submission, [undone, `${undone} %`])
  await forgetReminders(queries, news)
  if (mailDomain === undefined || interview.state !== 'chosen') return
  await remindCandidate(queries, news, String(interview.starts_at), now)
  await remindPeople(queries, news, news.people, now)
}

/** Only calendars with an entry to come. */
export const cancelErasedInterviews: Subscriber<typeof submissionsLeaving> = async (
  queries,
  { submissions, hasMail },
  now,
) => {
  if (!hasMail || submissions.length === 0) return
  const rows = await queries
    .selectFrom('interviews')
    .innerJoin('interview_people', 'interview_people.interview_id', 'interviews.id')
    .select(['interviews.id', 'sequence', 'starts_at', 'ends_at', 'person_id'])
    .where(
      'submission_id',
      'in',
      submissions.map(({ id }) => id),
    )
    .where('state', '=', 'chosen')
    .where('starts_at', '>', now.toISOString())
    .execute()
  for (const { id, sequence, starts_at, ends_at, person_id: personId } of rows) {
    const erased = { id, sequence: sequence + 1, startsAt: String(starts_at), endsAt: String(ends_at) }
    const payload: ErasedInterviewPayload = { erased, personId }
    // Without a subject: it outlives the jobs about the application.
    await enqueue(queries, 'account-mail', { payload, now })
  }
}

const mailCandidate = (queries: Queries, { interview, submission, mailDomain = '', tellAt }: Booked, now: Date) =>
  enqueueMail(queries, submission, {
    ...{
      id: idOf(interview),
      kind: 'interview',
      mailDomain,
      messageId: `interview.${interview.id}.${interview.sequence}`,
    },
    ...{ createdAt: now.toISOString(), dueAt: tellAt.toISOString(), payload: payloadOf(interview) },
  })

async function mailPeople(
  queries: Queries,
  { interview, submission: { reference: subject }, people, released, tellAt: dueAt }: Booked,
  now: Date,
) {
  const { id, sequence } = interview
  for (const personId of [...people, ...released]) {
    const isReleased = !people.includes(personId)
    const payload: InterviewPayload = { interview: id, sequence, personId, ...(isReleased && { isReleased }) }
    await enqueue(queries, 'account-mail', { id: `${idOf(interview)} ${personId}`, payload, subject, now, dueAt })
  }
}

async function remindCandidate(
  queries: Queries,
  { interview, submission, mailDomain = '', tellAt }: Booked,
  before: string,
  now: Date,
) {
  const dueAt = reminderTime(before, tellAt)
  if (!dueAt) return
  await enqueueMail(queries, submission, {
    ...{ id: reminderId(interview), kind: 'interview-reminder', mailDomain, dueAt },
    ...{ messageId: `reminder.${interview.id}.${interview.sequence}`, createdAt: now.toISOString() },
    payload: payloadOf(interview),
  })
}

async function remindPeople(queries: Queries, { interview, submission, tellAt }: Booked, people: string[], now: Date) {
  const dueAt = reminderTime(String(interview.starts_at), tellAt)
  if (!dueAt) return
  for (const personId of people) {
    const payload: InterviewPayload = { ...payloadOf(interview), personId, isReminder: true }
    const id = `${reminderId(interview)} ${personId}`
    await enqueue(queries, 'account-mail', { id, payload, subject: submission.reference, now, dueAt })
  }
}

/** None for a time that was told less than a day before. */
function reminderTime(before: string, toldAt: Date): string | undefined {
  const at = Date.parse(before) - REMINDER_MILLISECONDS
  return at > toldAt.getTime() ? new Date(at).toISOString() : undefined
}

const forgetReminders = (queries: Queries, { interview, submission }: Pick<Booked, 'interview' | 'submission'>) =>
  forgetMails(queries, submission, [`interview ${interview.id} reminder %`])

/** Of one submission, so that an index finds them. */
async function forgetMails(queries: Queries, { reference }: SubmissionSummary, patterns: string[]) {
  for (const pattern of patterns) {
    await queries.deleteFrom('queued_jobs').where('subject', '=', reference).where('id', 'like', pattern).execute()
    await queries
      .deleteFrom('mails')
      .where('reference', '=', reference)
      .where('id', 'like', pattern)
      .where('sent_at', 'is', null)
      .execute()
  }
}

interface OfInterview {
  interview: string
  sequence: number
}

export interface InterviewPayload extends OfInterview {
  personId: string
  isReleased?: boolean
  isReminder?: boolean
}

/** Of an interview whose application was erased: the entry leaves the calendars of its interviewers. */
export interface ErasedInterviewPayload {
  erased: { id: string; sequence: number; startsAt: string; endsAt: string }
  personId: string
}

interface Circumstances {
  now: Date
  mailDomain: string
  mailFrom: string
  stampedAt: string
}

type Attached = MailContent & { icalEvent?: { method: string; filename: string; content: string } }

/** Undefined for what is no news any more: another change follows, or it is over. */
export async function candidateInterviewMail(
  queries: Queries,
  kind: 'interview-times' | 'interview' | 'interview-reminder',
  { interview: id, sequence }: OfInterview,
  submission: SubmissionSummary,
  speaking: SpeakingToVisitor,
  link: string | undefined,
  circumstances: Circumstances,
): Promise<Attached | undefined> {
  const row = await currentRow(queries, id, sequence, circumstances.now, kind === 'interview-times')
  if (!row) return undefined
  const { company, language } = speaking
  const clock = await companyClock(queries, language)
  const interview = await describe(queries, row, submission, language)
  const state = stateAt(row, circumstances.now)
  const isReminder = kind === 'interview-reminder'
  if (isReminder && LEFT.includes(submission.stage)) return undefined
  if (state === 'proposed') {
    if (kind === 'interview' || !link) return undefined
    const count = (await offeredTimes(queries, row)).filter(({ isTaken }) => !isTaken).length
    return interviewTimesMail(interview, speaking, { clock, link, count, isReminder })
  }
  if (kind === 'interview-times' || (isReminder && state !== 'chosen')) return undefined
  if (state !== 'chosen' && state !== 'cancelled') return undefined
  const news = isReminder ? 'reminder' : newsOf(row)
  const content = interviewMail(news, interview, speaking, { clock, link, cancelledBy: row.cancelled_by })
  if (isReminder || row.starts_at === null) return content
  const say = translatorIn(company, language)
  const attendee = { name: submission.name, address: submission.email, hasAccepted: true }
  const summary = say('summary.candidate', { company: company.name[language] })
  return { ...content, ...attached(row, { ...circumstances, company, language, attendee, summary, description: link }) }
}

const LEFT = ['declined', 'withdrawn']

const newsOf = ({ state, sequence }: InterviewRow): InterviewNews =>
  state === 'cancelled' ? 'cancelled' : sequence > 1 ? 'changed' : 'booked'

/** As it is told now; undefined if this change is outdated. */
async function currentRow(queries: Queries, id: string, sequence: number, now: Date, isProposal = false) {
  const found = await findInterview(queries, id)
  // A job may run at the very moment until which its change could be undone.
  const row = found && (isProposal ? found : asTold(found, now))
  return row?.sequence === sequence ? row : undefined
}

interface StaffMail {
  to: string
  language: Language
  messageId: string
  content: Attached
}

export async function staffInterviewMailFor(
  queries: Queries,
  payload: InterviewPayload | ErasedInterviewPayload,
  deskUrl: string | undefined,
  circumstances: Circumstances,
): Promise<StaffMail | undefined> {
  const person = await findPerson(queries, payload.personId)
  if (!person?.email) return undefined
  const { email: to, language, name } = person
  const company = await findCompany(queries)
  const clock = await companyClock(queries, language)
  const speaking = { company, language }
  const attendee = { name, address: to, hasAccepted: false }
  if ('erased' in payload) {
    const { id, sequence, startsAt, endsAt } = payload.erased
    const content = erasedInterviewMail(startsAt, speaking, clock)
    const summary = translatorIn(company, language)('summary.candidate', { company: company.name[language] })
    const row = { id, sequence, starts_at: startsAt, ends_at: endsAt, state: 'cancelled' as const, location: '' }
    const file = attached(row, { ...circumstances, company, language, attendee, summary, description: undefined })
    return {
      to,
      language,
      messageId: `interview.${id}.${sequence}.${payload.personId}`,
      content: { ...content, ...file },
    }
  }
  const { interview: id, sequence, personId, isReleased = false, isReminder = false } = payload
  const row = await currentRow(queries, id, sequence, circumstances.now)
  const submission =
    row && (await queries.selectFrom('submissions').selectAll().where('id', '=', row.submission_id).executeTakeFirst())
  if (!row || !submission || row.starts_at === null) return undefined
  if (isReminder && (stateAt(row, circumstances.now) !== 'chosen' || LEFT.includes(submission.stage))) return undefined
  const interview = await describe(queries, row, submission, language)
  const news = isReminder ? 'reminder' : isReleased ? 'cancelled' : newsOf(row)
  // Who left the team gets nothing more than the end of an entry in their calendar.
  const holder = await findHolder(queries, personId)
  const sees = holder && mayDoIn(holder, processKeyOf(submission), 'submissions.read')
  if (!sees && news !== 'cancelled') return undefined
  const content = staffInterviewMail(news, interview, speaking, { clock, deskUrl })
  const messageId = `${isReminder ? 'reminder' : 'interview'}.${id}.${sequence}.${personId}`
  if (isReminder) return { to, language, messageId, content }
  const summary = translatorIn(company, language)('summary.staff', { name: interview.name, job: interview.job })
  const description = deskUrl && `${deskUrl}/inbox/${interview.reference}`
  const shown = isReleased ? { ...row, state: 'cancelled' as const } : row
  const file = attached(shown, { ...circumstances, company, language, attendee, summary, description })
  return { to, language, messageId, content: { ...content, ...file } }
}

interface AttachedTo extends Circumstances {
  company: Company
  language: Language
  attendee: { name: string; address: string; hasAccepted: boolean }
  summary: string
  description: string | undefined
}

type ShownInCalendar = Pick<InterviewRow, 'id' | 'sequence' | 'starts_at' | 'ends_at' | 'state' | 'location'>

function attached(
  { id, sequence, starts_at, ends_at, state, location }: ShownInCalendar,
  { company, language, attendee, summary, description, mailDomain, mailFrom, stampedAt }: AttachedTo,
) {
  const method = state === 'cancelled' ? 'CANCEL' : 'REQUEST'
  const content = invitationFile({
    ...{ id, sequence, startsAt: String(starts_at), endsAt: String(ends_at), summary, language, mailDomain },
    ...{ method, attendee, stampedAt, organizer: { name: company.name[language], address: mailFrom } },
    ...(description && { description }),
    ...(location && { location }),
  })
  return { icalEvent: { method, filename: 'interview.ics', content } }
}

function translatorIn(company: Company, language: Language) {
  const messages = companyTexts(company, language)
  return createTranslator({ locale: localeOf(language), messages, namespace: 'mail.interviews' })
}

async function describe(
  queries: Queries,
  row: InterviewRow,
  { reference, name, about, job_title_ar }: SubmissionSummary,
  language: Language,
): Promise<InterviewInMail> {
  const ids = (await peopleOf(queries, [row.id])).get(row.id) ?? []
  const names = await namesOfPeople(queries)
  const { mail } = companyTexts(await findCompany(queries), language)
  return {
    ...{ reference, name, job: (language === 'ar' && job_title_ar) || about || mail.letters.generalApplication },
    people: formatsIn(language).list(ids.map((id) => names.get(id) ?? '').filter(Boolean)),
    ...{ startsAt: row.starts_at, chooseUntil: row.choose_until },
    changeableUntil: row.starts_at === null ? row.choose_until : changeableUntil(row),
    ...{ minutes: row.minutes, place: row.place, location: row.location, note: row.note },
  }
}
