import { readCv } from '#api/http/read-form.ts'
import type { UploadedFile } from '#api/http/read-form-body.ts'
import type { Candidates } from '#domain/candidates/candidates.ts'
import { NotScheduled } from '#domain/hiring/interviews/interviews.ts'
import type { CvInspections } from '#domain/submissions/cv/inspections.ts'
import type { Outbox } from '#domain/submissions/events.ts'
import { NotHandled } from '#domain/submissions/handling.ts'
import {
  APPLICATION_ACTS,
  APPLICATION_NEWS,
  APPLICATION_STEPS,
  type ApplicationAct,
  type ApplicationNews,
  type ApplicationPage,
  type ApplicationStep,
  type LostLinkPage,
  NO_TIME_SUITS,
  type ShownApplication,
} from '#site/application-page.ts'
import { joinDates } from '#site/submissions/date-parts.ts'
import type { PostedForm } from '#site/submissions/posted.ts'
import { textsIn } from '#texts/index.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { foldSpelling } from '#texts/spelling.ts'

interface ApplicationsOptions {
  candidates: Candidates
  outbox?: Outbox | undefined
  cvInspections: Pick<CvInspections, 'open' | 'wake'>
  cvMaximumBytes: number
}

interface Link {
  token: string
  language: Language
  query: URLSearchParams
  sender: string
}

type OpenPage = Extract<ApplicationPage, { state: 'open' }>
/** The page is undefined for an unknown link. */
type Shown = { status: number; page: ApplicationPage | undefined }
type ActOutcome = Shown | { news: ApplicationNews | undefined } | { file: Uint8Array; fileName: string; type: string }
type Act = (link: Link, answers: Record<string, string | undefined>, files: UploadedFile[]) => Promise<ActOutcome>

export type Applications = ReturnType<typeof createApplications>

/** Hides the work for known senders from the time of the response. */
const AFTER_THE_RESPONSE_MILLISECONDS = 1000

export function createApplications(options: ApplicationsOptions) {
  const { candidates, outbox } = options
  const acts = actsOf(options, again)

  async function read({ token, language, query }: Link): Promise<Shown> {
    const found = await candidates.find(token, language)
    if (found.state === 'unknown') return { status: 404, page: undefined }
    if (found.state !== 'open') return { status: 410, page: { state: found.state } }
    const { application } = found
    const step = openStep(query, application)
    const field = query.get('field') ?? ''
    const done = APPLICATION_NEWS.find((each) => each === query.get('done'))
    return {
      status: 200,
      page: {
        state: 'open',
        application,
        ...(step && { step, proof: await candidates.proofOf(step, token) }),
        ...(step === 'correct' && { field }),
        ...(done && { done }),
      },
    }
  }

  async function act(link: Link, { answers, files, refusal }: PostedForm): Promise<ActOutcome> {
    const name = APPLICATION_ACTS.find((each) => each === answers.act)
    if (refusal?.isFileTooLarge) return again(link, { step: 'replace-cv', broken: 'cvTooLarge' }, 413)
    if (refusal) return again(link, { problem: 'notUnderstood' }, refusal.status)
    if (!name) return again(link, { problem: 'notUnderstood' }, 400)
    try {
      return await acts[name](link, joinDates(answers), files as UploadedFile[])
    } catch (error) {
      if (error instanceof NotScheduled) return again(link, { problem: SCHEDULE_PROBLEMS[error.reason] }, 409)
      if (!(error instanceof NotHandled)) throw error
      return again(link, { problem: 'changed' }, 409)
    }
  }

  /** Gives the same response for known and unknown senders. */
  async function lostLink(answers?: PostedForm['answers']): Promise<LostLinkPage> {
    const typed = { reference: answers?.reference?.trim() ?? '', email: answers?.email?.trim() ?? '' }
    const page = { canSend: outbox !== undefined, isAsked: false, typed, isIncomplete: false }
    if (!answers || !outbox) return page
    if (!typed.reference || !typed.email) return { ...page, isIncomplete: true }
    await candidates.askForLink(typed)
    setTimeout(outbox.wake, AFTER_THE_RESPONSE_MILLISECONDS).unref()
    return { ...page, isAsked: true, typed: { reference: '', email: '' } }
  }

  async function again(link: Link, changes: Partial<OpenPage>, status = 422): Promise<Shown> {
    const query = new URLSearchParams()
    if (changes.step) query.set('step', changes.step)
    if (changes.field) query.set('field', changes.field)
    const { status: found, page } = await read({ ...link, query })
    if (page?.state !== 'open') return { status: found, page }
    return { status, page: { ...page, ...changes } }
  }

  return { read, act, lostLink, addressOf: candidates.addressOf }
}

function actsOf(
  { candidates, cvInspections, cvMaximumBytes }: ApplicationsOptions,
  again: (link: Link, changes: Partial<OpenPage>, status?: number) => Promise<Shown>,
): Record<ApplicationAct, Act> {
  return {
    async correct(link, { field = '', ...answers }) {
      const typed = answers[field] ?? ''
      const { broken, isChanged } = await candidates.correct(link.token, field, typed)
      if (broken) return again(link, { step: 'correct', field, typed, broken })
      return { news: isChanged ? 'corrected' : 'unchanged' }
    },
    async 'replace-cv'(link, _answers, files) {
      const cv = await readCv(files, cvMaximumBytes, (bytes) => cvInspections.open(bytes, link.sender))
      if (typeof cv === 'string') return again(link, { step: 'replace-cv', broken: cv })
      const isReplaced = await candidates.replaceCv(link.token, cv)
      cvInspections.wake()
      return { news: isReplaced ? 'cv-replaced' : 'cv-same' }
    },
    async answer(link, { question = '', answer = '' }) {
      const broken = await candidates.answer(link.token, question, answer)
      return broken ? again(link, { question, typed: answer, broken }) : { news: 'question-answered' }
    },
    async withdraw(link, { proof, sure }) {
      const step = 'withdraw'
      if (!(await candidates.isProved(step, link.token, proof))) return again(link, { step, problem: 'proofGone' })
      if (!sure) return again(link, { step, problem: 'notSure' })
      await candidates.withdraw(link.token)
      return { news: undefined }
    },
    async 'take-back'({ token }) {
      await candidates.takeBack(token)
      return { news: 'taken-back' }
    },
    async copy({ token, language }) {
      return { file: await candidates.copy(token, language), fileName: 'application.zip', type: 'application/zip' }
    },
    async 'choose-time'(link, { slot = '', answer = '' }) {
      if (slot === '') return again(link, { problem: 'noTime' })
      if (slot !== NO_TIME_SUITS) {
        await candidates.chooseTime(link.token, slot)
        return { news: 'time-chosen' }
      }
      const broken = await candidates.refuseTimes(link.token, answer)
      return broken ? again(link, { question: NO_TIME_SUITS, typed: answer, broken }) : { news: 'times-refused' }
    },
    async 'cancel-interview'(link, { proof }) {
      const step = 'cancel-interview'
      if (!(await candidates.isProved(step, link.token, proof))) return again(link, { step, problem: 'proofGone' })
      await candidates.cancelInterview(link.token)
      return { news: 'interview-cancelled' }
    },
    async calendar(link) {
      const file = await candidates.calendarEntry(link.token, link.language)
      if (file === undefined) return again(link, { problem: 'changed' }, 409)
      return { file: Buffer.from(file), fileName: 'interview.ics', type: 'text/calendar; charset=utf-8' }
    },
    async 'ask-call'(link, { phone = '', times = '' }) {
      const errors = await candidates.askToBeCalled(link.token, { phone, times })
      return errors ? again(link, { step: 'ask-call', call: { phone, times, errors } }) : { news: 'call-asked' }
    },
    async erase(link, { proof, word = '' }) {
      const step = 'erase'
      if (!(await candidates.isProved(step, link.token, proof))) return again(link, { step, problem: 'proofGone' })
      if (!isEraseWord(word)) return again(link, { step, problem: 'wrongWord' })
      const counts = await candidates.erase(link.token)
      return { status: counts ? 200 : 410, page: { state: 'erased', counts } }
    },
  }
}

const SCHEDULE_PROBLEMS = {
  unknown: 'changed',
  conflict: 'changed',
  open: 'changed',
  told: 'changed',
  busy: 'timeTaken',
  taken: 'timeTaken',
  past: 'timePast',
  closed: 'choiceClosed',
  'too-late': 'changeClosed',
  'moves-used': 'movesUsed',
} as const satisfies Record<NotScheduled['reason'], OpenPage['problem']>

/** Either language's word, since the keyboard may be set to the other one. */
const isEraseWord = (typed: string) =>
  LANGUAGES.some((language) => foldSpelling(typed) === foldSpelling(textsIn(language).application.erase.word))

/** Undefined for a step that the application does not allow (any more). */
function openStep(query: URLSearchParams, application: ShownApplication) {
  const { correctable, cv, canWithdraw, interview, canAskForCall } = application
  const isOpen: Record<ApplicationStep, boolean> = {
    correct: correctable.includes(query.get('field') ?? ''),
    'replace-cv': correctable.length > 0 && cv !== null,
    withdraw: canWithdraw,
    erase: true,
    'move-interview': interview?.canMove === true,
    'cancel-interview': interview?.canCancel === true,
    'ask-call': canAskForCall,
  }
  return APPLICATION_STEPS.find((step) => step === query.get('step') && isOpen[step])
}
