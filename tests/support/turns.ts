import { LANGUAGES, type Language } from '#texts/languages.ts'

/** `npm test -- long`: everything in every language, at every width, in both themes. Otherwise each thing is seen once, by turns. */
export const isLong = process.env.LONG === '1'

/** All of several ways to look at a thing, or the one whose turn it is. */
export const byTurns = <Choice>(choices: readonly Choice[], turn: number): readonly Choice[] =>
  isLong ? choices : [choices[turn % choices.length] as Choice]

/** What of a list is looked at in a language: by turns in one of the two, and at the next turn of the same list in the other one. */
export const inTurn = <Item>(items: readonly Item[], language: Language, turn = 0) =>
  items.filter((_, index) => byTurns(LANGUAGES, index + turn).includes(language))

/** The languages of a journey that is the same in both: the first, the second, the first again … */
export const languagesByTurn = (turn: number) => byTurns(LANGUAGES, turn)
