import { LANGUAGES, type Language } from '#texts/languages.ts'

/** `npm test -- long` runs every database, language, width and theme; otherwise each thing is seen once, by turns. */
export const isLong = process.env.LONG === '1'

/** All variants, or the one whose turn it is. */
export const byTurns = <Choice>(choices: readonly Choice[], turn: number): readonly Choice[] =>
  isLong ? choices : [choices[turn % choices.length] as Choice]

/** The part of a list for one language: by turns, and at the next turn the other part. */
export const inTurn = <Item>(items: readonly Item[], language: Language, turn = 0) =>
  items.filter((_, index) => byTurns(LANGUAGES, index + turn).includes(language))

/** Languages of a journey that is the same in both: the first, the second, the first again … */
export const languagesByTurn = (turn: number) => byTurns(LANGUAGES, turn)
