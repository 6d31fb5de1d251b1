import { createHmac } from 'node:crypto'
import type { Language } from '#texts/languages.ts'
import { callRequestOf } from '../hiring/call-requests.ts'
import type { Clock } from '../platform/calendar.ts'
import type { Database } from '../platform/database/database.ts'
import { MINUTE } from '../platform/durations.ts'
import { areEqual } from '../platform/secrets.ts'
import type { Outbox } from '../submissions/events.ts'
import { addressOfToken, currentToken, linkSecretOf } from '../submissions/links.ts'
import { findProcess, processKeyOf, stageAt } from '../submissions/processes.ts'
import type { Cv } from '../submissions/store.ts'
import type { WholeSubmission } from '../submissions/submissions.ts'
import {
  answerQuestion,
  askToBeCalled,
  cancelInterview,
  chooseInterviewTime,
  copyAll,
  correct,
  correctableFields,
  erase,
  isOpenStage,
  mayAskForCall,
  mayCorrect,
  mayWithdraw,
  refuseTimes,
  replaceCv,
  takeBack,
  withdraw,
} from './acts.ts'
import { findApplication } from './find.ts'
import { calendarEntryFor, interviewFor } from './interview.ts'
import { askForLink } from './lost-link.ts'
import { questionsOf } from './questions.ts'
import { standingOf, type VisibleStage } from './standing.ts'

const PROOF_MILLISECONDS = 30 * MINUTE

export type Candidates = ReturnType<typeof createCandidates>

export function createCandidates(database: Database, clock: Clock = () => new Date(), outbox?: Outbox) {
  const act = (token: string) => ({ token, now: clock() })
  const interviewAct = (token: string) => ({ ...act(token), mailDomain: outbox?.mailDomain })
  return {
    async find(token: string, language: Language) {
      const found = await findApplication(database.queries, token)
      if (found.state !== 'open') return found
      return { state: found.state, application: await describe(found.submission, language) }
    },
    async addressOf(reference: string) {
      const token = await currentToken(database.queries, await linkSecretOf(database), reference)
      return token && addressOfToken(token)
    },
    correct: (token: string, field: string, answer: string) => correct(database, { ...act(token), field, answer }),
    replaceCv: (token: string, cv: Cv) => replaceCv(database, { ...act(token), cv }),
    answer: (token: string, question: string, answer: string) =>
      answerQuestion(database, { ...act(token), question, answer }),
    chooseTime: (token: string, slot: string) => chooseInterviewTime(database, { ...interviewAct(token), slot }),
    cancelInterview: (token: string) => cancelInterview(database, interviewAct(token)),
    refuseTimes: (token: string, words: string) => refuseTimes(database, { ...interviewAct(token), words }),
    askToBeCalled: (token: string, wanted: { phone: string; times: string }) =>
      askToBeCalled(database, { ...act(token), ...wanted }),
    calendarEntry: (token: string, language: Language) =>
      calendarEntryFor(database.queries, token, { language, now: clock(), mailDomain: outbox?.mailDomain }),
    withdraw: (token: string) => withdraw(database, interviewAct(token)),
    takeBack: (token: string) => takeBack(database, act(token)),
    copy: (token: string, language: Language) => copyAll(database, { ...act(token), language }),
    erase: (token: string) => erase(database, { ...act(token), outbox }),
    askForLink: (typed: { reference: string; email: string }) => askForLink(database, typed, clock()),
    ...createProofs(database, clock),
  }

  async function describe(submission: WholeSubmission, language: Language) {
    const now = clock()
    const standing = await standingOf(database.queries, submission, now)
    const { isOwed, takeBackUntil = null, takeBackTo: _, step, ...visible } = standing
    const { kind, reference, created_at, about, job_title_ar, name, email, phone, answers, cv } = submission
    return {
      ...visible,
      stageName: await publicNameOf(submission, standing.stage, step, language),
      kind,
      reference,
      about: (language === 'ar' && job_title_ar) || about,
      createdAt: created_at,
      dueAt: isOwed ? submission.answer_due_at : null,
      isLate: isOwed && now.toISOString() > submission.answer_due_at,
      answers: Object.entries({ name, email, phone, ...answers }).map(([field, answer]) => ({ field, answer })),
      jobAnswers: submission.jobAnswers.map(({ question, kind, answer }) => ({ question, kind, answer })),
      cv: cv ? { fileName: cv.file_name, size: cv.size, pages: cv.result?.pages || null } : null,
      questions: (await questionsOf(database.queries, submission.id)).map(({ authorId: _, ...question }) => question),
      correctable: mayCorrect(standing) ? correctableFields(submission) : [],
      canWithdraw: mayWithdraw(submission, standing),
      interview: isOpenStage(standing) ? await interviewFor(database.queries, submission, now) : null,
      canAskForCall: mayAskForCall(submission, standing),
      callRequest: (await callRequestOf(database.queries, submission.id)) ?? null,
      takeBackUntil,
    }
  }

  /** Only the stages that the page names by themselves: the job may call them otherwise. */
  async function publicNameOf(submission: WholeSubmission, shown: VisibleStage, step: string, language: Language) {
    if (shown !== 'in-review' && shown !== 'interview') return null
    const process = await findProcess(database.queries, processKeyOf(submission))
    return stageAt(process, { stage: shown, step })?.publicName?.[language] ?? null
  }
}

/** Proves that the page of a step was opened before the step is taken. */
function createProofs(database: Database, clock: Clock) {
  async function proofOf(step: string, token: string) {
    const expires = String(clock().getTime() + PROOF_MILLISECONDS)
    return `${expires}.${await sign(step, token, expires)}`
  }

  async function isProved(step: string, token: string, given = '') {
    const [expires = '', signature = ''] = given.split('.')
    return areEqual(signature, await sign(step, token, expires)) && Number(expires) > clock().getTime()
  }

  async function sign(step: string, token: string, expires: string) {
    return createHmac('sha256', await linkSecretOf(database))
      .update(JSON.stringify(['proof', step, token, expires]))
      .digest('base64url')
  }

  return { proofOf, isProved }
}
