import { LIFETIMES } from '#contract/lifetimes.ts'
import { parseJson } from '#texts/formats.ts'
import { type Answers, fieldsOf } from './forms.ts'
import { KEPT_ANSWERS } from './waiting-marker.ts'

/** Answers of a sent application for the next one. Only a candidate who asked for it has them; never the CV. */
export interface KeptAnswers {
  answers: Answers
  savedAt: number
}

const KEPT_MILLISECONDS = LIFETIMES.keptAnswersDays * 24 * 60 * 60 * 1000

/** False where the browser forbids storage. */
export function keepAnswers(answers: Answers, savedAt = Date.now()) {
  // Answers to a job's own questions are for that job alone.
  const reusable = fieldsOf('career-application').flatMap((name) => (answers[name] ? [[name, answers[name]]] : []))
  try {
    localStorage.setItem(KEPT_ANSWERS, JSON.stringify({ answers: Object.fromEntries(reusable), savedAt }))
    return true
  } catch {
    return false
  }
}

export function readKeptAnswers(now = Date.now()): KeptAnswers | undefined {
  try {
    const kept = parseJson(localStorage.getItem(KEPT_ANSWERS) ?? '') as Partial<KeptAnswers> | null | undefined
    if (typeof kept?.savedAt === 'number' && typeof kept.answers === 'object' && now < endOf(kept.savedAt))
      return kept as KeptAnswers
    localStorage.removeItem(KEPT_ANSWERS)
  } catch {
    // Storage is forbidden.
  }
  return undefined
}

export function eraseKeptAnswers() {
  try {
    localStorage.removeItem(KEPT_ANSWERS)
  } catch {
    // Storage is forbidden.
  }
}

export const endOf = (savedAt: number) => savedAt + KEPT_MILLISECONDS
