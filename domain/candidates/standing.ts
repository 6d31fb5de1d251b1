import type { Queries } from '../platform/database/database.ts'
import type { AnswerChannel, Stage } from '../platform/database/tables.ts'
import { DAY } from '../platform/durations.ts'
import { lettersOf } from '../submissions/letters.ts'
import { isWaitingIn, UNDO_MILLISECONDS } from '../submissions/stages.ts'
import type { SubmissionSummary } from '../submissions/submissions.ts'

export type VisibleStage = 'received' | 'in-review' | 'interview' | 'decision' | 'withdrawn' | 'answered' | 'closed'

export interface Standing {
  stage: VisibleStage
  since: string
  /** A letter about this stage was sent; in the first stages any letter counts. */
  isWritten: boolean
  isOwed: boolean
  /** How the sender was answered without a letter. */
  answeredBy?: { channel: AnswerChannel; at: string }
  outcome?: 'declined' | 'offered'
  hadInterview: boolean
  takeBackUntil?: string
  takeBackTo?: Stage
  /** The job's own stage within the visible one; empty: the company's. */
  step: string
}

const TAKE_BACK_MILLISECONDS = DAY

const INVITED_BEFORE_MILLISECONDS = 3 * DAY

/** Recruiters may write first, and move the application once a time is agreed. */
export const isInvitation = (writtenAt: string, interviewSince: string) =>
  Date.parse(writtenAt) >= Date.parse(interviewSince) - INVITED_BEFORE_MILLISECONDS

interface Step {
  stage: Stage
  at: string
  from?: Stage
  isByCandidate: boolean
  /** Own stages within this one, one after the other. */
  within: { step: string; at: string }[]
}

/** Nothing shows while it can be undone; a decision or an answer by letter only after the letter was sent. */
export async function standingOf(queries: Queries, submission: SubmissionSummary, now: Date): Promise<Standing> {
  const steps = await stepsOf(queries, submission)
  const letters = [...(await lettersOf(queries, submission.id)), ...(await timesSent(queries, submission))]
  const lettersLeft = letters.map(({ sentAt }) => sentAt).filter((sentAt) => sentAt !== null)
  const isSettled = (at: string, until = now.toISOString()) => Date.parse(until) - Date.parse(at) >= UNDO_MILLISECONDS
  const answer = shownAnswer(submission, letters, isSettled)
  if (submission.kind === 'contact-message')
    return standingOfMessage(submission, steps, { lettersLeft, answer, isSettled })
  const hidesUntilLetter = ({ stage, at }: Step) =>
    stage === 'offer'
      ? !letters.some(({ sentAt }) => sentAt !== null && sentAt >= at)
      : stage === 'declined' && letters.some(({ kind, sentAt }) => kind === 'decline' && sentAt === null)
  // A step that was soon followed by another one is never told.
  const isLasting = (at: string, index: number) =>
    isSettled(at, steps.slice(index + 1).find((step) => !hidesUntilLetter(step))?.at)
  const isShown = (step: Step, index: number) => {
    const { stage, at, isByCandidate } = step
    if (hidesUntilLetter(step)) return false
    if (stage === 'declined') {
      // An earlier letter is about an earlier decision.
      const isWritten = letters.some(({ kind, sentAt }) => kind === 'decline' && sentAt !== null && sentAt >= at)
      return isWritten || isLasting(at, index)
    }
    return stage === 'offer' || index === 0 || isByCandidate || isLasting(at, index)
  }
  const shown = steps.findLast(isShown) as Step
  const earlier = steps.slice(0, steps.indexOf(shown))
  const isReading = shown.stage === 'new' || shown.stage === 'in-review'
  // The offer's letter counts for a hired person.
  const offered = shown.stage === 'hired' ? earlier.findLast(({ stage }) => stage === 'offer') : undefined
  const toldFrom = offered?.at ?? shown.at
  const isTold = letters.some(({ kind, sentAt }) => {
    if (sentAt === null) return false
    return sentAt >= toldFrom || (shown.stage === 'interview' && kind === 'answer' && isInvitation(sentAt, shown.at))
  })
  const hadInterview = earlier.findLast(({ stage }) => WITHOUT_DECISION.includes(stage))?.stage === 'interview'
  return {
    ...VISIBLE[shown.stage],
    since: shown.at,
    isWritten: isReading ? lettersLeft.length > 0 : isTold,
    isOwed: isWaitingIn(shown.stage) && !answer,
    ...(answer?.by && { answeredBy: answer.by }),
    hadInterview,
    ...takeBackOf(shown, now),
    step: shown.within.findLast(({ at }, index) => index === 0 || isSettled(at))?.step ?? '',
  }
}

/** Times for an interview that were mailed tell as much as a letter. */
async function timesSent(queries: Queries, { reference }: SubmissionSummary) {
  const mails = await queries
    .selectFrom('mails')
    .select('sent_at')
    .where('reference', '=', reference)
    .where('kind', '=', 'interview-times')
    .execute()
  return mails.map(({ sent_at: sentAt }) => ({ kind: 'answer' as const, sentAt }))
}

const WITHOUT_DECISION: Stage[] = ['new', 'in-review', 'interview']

const VISIBLE: Record<Stage, Pick<Standing, 'stage' | 'outcome'>> = {
  new: { stage: 'received' },
  'in-review': { stage: 'in-review' },
  interview: { stage: 'interview' },
  offer: { stage: 'decision', outcome: 'offered' },
  hired: { stage: 'decision', outcome: 'offered' },
  declined: { stage: 'decision', outcome: 'declined' },
  withdrawn: { stage: 'withdrawn' },
  answered: { stage: 'answered' },
  archived: { stage: 'closed' },
}

type IsSettled = (at: string, until?: string) => boolean

/** Undefined while the sender cannot know of it. */
function shownAnswer(
  { answered_at: at, answered_by }: SubmissionSummary,
  letters: { sentAt: string | null }[],
  isSettled: IsSettled,
): { at: string; by?: Standing['answeredBy'] } | undefined {
  if (at === null) return undefined
  if (answered_by === 'letter')
    return letters.some(({ sentAt }) => sentAt !== null && sentAt >= at) ? { at } : undefined
  // A sample has neither.
  if (answered_by === null) return { at }
  return isSettled(at) ? { at, by: { channel: answered_by, at } } : undefined
}

interface MessageCircumstances {
  lettersLeft: string[]
  answer: ReturnType<typeof shownAnswer>
  isSettled: IsSettled
}

function standingOfMessage(
  { stage, stage_since }: SubmissionSummary,
  steps: Step[],
  { lettersLeft, answer, isSettled }: MessageCircumstances,
): Standing {
  const told = {
    isWritten: lettersLeft.length > 0 && !answer?.by,
    hadInterview: false,
    step: '',
    ...(answer?.by && { answeredBy: answer.by }),
  }
  if (answer) return { stage: 'answered', since: answer.at, isOwed: false, ...told }
  if (stage === 'archived' && isSettled(stage_since))
    return { stage: 'closed', since: stage_since, isOwed: false, ...told }
  const [former, last] = steps.slice(-2) as [Step, Step?]
  const wasShown = (step: Step, until: string) =>
    isSettled(step.at, until) || (step.stage === 'answered' && lettersLeft.some((sentAt) => sentAt >= step.at))
  if (last?.stage === 'new' && !isSettled(last.at) && wasShown(former, last.at))
    return { ...VISIBLE[former.stage], since: former.at, isOwed: former.stage === 'new', ...told }
  const { at: since } = steps.findLast((step) => step.stage === 'new') as Step
  return { stage: 'received', since, isOwed: true, ...told }
}

const isDecided = (stage: Stage) => stage === 'declined' || stage === 'withdrawn'

function takeBackOf({ stage, at, from, isByCandidate }: Step, now: Date): Partial<Standing> {
  const until = Date.parse(at) + TAKE_BACK_MILLISECONDS
  if (stage !== 'withdrawn' || !isByCandidate || !from || now.getTime() >= until) return {}
  // Its letter was withdrawn, so the staff decide again.
  return { takeBackUntil: new Date(until).toISOString(), takeBackTo: isDecided(from) ? 'in-review' : from }
}

async function stepsOf(queries: Queries, { id, created_at, stage, stage_since }: SubmissionSummary): Promise<Step[]> {
  const events = await queries
    .selectFrom('submission_events')
    .select(['kind', 'happened_at', 'details'])
    .where('submission_id', '=', id)
    .where('kind', 'in', ['stage', 'step'])
    .orderBy('happened_at')
    .execute()
  const steps: Step[] = [{ stage: 'new', at: created_at, isByCandidate: false, within: [] }]
  for (const { kind, happened_at, details } of events) {
    if (kind === 'step') {
      enterWithin(steps.at(-1) as Step, happened_at, JSON.parse(details))
      continue
    }
    const { from, to, by, isUndone, step = '' } = JSON.parse(details) as StageDetails
    // As if it had never happened.
    if (isUndone && steps.length > 1 && steps.at(-1)?.stage === from) steps.pop()
    else
      steps.push({
        stage: to,
        at: happened_at,
        from,
        isByCandidate: by === 'candidate',
        within: [{ step, at: happened_at }],
      })
  }
  // Samples have no events.
  if (steps.at(-1)?.stage !== stage) steps.push({ stage, at: stage_since, isByCandidate: false, within: [] })
  return steps
}

interface StageDetails {
  from: Stage
  to: Stage
  by?: string
  isUndone?: true
  step?: string
}

/** A stage that was dropped from the job is left at once: its public name is gone, too. */
function enterWithin(
  { within }: Step,
  at: string,
  { to, isUndone, bySetUp }: { to: string; isUndone?: true; bySetUp?: true },
) {
  if (isUndone && within.length > 0) within.pop()
  else if (bySetUp) within.splice(0, within.length, { step: to, at })
  else within.push({ step: to, at })
}
