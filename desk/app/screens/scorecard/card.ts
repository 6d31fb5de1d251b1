import type { ResultOf } from '../../api.ts'

export type Cards = ResultOf<'GET /submissions/:id/scorecards'>
export type Card = NonNullable<Cards['own']>
export type Written = Pick<Card, 'version' | 'ratings' | 'recommendation' | 'summary'>
export type Step = NonNullable<Card['ratings'][string]['step']>
export type Criterion = Card['criteria'][number]

export const STEPS = [1, 2, 3, 4] as const satisfies Step[]
export const NOT_ASKED = 0 satisfies Step
const NEED_EVIDENCE: readonly (Step | null)[] = [1, 4]

export const blankCard = (own: Card | null): Written => ({
  version: own?.version ?? 0,
  ratings: own?.ratings ?? {},
  recommendation: own?.recommendation ?? null,
  summary: own?.summary ?? '',
})

export const ratingOf = ({ ratings }: Pick<Written, 'ratings'>, { id }: Pick<Criterion, 'id'>) =>
  ratings[id] ?? { step: null, evidence: '' }

export type Missing = 'step' | 'evidence'

/** Faults of a criterion that keep the card from being sent. */
export function missingIn(card: Written, criterion: Criterion): Missing | undefined {
  const { step, evidence } = ratingOf(card, criterion)
  if (step === null) return 'step'
  return NEED_EVIDENCE.includes(step) && evidence.trim() === '' ? 'evidence' : undefined
}

/** Two steps or more between the lowest and the highest. */
export function differ(cards: readonly Card[], criterion: Pick<Criterion, 'id'>) {
  const steps = cards.map((card) => ratingOf(card, criterion).step).filter((step) => step !== null && step > NOT_ASKED)
  return steps.length > 1 && Math.max(...(steps as number[])) - Math.min(...(steps as number[])) >= 2
}

/** Cards may have been begun with other criteria. */
export function criteriaOf(cards: readonly Card[]): Criterion[] {
  const known = new Map<string, Criterion>()
  for (const { criteria } of cards) for (const each of criteria) if (!known.has(each.id)) known.set(each.id, each)
  return [...known.values()]
}
