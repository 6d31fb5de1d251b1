import type { Queries } from '../platform/database/database.ts'
import type { Stage } from '../platform/database/tables.ts'
import { DAY, MINUTE } from '../platform/durations.ts'
import { lettersOf } from '../submissions/letters.ts'
import type { SubmissionSummary } from '../submissions/submissions.ts'

export type VisibleStage = 'received' | 'in-review' | 'interview' | 'decision' | 'withdrawn' | 'answered' | 'closed'

export interface Standing {
  stage: VisibleStage
  since: string
  /** A letter about this stage was sent; in the first stages any letter counts. */
  isWritten: boolean
  isOwed: boolean
  outcome?: 'declined' | 'offered'
  hadInterview: boolean
  takeBackUntil?: string
  takeBackTo?: Stage
}

const TAKE_BACK_MILLISECONDS = DAY
/** Time to notice a mistaken decline. */
export const CALM_MILLISECONDS = 10 * MINUTE

const INVITED_BEFORE_MILLISECONDS = 3 * DAY

/** Recruiters may write first, and move the application once a time is agreed. */
export const isInvitation = (writtenAt: string, interviewSince: string) =>
  Date.parse(writtenAt) >= Date.parse(interviewSince) - INVITED_BEFORE_MILLISECONDS

interface Step {
  stage: Stage
  at: string
  from?: Stage
  isByCandidate: boolean
}

/** A decision or an answer shows only after its letter was sent. */
export async function standingOf(queries: Queries, submission: SubmissionSummary, now: Date): Promise<Standing> {
  const steps = await stepsOf(queries, submission)
  const letters = await lettersOf(queries, submission.id)
  const hasLeft = letters.some(({ sentAt }) => sentAt !== null)
  const isUnanswered = submission.answered_at === null || (letters.length > 0 && !hasLeft)
  if (submission.kind === 'contact-message') return standingOfMessage(submission, steps, { hasLeft, isUnanswered })
  const isShown = ({ stage, at }: Step) => {
    if (stage === 'declined') {
      // An earlier letter is about an earlier decision.
      const declining = letters.filter(({ kind, sentAt }) => kind === 'decline' && (sentAt === null || sentAt >= at))
      if (declining.some(({ sentAt }) => sentAt === null)) return false
      return declining.length > 0 || now.getTime() - Date.parse(at) >= CALM_MILLISECONDS
    }
    if (stage === 'offer') return letters.some(({ sentAt }) => sentAt !== null && sentAt >= at)
    return true
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
    isWritten: isReading ? hasLeft : isTold,
    isOwed: isReading && isUnanswered,
    hadInterview,
    ...takeBackOf(shown, now),
  }
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

function standingOfMessage(
  { answered_at }: SubmissionSummary,
  steps: Step[],
  { hasLeft, isUnanswered }: { hasLeft: boolean; isUnanswered: boolean },
): Standing {
  const told = { isWritten: hasLeft, hadInterview: false }
  const { stage, at } = steps.at(-1) as Step
  if (answered_at !== null && isUnanswered) {
    const { at: since } = steps.findLast((step) => step.stage === 'new') as Step
    return { stage: 'received', since, isOwed: true, ...told }
  }
  if (stage === 'archived' && answered_at) return { stage: 'answered', since: answered_at, isOwed: false, ...told }
  return { ...VISIBLE[stage], since: at, isOwed: stage === 'new' && isUnanswered, ...told }
}

function takeBackOf({ stage, at, from, isByCandidate }: Step, now: Date): Partial<Standing> {
  const until = Date.parse(at) + TAKE_BACK_MILLISECONDS
  if (stage !== 'withdrawn' || !isByCandidate || !from || now.getTime() >= until) return {}
  // Its letter was withdrawn, so the staff decide again.
  return { takeBackUntil: new Date(until).toISOString(), takeBackTo: from === 'declined' ? 'in-review' : from }
}

async function stepsOf(queries: Queries, { id, created_at, stage, stage_since }: SubmissionSummary): Promise<Step[]> {
  const events = await queries
    .selectFrom('submission_events')
    .select(['happened_at', 'details'])
    .where('submission_id', '=', id)
    .where('kind', '=', 'stage')
    .orderBy('happened_at')
    .execute()
  const steps: Step[] = [
    { stage: 'new', at: created_at, isByCandidate: false },
    ...events.map(({ happened_at, details }) => {
      const { from, to, by } = JSON.parse(details) as { from: Stage; to: Stage; by?: string }
      return { stage: to, at: happened_at, from, isByCandidate: by === 'candidate' }
    }),
  ]
  // Samples have no events.
  if (steps.at(-1)?.stage !== stage) steps.push({ stage, at: stage_since, isByCandidate: false })
  return steps
}
