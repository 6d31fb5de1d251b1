import type { Stage, SubmissionKind } from '../platform/database/tables.ts'

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

const MESSAGE_MOVES: Moves = {
  new: ['answered', 'archived'],
  answered: ['new', 'archived'],
  archived: ['new', 'answered'],
}

const MOVES: Record<SubmissionKind, Moves> = {
  'contact-message': MESSAGE_MOVES,
  'internship-application': APPLICATION_MOVES,
  'career-application': APPLICATION_MOVES,
}

export const stagesOf = (kind: SubmissionKind) => Object.keys(MOVES[kind]) as Stage[]

export const movesFrom = (kind: SubmissionKind, stage: Stage): readonly Stage[] => MOVES[kind][stage] ?? []

export const mayMove = (kind: SubmissionKind, from: Stage, to: Stage) => movesFrom(kind, from).includes(to)

/** The sender still waits for an answer, unless a letter has been sent. */
export const WAITING_STAGES = ['new', 'in-review'] as const satisfies Stage[]

export const isWaitingIn = (stage: Stage) => WAITING_STAGES.some((waiting) => waiting === stage)
