import { randomUUID } from 'node:crypto'
import { textsIn } from '#texts/index.ts'
import type { Language } from '#texts/languages.ts'
import type { Company } from '../content/company.ts'
import { workingDaysAfter } from '../platform/calendar.ts'
import { canonicalMailbox } from '../platform/canonical-mailbox.ts'
import type { Queries } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events/events.ts'
import { cancelJob, isFree } from '../platform/jobs/queue.ts'
import { detachFromLetter } from './attachments.ts'
import { addEvent, type Handling, letterWritten } from './events.ts'
import { companyCalendar } from './promises.ts'
import type { SubmissionSummary } from './submissions.ts'

/** As the person wrote it, with placeholders such as {name}; they are filled in when it is sent. */
export interface LetterText {
  language: Language
  subject: string
  body: string
}

export interface NewLetter extends LetterText {
  kind: 'answer' | 'decline'
  replyTo: 'me' | 'team'
  sendAt: Date
  /** The author, if it is not the assignee. */
  authorId?: string | null
}

export const PLACEHOLDERS = ['name', 'firstname', 'job', 'reference', 'company', 'author', 'page', 'interview'] as const
type Placeholder = (typeof PLACEHOLDERS)[number]

export const DECLINE_WAITS_WORKING_DAYS = 2
/** For second thoughts. */
export const ANSWER_WAITS_MILLISECONDS = 10_000

export async function declineSendAt(queries: Queries, now: Date, workingDays: number): Promise<Date> {
  if (workingDays === 0) return new Date(now.getTime() + ANSWER_WAITS_MILLISECONDS)
  return workingDaysAfter(now, workingDays, await companyCalendar(queries))
}

type Addressed = Pick<SubmissionSummary, 'name' | 'reference' | 'about' | 'job_title_ar' | 'kind'>

interface Filling {
  company: Pick<Company, 'name'>
  /** Undefined: a person who left the desk signs no more letters. */
  author: string | undefined
  /** The masked address of the sender's page; without one it has no value. */
  page?: string | undefined
  /** When the interview is, in words; without one it has no value. */
  interview?: string | undefined
}

export function placeholderValues(
  language: Language,
  submissions: Addressed[],
  { company, author, page = '', interview = '' }: Filling,
): Record<Placeholder, string> {
  const { mail } = textsIn(language)
  const titles = submissions
    .filter(({ kind }) => kind !== 'contact-message')
    .map(({ about, job_title_ar }) => (language === 'ar' && job_title_ar) || about || mail.letters.generalApplication)
  const name = submissions[0]?.name ?? ''
  return {
    name,
    firstname: firstNameOf(name),
    job: [...new Set(titles)].join(language === 'ar' ? '، ' : ', '),
    reference: submissions.map(({ reference }) => reference).join(language === 'ar' ? '، ' : ', '),
    company: company.name[language],
    author: author ?? mail.letters.team,
    page,
    interview,
  }
}

const BEGINS_A_NAME = /^(عبد|أبو|ابو|أم|آل|abd|abdel|abdul|abu|el|al)$/iu

/** Two words where the first is only the beginning of a name. */
function firstNameOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return words.slice(0, BEGINS_A_NAME.test(words[0] ?? '') ? 2 : 1).join(' ')
}

/** For one person, signed by its author. `unfilled`: placeholders that are unknown or have no value. */
export function fillLetter({ subject, body, language }: LetterText, submissions: Addressed[], filling: Filling) {
  const values = placeholderValues(language, submissions, filling)
  const unfilled = new Set<string>()
  // Once through: what a visitor typed as a name is never looked at for placeholders.
  const fill = (text: string) =>
    text.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
      const value = Object.hasOwn(values, name) ? values[name as Placeholder] : ''
      if (value) return value
      unfilled.add(whole)
      return whole
    })
  const filled = { subject: fill(subject), body: fill(body) }
  const isSigned = filled.body.includes(values.author)
  const signature = isSigned ? '' : `\n\n${values.author}\n${values.company}`
  return { subject: filled.subject, body: filled.body + signature, unfilled: [...unfilled] }
}

/** In the transaction that it is about. */
export async function enqueueLetter(
  queries: Queries,
  submission: SubmissionSummary,
  letter: NewLetter,
  { mailDomain }: { mailDomain: string },
  handling: Handling,
  { id = randomUUID(), remarks = {} }: { id?: string | undefined; remarks?: object } = {},
) {
  const { kind, language, subject, body, replyTo, sendAt, authorId = handling.actorId } = letter
  const created_at = handling.now.toISOString()
  await queries
    .insertInto('letters')
    .values({
      ...{ id, kind, author_id: authorId, created_at, language, subject, body, reply_to: replyTo },
      ...{ sent_subject: null, sent_text: null, sent_to: null },
    })
    .execute()
  await queries.insertInto('letter_submissions').values({ letter_id: id, submission_id: submission.id }).execute()
  const { reference } = submission
  await recordEvent(queries, letterWritten, { id, reference, language, sendAt, mailDomain }, handling.now)
  await addEvent(queries, submission, 'letter', handling, {
    letter: id,
    kind,
    sendAt: sendAt.toISOString(),
    ...remarks,
  })
  return { id, sendAt: sendAt.toISOString() }
}

/** One letter per person, however many applications are declined while it waits; none for a person with an offer. */
export async function enqueueDeclineLetter(
  queries: Queries,
  submission: SubmissionSummary,
  letter: NewLetter,
  outbox: { mailDomain: string },
  handling: Handling,
): Promise<{ id: string; isShared: boolean } | undefined> {
  const samePerson = await queries
    .selectFrom('submission_search')
    .innerJoin('submissions', 'submissions.id', 'submission_search.submission_id')
    .select(['submissions.id', 'stage'])
    .where('email_key', '=', canonicalMailbox(submission.email))
    .execute()
  if (samePerson.some(({ stage }) => stage === 'offer' || stage === 'hired')) return undefined
  const waiting = await queries
    .selectFrom('letters')
    .innerJoin('letter_submissions', 'letter_submissions.letter_id', 'letters.id')
    .innerJoin('queued_jobs', 'queued_jobs.id', 'letters.id')
    .select(['letters.id', 'due_at'])
    .where('letters.kind', '=', 'decline')
    .where('due_at', 'is not', null)
    .where('leased_until', 'is', null)
    .where(
      'submission_id',
      'in',
      samePerson.map(({ id }) => id),
    )
    .executeTakeFirst()
  if (!waiting?.due_at) {
    const { id } = await enqueueLetter(queries, submission, letter, outbox, handling)
    return { id, isShared: false }
  }
  await queries
    .insertInto('letter_submissions')
    .values({ letter_id: waiting.id, submission_id: submission.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const details = { letter: waiting.id, kind: 'decline', sendAt: waiting.due_at }
  await addEvent(queries, submission, 'letter', handling, details)
  return { id: waiting.id, isShared: true }
}

/** False if it is on its way or gone. Other recipients keep it. */
export async function withdrawLetter(
  queries: Queries,
  letterId: string,
  submission: Pick<SubmissionSummary, 'id'>,
  handling: Handling,
): Promise<boolean> {
  const waiting = await queries
    .selectFrom('queued_jobs')
    .select('id')
    .where('id', '=', letterId)
    .where(isFree(handling.now.toISOString()))
    .executeTakeFirst()
  if (!waiting) return false
  const { numDeletedRows } = await queries
    .deleteFrom('letter_submissions')
    .where('letter_id', '=', letterId)
    .where('submission_id', '=', submission.id)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return false
  const other = await queries
    .selectFrom('letter_submissions')
    .innerJoin('submissions', 'submissions.id', 'letter_submissions.submission_id')
    .select('reference')
    .where('letter_id', '=', letterId)
    .executeTakeFirst()
  if (other) {
    await renameMail(queries, letterId, other.reference)
  } else {
    // A worker may have claimed it since.
    if (!(await cancelJob(queries, letterId, handling.now))) return false
    await detachFromLetter(queries, letterId)
    await queries.deleteFrom('mails').where('id', '=', letterId).execute()
    await queries.deleteFrom('letters').where('id', '=', letterId).execute()
  }
  await addEvent(queries, submission, 'letter-withdrawn', handling, { letter: letterId })
  return true
}

export interface WaitingLetter extends NewLetter {
  id: string
}

/** A letter on its way cannot be stopped. */
export async function withdrawDeclineLetters(
  queries: Queries,
  submission: Pick<SubmissionSummary, 'id'>,
  handling: Handling,
): Promise<{ withdrawn: WaitingLetter[]; onTheirWay: number }> {
  const letters = await lettersOf(queries, submission.id)
  const waiting = letters.filter(({ kind, sentAt }) => kind === 'decline' && sentAt === null)
  const withdrawn: WaitingLetter[] = []
  for (const { id, kind, authorId, language, subject, body, replyTo, sendAt } of waiting)
    if (await withdrawLetter(queries, id, submission, handling))
      withdrawn.push({ id, kind, authorId, language, subject, body, replyTo, sendAt: new Date(sendAt) })
  return { withdrawn, onTheirWay: waiting.length - withdrawn.length }
}

export async function declinedByLetterAt(queries: Queries, { id }: Pick<SubmissionSummary, 'id'>) {
  const letters = await lettersOf(queries, id)
  return letters.find(({ kind, sentAt }) => kind === 'decline' && sentAt !== null)?.sentAt ?? null
}

export async function hasLeftSince(queries: Queries, { id }: Pick<SubmissionSummary, 'id'>, moment: string) {
  const letters = await lettersOf(queries, id)
  return letters.some(({ sentAt }) => sentAt !== null && sentAt >= moment)
}

export async function lettersOf(queries: Queries, submissionId: string) {
  const rows = await queries
    .selectFrom('letter_submissions')
    .innerJoin('letters', 'letters.id', 'letter_submissions.letter_id')
    .innerJoin('mails', 'mails.id', 'letters.id')
    .leftJoin('queued_jobs', 'queued_jobs.id', 'letters.id')
    .select(['letters.id', 'letters.kind', 'author_id as authorId', 'letters.created_at as createdAt'])
    .select([
      'letters.language',
      'letters.subject',
      'body',
      'reply_to as replyTo',
      'sent_subject as sentSubject',
      'sent_text as sentText',
      'sent_to as sentTo',
      'sent_at as sentAt',
      'bounced_at as bouncedAt',
      'bounce_code as bounceCode',
      'due_at',
      'tries',
    ])
    .where('submission_id', '=', submissionId)
    .orderBy('letters.created_at', 'desc')
    .execute()
  return rows.map(({ due_at, tries, ...letter }) => ({
    ...letter,
    sendAt: due_at ?? letter.sentAt ?? letter.createdAt,
    tries: tries ?? 0,
    /** Given up: the mail server refused it. */
    isRefused: letter.sentAt === null && tries !== null && due_at === null,
  }))
}

export async function submissionsOfLetters(queries: Queries, letterIds: string[]) {
  const rows = await queries
    .selectFrom('letter_submissions')
    .innerJoin('submissions', 'submissions.id', 'letter_submissions.submission_id')
    .select(['letter_id', 'name', 'email', 'reference', 'about', 'job_title_ar', 'kind'])
    .where('letter_id', 'in', letterIds)
    .orderBy('created_at')
    .execute()
  const byLetter = new Map<string, Omit<(typeof rows)[number], 'letter_id'>[]>()
  for (const { letter_id, ...submission } of rows)
    byLetter.set(letter_id, [...(byLetter.get(letter_id) ?? []), submission])
  return byLetter
}

/** Before every try, so that the record shows what left. */
export async function keepAsSent(
  queries: Queries,
  id: string,
  { subject, text, to }: { subject: string; text: string; to: string },
): Promise<void> {
  const sent = { sent_subject: subject, sent_text: text, sent_to: to }
  await queries.updateTable('letters').set(sent).where('id', '=', id).execute()
}

/** As it is to be mailed; undefined if it was withdrawn. */
export async function findLetter(queries: Queries, letterId: string) {
  const letter = await queries.selectFrom('letters').selectAll().where('id', '=', letterId).executeTakeFirst()
  if (!letter) return undefined
  const submissions = (await submissionsOfLetters(queries, [letterId])).get(letterId) ?? []
  const author = letter.author_id
    ? await queries
        .selectFrom('people')
        .select(['name', 'email'])
        .where('id', '=', letter.author_id)
        .where('removed_at', 'is', null)
        .executeTakeFirst()
    : undefined
  return { ...letter, submissions, author }
}

/** A letter about several applications is mailed under the reference of one of them. */
export async function renameMail(queries: Queries, id: string, reference: string): Promise<void> {
  await queries.updateTable('queued_jobs').set({ subject: reference }).where('id', '=', id).execute()
  await queries.updateTable('mails').set({ reference }).where('id', '=', id).execute()
}
