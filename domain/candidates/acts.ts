import type { ZodMiniType } from 'zod/mini'
import { isDateAnswer } from '#contract/constants.ts'
import { areDatesInOrder, fieldErrorsOf, questionAnswer } from '#contract/forms.ts'
import type { FormErrorKey } from '#texts/index.ts'
import type { Language } from '#texts/languages.ts'
import { companyTimeZone, findCompany } from '../content/company.ts'
import { askForCall, callRequestOf } from '../hiring/call-requests.ts'
import { cancelByCandidate, cancelWithApplication, chooseTime, sayUnsuitable } from '../hiring/interviews/choose.ts'
import { interviewsOf } from '../hiring/interviews/interviews.ts'
import { sentCards } from '../hiring/scorecards.ts'
import { namesOfPeople } from '../people/people.ts'
import { CANDIDATE, recordInAuditTrail } from '../platform/audit-trail.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import type { Stage, SubmissionEventKind } from '../platform/database/tables.ts'
import { recordEvent } from '../platform/events/events.ts'
import { enqueueFileDeletions } from '../platform/file-deletions.ts'
import { FILE_COLUMNS } from '../platform/storage/kept-files.ts'
import { enqueueInspectionAnew } from '../submissions/cv/queue.ts'
import { isCvMark } from '../submissions/cv/result.ts'
import type { Counts } from '../submissions/delete-submissions.ts'
import { eraseSubmission } from '../submissions/erase.ts'
import { addEvent, addStageEvent, type Outbox } from '../submissions/events.ts'
import { cameByOf } from '../submissions/export/record.ts'
import { change, NotHandled } from '../submissions/handling.ts'
import { FORM_PROPERTIES, FORMS } from '../submissions/kinds.ts'
import { fillLetter, lettersOf, withdrawDeclineLetters } from '../submissions/letters.ts'
import { wasLinkMailed } from '../submissions/links.ts'
import { forgetReads } from '../submissions/read-marks.ts'
import { refreshSearch } from '../submissions/search-row.ts'
import { type Cv, cvColumns } from '../submissions/store.ts'
import { findCv, type SubmissionSummary, type WholeSubmission } from '../submissions/submissions.ts'
import { senderActed } from './events.ts'
import { findApplication } from './find.ts'
import { questionsOf, storeAnswer as storeAnswerTo } from './questions.ts'
import { readableCopy } from './readable-copy.ts'
import { repliesOf } from './replies/replies.ts'
import { type Standing, standingOf } from './standing.ts'

/** Each act is one transaction with its event and audit entry. Throws `NotHandled` if it is not allowed or outdated. */
interface Act {
  token: string
  now: Date
}

/** A waiting decline letter is withdrawn, too. */
export function withdraw(database: Database, { token, now, mailDomain }: InterviewAct): Promise<void> {
  return acting(database, token, 'application.withdraw', now, async (queries, submission) => {
    const standing = await standingOf(queries, submission, now)
    if (standing.stage === 'withdrawn') return NOTHING_DONE
    const isAllowed = mayWithdraw(submission, standing)
    const { onTheirWay } = await withdrawDeclineLetters(queries, submission, handling(now))
    if (!isAllowed || onTheirWay > 0) throw new NotHandled('not-allowed', submission)
    await cancelWithApplication(queries, submission, { now, mailDomain })
    await moveTo(queries, submission, 'withdrawn', now)
    return DONE
  })
}

export function takeBack(database: Database, { token, now }: Act): Promise<void> {
  return acting(database, token, 'application.take-back', now, async (queries, submission) => {
    const { stage, takeBackTo } = await standingOf(queries, submission, now)
    if (stage !== 'withdrawn') return NOTHING_DONE
    if (!takeBackTo) throw new NotHandled('not-allowed', submission)
    await moveTo(queries, submission, takeBackTo, now)
    return DONE
  })
}

export async function correct(
  database: Database,
  { token, now, field, answer }: Act & { field: string; answer: string },
): Promise<{ broken?: FormErrorKey; isChanged: boolean }> {
  let result: { broken?: FormErrorKey; isChanged: boolean } = { isChanged: false }
  await acting(database, token, 'application.correct', now, async (queries, submission) => {
    if (!mayCorrect(await standingOf(queries, submission, now)) || !correctableFields(submission).includes(field))
      throw new NotHandled('not-allowed', submission)
    const written: Record<string, string> = { ...submission.answers, ...contactDetailsOf(submission) }
    const read = readCorrection(submission, field, answer)
    if ('broken' in read) {
      result = { broken: read.broken, isChanged: false }
      return NOTHING_DONE
    }
    const { value } = read
    if (value === written[field]) return NOTHING_DONE
    await storeAnswer(queries, submission, field, value)
    await refreshSearch(queries, submission.id)
    await tell(queries, submission, 'corrected', now, { field, former: written[field] })
    await recordEvent(queries, senderActed, { submission, act: 'corrected' }, now)
    result = { isChanged: true }
    return { words: { field } }
  })
  return result
}

/** Inspected again unless only the name is new. False for the stored CV. */
export async function replaceCv(database: Database, { token, now, cv }: Act & { cv: Cv }): Promise<boolean> {
  let isReplaced = true
  const found = await findApplication(database.queries, token)
  if (found.state !== 'open') throw new NotHandled('unknown')
  const file = await database.files.keep('cvs', cv.bytes)
  await acting(database, token, 'application.replace-cv', now, async (queries, submission) => {
    if (!mayCorrect(await standingOf(queries, submission, now)) || !submission.cv)
      throw new NotHandled('not-allowed', submission)
    const { file_name: former, sha256 } = submission.cv
    const isSame = sha256 === cv.sha256
    if (isSame && former === cv.fileName) {
      isReplaced = false
      return NOTHING_DONE
    }
    const marks = submission.marks.split(' ').filter((mark) => mark !== '' && (isSame || !isCvMark(mark)))
    await changeBySender(queries, submission, { marks: marks.join(' ') })
    const formerFile = (await findCv(queries, submission.reference))?.file
    await queries
      .updateTable('cvs')
      .set({ ...cvColumns(cv), ...(!isSame && file) })
      .where('submission_id', '=', submission.id)
      .execute()
    if (!isSame) {
      await enqueueFileDeletions(queries, [formerFile?.object_key ?? null])
      await enqueueInspectionAnew(queries, submission, now.toISOString())
    }
    await tell(queries, submission, 'cv-replaced', now, { former })
    await recordEvent(queries, senderActed, { submission, act: 'replaced' }, now)
    return DONE
  })
  return isReplaced
}

export async function answerQuestion(
  database: Database,
  { token, now, question: id, answer: typed }: Act & { question: string; answer: string },
): Promise<FormErrorKey | undefined> {
  const read = questionAnswer.safeParse({ answer: typed })
  if (!read.success) return fieldErrorsOf(read.error).answer?.[0]
  const { answer } = read.data
  await acting(database, token, 'application.answer', now, async (queries, submission) => {
    const asked = (await questionsOf(queries, submission.id)).find((each) => each.id === id)
    if (asked?.answer === answer) return NOTHING_DONE
    if (!asked || !(await storeAnswerTo(queries, submission.id, { id, answer }, now)))
      throw new NotHandled('not-allowed', submission)
    await changeBySender(queries, submission)
    await refreshSearch(queries, submission.id)
    await tell(queries, submission, 'question-answered', now, { question: id })
    const answered = { submission, act: 'answered' as const, askedBy: asked.authorId }
    await recordEvent(queries, senderActed, answered, now)
    return DONE
  })
}

interface InterviewAct extends Act {
  mailDomain?: string | undefined
}

/** False if it was chosen already. Throws `NotScheduled` where the time or the change is not possible. */
export async function chooseInterviewTime(
  database: Database,
  { token, now, mailDomain, slot }: InterviewAct & { slot: string },
): Promise<boolean> {
  let isNew = false
  await acting(database, token, 'application.choose-time', now, async (queries, submission) => {
    await refuseClosed(queries, submission, now)
    isNew = await chooseTime(queries, submission, slot, { now, mailDomain })
    if (!isNew) return NOTHING_DONE
    await changeBySender(queries, submission)
    return DONE
  })
  return isNew
}

/** The application stays. */
export function cancelInterview(database: Database, { token, now, mailDomain }: InterviewAct): Promise<void> {
  return acting(database, token, 'application.cancel-interview', now, async (queries, submission) => {
    await cancelByCandidate(queries, submission, { now, mailDomain })
    await changeBySender(queries, submission)
    return DONE
  })
}

export async function refuseTimes(
  database: Database,
  { token, now, mailDomain, words: typed }: InterviewAct & { words: string },
): Promise<FormErrorKey | undefined> {
  const read = questionAnswer.safeParse({ answer: typed })
  if (!read.success) return fieldErrorsOf(read.error).answer?.[0]
  await acting(database, token, 'application.refuse-times', now, async (queries, submission) => {
    await refuseClosed(queries, submission, now)
    await sayUnsuitable(queries, submission, read.data.answer, { now, mailDomain })
    await changeBySender(queries, submission)
    return DONE
  })
  return undefined
}

/** A number that the form would refuse, or an empty time, is named by its field. */
export async function askToBeCalled(
  database: Database,
  { token, now, phone, times }: Act & { phone: string; times: string },
): Promise<{ phone?: FormErrorKey | undefined; times?: FormErrorKey | undefined } | undefined> {
  const typedTimes = questionAnswer.safeParse({ answer: times })
  const typedPhone = FORMS['career-application'].shape.phone.safeParse(phone)
  if (!typedTimes.success || !typedPhone.success)
    return {
      ...(!typedPhone.success && { phone: typedPhone.error.issues[0]?.message as FormErrorKey }),
      ...(!typedTimes.success && { times: fieldErrorsOf(typedTimes.error).answer?.[0] }),
    }
  const wanted = { phone: typedPhone.data, times: typedTimes.data.answer }
  await acting(database, token, 'application.ask-call', now, async (queries, submission) => {
    if (!mayAskForCall(submission, await standingOf(queries, submission, now)))
      throw new NotHandled('not-allowed', submission)
    await askForCall(queries, submission, wanted, now)
    await changeBySender(queries, submission)
    return DONE
  })
  return undefined
}

/** A decision that they do not know yet changes nothing. */
async function refuseClosed(queries: Queries, submission: WholeSubmission, now: Date) {
  if (!isOpenStage(await standingOf(queries, submission, now))) throw new NotHandled('not-allowed', submission)
}

export const isOpenStage = ({ stage }: Standing) =>
  stage === 'received' || stage === 'in-review' || stage === 'interview'

export const mayAskForCall = ({ kind }: WholeSubmission, standing: Standing) =>
  kind !== 'contact-message' && isOpenStage(standing)

export async function copyAll(
  database: Database,
  { token, now, language }: Act & { language: Language },
): Promise<Uint8Array> {
  let files: Record<string, Uint8Array> = {}
  let cv: Awaited<ReturnType<typeof findCv>>
  let attachments: Awaited<ReturnType<typeof sharedAttachments>> = []
  await acting(database, token, 'application.copy', now, async (queries, submission) => {
    const record = await recordFor(queries, submission, now)
    const timeZone = await companyTimeZone(queries)
    const company = (await findCompany(queries)).name[language]
    files = {
      'application.json': Buffer.from(`${JSON.stringify(record, null, 2)}\n`),
      'application.html': Buffer.from(readableCopy(record, { language, timeZone, company })),
    }
    cv = await findCv(queries, submission.reference)
    attachments = await sharedAttachments(queries, submission.id)
    await tell(queries, submission, 'copied', now)
    return { counts: { cv: cv ? 1 : 0 } }
  })
  // Not under the sender's file name, which may be a path.
  if (cv) files['cv.pdf'] = await database.files.read(cv.file)
  for (const [index, attachment] of attachments.entries())
    files[`files/${index + 1}${extensionOf(attachment.file_name)}`] = await database.files.read(attachment)
  const { zipSync } = await import('fflate')
  // Uncompressed: PDFs are compressed, and compressing blocks the event loop.
  return zipSync(files, { level: 0 })
}

const extensionOf = (name: string) => /\.[a-z\d]{1,8}$/i.exec(name)?.[0].toLowerCase() ?? ''

/** Of letters that have left and of replies, in the order in which the copy names them. */
const sharedAttachments = (queries: Queries, submissionId: string) =>
  queries
    .selectFrom('attachments')
    .leftJoin('mails', 'mails.id', 'letter_id')
    .select(['letter_id', 'reply_id', 'file_name', 'size', ...FILE_COLUMNS])
    .where('submission_id', '=', submissionId)
    .where((row) => row.or([row('reply_id', 'is not', null), row('sent_at', 'is not', null)]))
    .orderBy('attachments.created_at')
    .orderBy('attachments.position')
    .execute()

/** Only this submission: a stranger who typed the same address has a link, too. */
export async function erase(
  database: Database,
  { token, now, outbox }: Act & { outbox: Outbox | undefined },
): Promise<Counts | undefined> {
  const found = await findApplication(database.queries, token)
  if (found.state !== 'open') return undefined
  const counts = await eraseSubmission(database, found.submission.reference, { actor: CANDIDATE, now, outbox })
  outbox?.wake()
  return counts
}

/** By the visible stage: otherwise it would reveal a decision before its letter. */
export const mayCorrect = ({ stage }: Standing) => stage === 'received'
export const mayWithdraw = ({ kind }: WholeSubmission, { stage }: Standing) =>
  kind !== 'contact-message' && stage !== 'withdrawn' && stage !== 'decision'

/** All but the mail address, which identifies the sender. */
export const correctableFields = ({ kind }: WholeSubmission): string[] => [
  'name',
  'phone',
  ...FORM_PROPERTIES[kind].answers,
]

/** Only this answer: the others may predate a rule. */
function readCorrection(
  { kind, answers }: WholeSubmission,
  field: string,
  answer: string,
): { value: string } | { broken: FormErrorKey } {
  const rule = (FORMS[kind].shape as Record<string, ZodMiniType>)[field] as ZodMiniType
  const read = rule.safeParse(answer)
  if (!read.success) return { broken: read.error.issues[0]?.message as FormErrorKey }
  const value = String(read.data)
  const corrected: Record<string, string> = { ...answers, [field]: value }
  const { date_of_birth, graduation_date } = corrected
  if (isDateAnswer(field) && date_of_birth && graduation_date && !areDatesInOrder({ date_of_birth, graduation_date }))
    return { broken: 'graduationBeforeBirth' }
  return { value }
}

const DONE = {}
const NOTHING_DONE = 'nothing done'

type Done = { words?: Record<string, string>; counts?: Record<string, number> } | typeof NOTHING_DONE

function acting(
  database: Database,
  token: string,
  action: string,
  now: Date,
  act: (queries: Queries, submission: WholeSubmission) => Promise<Done>,
): Promise<void> {
  return database.write(async (queries) => {
    const found = await findApplication(queries, token)
    if (found.state !== 'open') throw new NotHandled('unknown')
    const { submission } = found
    const done = await act(queries, submission)
    if (done === NOTHING_DONE) return
    await recordInAuditTrail(queries, { action, actor: CANDIDATE, reference: submission.reference, ...done }, now)
  })
}

const handling = (now: Date) => ({ actorId: null, now })

async function moveTo(queries: Queries, submission: WholeSubmission, to: Stage, now: Date) {
  const changes = { stage: to, step: '', stage_since: now.toISOString(), decline_reason: null }
  const changed = await changeBySender(queries, submission, changes)
  await addStageEvent(queries, changed, handling(now), { from: submission.stage, by: CANDIDATE })
  const act = to === 'withdrawn' ? 'withdrawn' : 'returned'
  await recordEvent(queries, senderActed, { submission: changed, act }, now)
}

/** The record becomes unread again for all colleagues. */
async function changeBySender(queries: Queries, submission: WholeSubmission, changes: Partial<SubmissionSummary> = {}) {
  await forgetReads(queries, submission)
  return change(queries, summaryOf(submission), { ...changes, handled_at: null })
}

const tell = (
  queries: Queries,
  submission: WholeSubmission,
  kind: SubmissionEventKind,
  now: Date,
  details: Record<string, unknown> = {},
) => addEvent(queries, submission, kind, handling(now), { ...details, by: CANDIDATE })

async function storeAnswer(queries: Queries, submission: WholeSubmission, field: string, value: string) {
  const isOnSummary = field === 'name' || field === 'phone'
  const isAbout = field === FORM_PROPERTIES[submission.kind].about
  // Always: a new version tells the staff that their page is outdated.
  await changeBySender(queries, submission, {
    ...(isOnSummary && { [field]: value }),
    ...(isAbout && { about: value }),
  })
  if (isOnSummary || isAbout) return
  // The field may be newer than the submission.
  await queries
    .insertInto('submission_answers')
    .values({ submission_id: submission.id, field, answer: value })
    .onConflict((conflict) => conflict.columns(['submission_id', 'field']).doUpdateSet({ answer: value }))
    .execute()
}

const contactDetailsOf = ({ name, email, phone }: WholeSubmission) => ({ name, email, phone })

function summaryOf(submission: WholeSubmission): SubmissionSummary {
  const {
    answers: _answers,
    notes: _notes,
    replies: _replies,
    mailReplies: _mailReplies,
    jobAnswers: _jobAnswers,
    cv: _cv,
    ...summary
  } = submission
  return summary
}

/**
 * Tags, rating and talent-pool consent. Only by a mailed link, or for the only submission: another person may
 * have typed this address into a form.
 */
async function personRecord(queries: Queries, { id, mailbox, person }: WholeSubmission) {
  const own = await queries.selectFrom('submissions').select('id').where('mailbox', '=', mailbox).limit(2).execute()
  const isMailed = await wasLinkMailed(queries, id)
  return own.length === 1 || isMailed ? { person } : {}
}

async function recordFor(queries: Queries, submission: WholeSubmission, now: Date) {
  const { reference, kind, created_at, language, about, job_id, answers, jobAnswers, cv } = submission
  const { stage, since, outcome } = await standingOf(queries, submission, now)
  const company = await findCompany(queries)
  const letters = await lettersOf(queries, submission.id)
  const questions = await questionsOf(queries, submission.id)
  const call = await callRequestOf(queries, submission.id)
  const attachments = await sharedAttachments(queries, submission.id)
  const replies = await repliesOf(queries, submission.id)
  const mails = await queries
    .selectFrom('mails')
    .select(['kind', 'sent_at'])
    .where('reference', '=', reference)
    .where('kind', 'in', [
      'confirmation',
      'link',
      'news',
      'question',
      'interview-times',
      'interview',
      'interview-reminder',
    ])
    .where('sent_at', 'is not', null)
    .execute()
  return {
    reference,
    kind,
    received_at: created_at,
    language,
    stage,
    stage_since: since,
    ...(outcome && { outcome }),
    ...contactDetailsOf(submission),
    ...(FORM_PROPERTIES[kind].isForJob && { job_id, job: about }),
    ...answers,
    ...cameByOf(submission),
    ...(jobAnswers.length > 0 && {
      job_answers: jobAnswers.map(({ question, answer }) => ({ question, answer })),
    }),
    ...(cv && { cv: { file_name: cv.file_name, bytes: cv.size, sha256: cv.sha256 } }),
    questions: questions.map(({ askedAt: asked_at, question, answeredAt: answered_at, answer }) => ({
      asked_at,
      question,
      answered_at,
      answer,
    })),
    letters: letters
      .filter(({ sentAt }) => sentAt !== null)
      .map((letter) => {
        const { subject, body } = fillLetter(letter, [submission], { company, author: undefined })
        const { sentAt, sentTo, sentSubject, sentText } = letter
        return { sent_at: sentAt, sent_to: sentTo, subject: sentSubject ?? subject, body: sentText ?? body }
      }),
    interviews: await interviewRecords(queries, submission, now),
    ...(call && { call_request: { asked_at: call.askedAt, phone: call.phone, times: call.times } }),
    replies: replies.map(({ kind, receivedAt: received_at, from, subject, wholeText: text }) => ({
      kind,
      received_at,
      from,
      subject,
      text,
    })),
    files: attachments.map(({ file_name, size: bytes, reply_id }, index) => ({
      file: `files/${index + 1}${extensionOf(file_name)}`,
      name: file_name,
      bytes,
      of: reply_id ? 'reply' : 'letter',
    })),
    ...(await scorecardsFor(queries, submission)),
    mails,
    ...(await personRecord(queries, submission)),
    copied_at: now.toISOString(),
  }
}

/** Interviews that the candidate was notified of, with their own messages. */
async function interviewRecords(queries: Queries, { id }: WholeSubmission, now: Date) {
  const interviews = (await interviewsOf(queries, id, now)).filter(({ undoUntil }) => undoUntil === null)
  const names = await namesOfPeople(queries)
  return interviews.map((interview) => ({
    ...{ proposed_at: interview.createdAt, state: interview.state, minutes: interview.minutes },
    ...{ place: interview.place, location: interview.location, note: interview.note },
    interviewers: interview.people.map((person) => names.get(person) ?? ''),
    times: interview.times.map(({ startsAt }) => startsAt),
    ...(interview.startsAt && { starts_at: interview.startsAt, ends_at: interview.endsAt }),
    ...(interview.cancelledBy && { cancelled_by: interview.cancelledBy, cancelled_at: interview.endedAt }),
    ...(interview.unsuitable && { none_suits: interview.unsuitable, none_suits_at: interview.unsuitableAt }),
  }))
}

const STEP_WORDS = ['not asked', 'not shown', 'partly', 'clearly', 'beyond'] as const
const RECOMMENDATION_WORDS = ['', 'no', 'rather no', 'rather yes', 'yes'] as const

/** The text of a card is the candidate's data; the author's name is not. */
async function scorecardsFor(queries: Queries, { id, language }: WholeSubmission) {
  const cards = await sentCards(queries, id)
  if (cards.length === 0) return {}
  return {
    scorecards: cards.map(({ sentAt, criteria, ratings, recommendation, summary, additions }) => ({
      by: 'interviewer',
      sent_at: sentAt,
      ratings: criteria.map((criterion) => {
        const { step = null, evidence = '' } = ratings[criterion.id] ?? {}
        return { criterion: criterion.name[language], step: step === null ? null : STEP_WORDS[step], evidence }
      }),
      recommendation: recommendation === null ? null : RECOMMENDATION_WORDS[recommendation],
      summary,
      added: additions.map(({ at, text }) => ({ added_at: at, text })),
    })),
  }
}
