import { createHmac } from 'node:crypto'
import { readCv } from '#api/http/read-form.ts'
import type { UploadedFile } from '#api/http/read-form-body.ts'
import { foldSpelling } from '#contract/forgiving-spelling.ts'
import {
  answerQuestion,
  copyAll,
  correct,
  correctableFields,
  erase,
  mayCorrect,
  mayWithdraw,
  replaceCv,
  takeBack,
  withdraw,
} from '#domain/candidates/acts.ts'
import { findApplication } from '#domain/candidates/find.ts'
import { askForLink } from '#domain/candidates/lost-link.ts'
import { questionsOf } from '#domain/candidates/questions.ts'
import { standingOf } from '#domain/candidates/standing.ts'
import type { Clock } from '#domain/platform/calendar.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { MINUTE } from '#domain/platform/durations.ts'
import { areEqual } from '#domain/platform/secrets.ts'
import type { CvInspections } from '#domain/submissions/cv/inspections.ts'
import type { Outbox } from '#domain/submissions/events.ts'
import { NotHandled } from '#domain/submissions/handling.ts'
import { addressOfToken, currentToken, linkSecretOf } from '#domain/submissions/links.ts'
import type { WholeSubmission } from '#domain/submissions/submissions.ts'
import {
  APPLICATION_ACTS,
  APPLICATION_NEWS,
  APPLICATION_STEPS,
  type ApplicationAct,
  type ApplicationNews,
  type ApplicationPage,
  type ApplicationStep,
  type LostLinkPage,
  type ShownApplication,
} from '#site/application-page.ts'
import { joinDates } from '#site/submissions/date-parts.ts'
import type { PostedForm } from '#site/submissions/posted.ts'
import { textsIn } from '#texts/index.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'

interface ApplicationsOptions {
  database: Database
  outbox?: Outbox | undefined
  cvInspections: Pick<CvInspections, 'open' | 'wake'>
  cvMaximumBytes: number
  clock?: Clock
}

interface Asked {
  token: string
  language: Language
  query: URLSearchParams
}

type ActOutcome =
  | { status: number; page: ApplicationPage | undefined }
  /** Done: the page is to be read anew. */
  | { news: ApplicationNews | undefined }
  | { file: Uint8Array; fileName: string }

export type Applications = ReturnType<typeof createApplications>

type Acting = (asked: Asked, answers: Record<string, string | undefined>, files: UploadedFile[]) => Promise<ActOutcome>
type OpenPage = Extract<ApplicationPage, { state: 'open' }>

/** So that the work for those who are known does not show in the time of their reply. */
const AFTER_THE_REPLY_MILLISECONDS = 1000
const PROOF_MILLISECONDS = 30 * MINUTE
const STATUS = { open: 200, ended: 410, erased: 410 }

/** What whoever has the link to a submission may see and do, as its page needs it. Reading changes nothing. */
export function createApplications({
  database,
  outbox,
  cvInspections,
  cvMaximumBytes,
  clock = () => new Date(),
}: ApplicationsOptions) {
  const acts: Record<ApplicationAct, Acting> = {
    async correct(asked, { field = '', ...answers }) {
      const typed = answers[field] ?? ''
      const broken = await correct(database, { ...doing(asked), field, answer: typed })
      if (broken) return again(asked, { step: 'correct', field, typed, broken }, 422)
      return { news: 'corrected' }
    },
    async 'replace-cv'(asked, _answers, files) {
      const cv = await readCv(files, cvMaximumBytes, cvInspections.open)
      if (typeof cv === 'string') return again(asked, { step: 'replace-cv', broken: cv }, 422)
      const isReplaced = await replaceCv(database, { ...doing(asked), cv })
      cvInspections.wake()
      return { news: isReplaced ? 'cv-replaced' : 'cv-same' }
    },
    async answer(asked, { question = '', answer = '' }) {
      const broken = await answerQuestion(database, { ...doing(asked), question, answer })
      if (broken) return again(asked, { question, typed: answer, broken }, 422)
      return { news: 'question-answered' }
    },
    async withdraw(asked, { proof, sure }) {
      const step = 'withdraw'
      if (!(await isProved(step, asked.token, proof))) return again(asked, { step, problem: 'proofGone' }, 422)
      if (!sure) return again(asked, { step, problem: 'notSure' }, 422)
      await withdraw(database, doing(asked))
      return { news: undefined }
    },
    async 'take-back'(asked) {
      await takeBack(database, doing(asked))
      return { news: 'taken-back' }
    },
    async copy(asked) {
      return { file: await copyAll(database, doing(asked)), fileName: 'application.zip' }
    },
    async erase(asked, { proof, word = '' }) {
      const step = 'erase'
      if (!(await isProved(step, asked.token, proof))) return again(asked, { step, problem: 'proofGone' }, 422)
      if (!isEraseWord(word)) return again(asked, { step, problem: 'wrongWord' }, 422)
      const counts = await erase(database, doing(asked))
      return { status: counts ? 200 : 410, page: { state: 'erased', counts } }
    },
  }

  return { read, act, lostLink, addressOf }

  function doing({ token }: Asked) {
    return { token, now: clock() }
  }

  /** Undefined for a link that nobody was ever given. */
  async function read({
    token,
    language,
    query,
  }: Asked): Promise<{ status: number; page: ApplicationPage | undefined }> {
    const found = await findApplication(database.queries, token)
    if (found.state === 'unknown') return { status: 404, page: undefined }
    if (found.state !== 'open') return { status: STATUS[found.state], page: { state: found.state } }
    const application = await toShown(found.submission, language)
    const step = stepOf(query.get('step'), application)
    const field = query.get('field') ?? ''
    const isFieldMissing = step === 'correct' && !application.correctable.includes(field)
    const done = APPLICATION_NEWS.find((each) => each === query.get('done'))
    return {
      status: 200,
      page: {
        state: 'open',
        application,
        ...(step && !isFieldMissing && { step, proof: await proofOf(step, token) }),
        ...(step === 'correct' && !isFieldMissing && { field }),
        ...(done && { done }),
      },
    }
  }

  async function act(asked: Asked, { answers, files, refusal }: PostedForm): Promise<ActOutcome> {
    const name = APPLICATION_ACTS.find((each) => each === answers.act)
    if (refusal?.isFileTooLarge) return again(asked, { step: 'replace-cv', broken: 'cvTooLarge' }, 413)
    if (refusal) return again(asked, { problem: 'notUnderstood' }, refusal.status)
    if (!name) return again(asked, { problem: 'notUnderstood' }, 400)
    try {
      return await acts[name](asked, joinDates(answers), files as UploadedFile[])
    } catch (error) {
      if (!(error instanceof NotHandled)) throw error
      return again(asked, { problem: 'changed' }, 409)
    }
  }

  /** The same answer for everybody, once it is stored. What is found is acted upon when the reply has left. */
  async function lostLink(answers?: PostedForm['answers']): Promise<LostLinkPage> {
    const typed = { reference: answers?.reference?.trim() ?? '', email: answers?.email?.trim() ?? '' }
    const page = { canSend: outbox !== undefined, isAsked: false, typed, isIncomplete: false }
    if (!answers || !outbox) return page
    if (!typed.reference || !typed.email) return { ...page, isIncomplete: true }
    await askForLink(database, typed, clock())
    setTimeout(outbox.wake, AFTER_THE_REPLY_MILLISECONDS).unref()
    return { ...page, isAsked: true, typed: { reference: '', email: '' } }
  }

  /** Of the page on which a submission can be followed. */
  async function addressOf(reference: string): Promise<string | undefined> {
    const token = await currentToken(database.queries, await linkSecretOf(database), reference)
    return token && addressOfToken(token)
  }

  async function toShown(submission: WholeSubmission, language: Language): Promise<ShownApplication> {
    const now = clock()
    const standing = await standingOf(database.queries, submission, now)
    const { stage, since, isWritten, isOwed, outcome, hadInterview, takeBackUntil } = standing
    const { kind, reference, created_at, about, job_title_ar, name, email, phone, answers, cv } = submission
    return {
      kind,
      reference,
      about: (language === 'ar' && job_title_ar) || about,
      createdAt: created_at,
      stage,
      since,
      isWritten,
      outcome,
      hadInterview,
      dueAt: isOwed ? submission.answer_due_at : null,
      isLate: isOwed && now.toISOString() > submission.answer_due_at,
      answers: Object.entries({ name, email, phone, ...answers }).map(([field, answer]) => ({ field, answer })),
      cv: cv ? { fileName: cv.file_name, size: cv.size, pages: cv.result?.pages || null } : null,
      questions: (await questionsOf(database.queries, submission.id)).map(({ authorId: _, ...question }) => question),
      correctable: mayCorrect(standing) ? correctableFields(submission) : [],
      canWithdraw: mayWithdraw(submission, standing),
      takeBackUntil: takeBackUntil ?? null,
    }
  }

  /** The page once more, with what has to be said about what was posted. */
  async function again(asked: Asked, changes: Partial<OpenPage>, status: number): Promise<ActOutcome> {
    const query = new URLSearchParams()
    if (changes.step) query.set('step', changes.step)
    if (changes.field) query.set('field', changes.field)
    const { status: found, page } = await read({ ...asked, query })
    if (page?.state !== 'open') return { status: found, page }
    return { status, page: { ...page, ...changes } }
  }

  async function proofOf(step: ApplicationStep, token: string) {
    const expires = String(clock().getTime() + PROOF_MILLISECONDS)
    return `${expires}.${await sign(step, token, expires)}`
  }

  async function isProved(step: ApplicationStep, token: string, given = '') {
    const [expires = '', signature = ''] = given.split('.')
    return areEqual(signature, await sign(step, token, expires)) && Number(expires) > clock().getTime()
  }

  async function sign(step: ApplicationStep, token: string, expires: string) {
    const secret = await linkSecretOf(database)
    return createHmac('sha256', secret)
      .update(JSON.stringify(['proof', step, token, expires]))
      .digest('base64url')
  }
}

/** The word in either language, since a keyboard is set to one of them; also in the quotes in which the page names it. */
const isEraseWord = (typed: string) =>
  LANGUAGES.some((language) => foldSpelling(typed) === foldSpelling(textsIn(language).application.erase.word))

/** Undefined for a step that is not open (any more). */
function stepOf(asked: string | null, { correctable, cv, canWithdraw }: ShownApplication): ApplicationStep | undefined {
  const isOpen: Record<ApplicationStep, boolean> = {
    correct: correctable.length > 0,
    'replace-cv': correctable.length > 0 && cv !== null,
    withdraw: canWithdraw,
    erase: true,
  }
  const step = APPLICATION_STEPS.find((each) => each === asked)
  return step && isOpen[step] ? step : undefined
}
