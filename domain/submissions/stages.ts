import type { Stage, SubmissionKind } from '../platform/database/tables.ts'
import { MINUTE } from '../platform/durations.ts'

type Moves = Partial<Record<Stage, readonly Stage[]>>

const APPLICATION_MOVES: Moves = {
  new: ['in-review', 'interview', 'offer', 'declined', 'withdrawn'],
  'in-review': ['new', 'interview', 'offer', 'declined', 'withdrawn'],
  interview: ['in-review', 'offer', 'declined', 'withdrawn'],
  offer: ['interview', 'hired', 'declined', 'withdrawn'],
  hired: ['offer', 'withdrawn'],
  declined: ['in-review', 'interview', 'offer'],
  withdrawn: ['in-review'],
}

/** Nothing moves to `answered`: a letter or `markAnswered` does. */
const MESSAGE_MOVES: Moves = {
  new: ['archived'],
  answered: ['new', 'archived'],
  archived: ['new'],
}

const MOVES: Record<SubmissionKind, Moves> = {
  'contact-message': MESSAGE_MOVES,
  'internship-application': APPLICATION_MOVES,
  'career-application': APPLICATION_MOVES,
}

export const stagesOf = (kind: SubmissionKind) => Object.keys(MOVES[kind]) as Stage[]

export const movesFrom = (kind: SubmissionKind, stage: Stage): readonly Stage[] => MOVES[kind][stage] ?? []

export const mayMove = (kind: SubmissionKind, from: Stage, to: Stage) => movesFrom(kind, from).includes(to)

/** How far an application gets: declined and withdrawn ones keep what they reached. */
export const REACHABLE = ['new', 'in-review', 'interview', 'offer', 'hired'] as const satisfies Stage[]

export const reachedIn = (kind: SubmissionKind, stage: Stage) =>
  kind === 'contact-message' ? 0 : Math.max(0, (REACHABLE as readonly Stage[]).indexOf(stage))

/** The sender waits in these until a letter was sent or a colleague says how else they were answered. */
export const WAITING_STAGES = ['new', 'in-review', 'interview', 'offer'] as const satisfies Stage[]

export const isWaitingIn = (stage: Stage) => WAITING_STAGES.some((waiting) => waiting === stage)

/** A step can be undone this long, and the sender is told nothing of it before. */
export const UNDO_MINUTES = 30
export const UNDO_MILLISECONDS = UNDO_MINUTES * MINUTE

/** How the sender is told of a move (Product 10.4.1). `letter`: only by a letter that a colleague writes; `letter-or-page`: without a letter the page says it. */
export const TOLD_BY = {
  new: 'page',
  'in-review': 'page-and-mail',
  interview: 'page-and-mail',
  offer: 'letter',
  hired: 'page',
  declined: 'letter-or-page',
  withdrawn: 'page-and-mail',
  answered: 'letter-or-page',
  archived: 'page',
} as const satisfies Record<Stage, string>
