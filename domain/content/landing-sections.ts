import {
  isComplete,
  LINK_NAMES,
  type Section,
  type SectionPicture,
  type SectionWords,
  WORDS,
  type WordName,
  wordIn,
} from '#contract/landing-pages.ts'
import { linksIn } from '#contract/markdown.ts'
import { isBlank } from './same-text.ts'

export const picturesInSections = (sections: readonly Section[]): SectionPicture[] =>
  sections.flatMap(({ picture, items = [] }) =>
    [picture, ...items.map((item) => item.picture)].filter((each) => each !== undefined),
  )

/** Pictures for which `change` has nothing are left out. */
export function withPictures(
  sections: readonly Section[],
  change: (picture: SectionPicture) => unknown,
): Record<string, unknown>[] {
  const changed = <Own extends { picture?: SectionPicture | undefined }>({ picture, ...own }: Own) => {
    const other = picture && change(picture)
    return other === undefined ? own : { ...own, picture: other }
  }
  return sections.map(({ items, ...section }) => ({
    ...changed(section),
    ...(items && { items: items.map(changed) }),
  }))
}

export function targetsIn(sections: readonly Section[]): string[] {
  const targets = sections.flatMap(({ items = [], ...section }) =>
    [section, ...items].flatMap((own) => LINK_NAMES.map((name) => own[name]?.trim() ?? '')),
  )
  return [...new Set(targets.filter(Boolean))]
}

/** Links within the words, as they are typed. */
export const linksInWords = (words: SectionWords) =>
  Object.keys(words).flatMap((id) => linksIn(wordIn(words, id, 'text')))

/** Lengths that words have room for and do not keep to. */
export function longWords(words: SectionWords): number[] {
  const passed = entriesOf(words).flatMap(({ name, word }) => {
    const { advised } = WORDS[name] as { advised?: number }
    return advised !== undefined && word.length > advised ? [advised] : []
  })
  return [...new Set(passed)]
}

/** Without its words the page has no heading in this language. */
export const isOpeningComplete = ([opening]: readonly Section[], words: SectionWords) =>
  opening === undefined || isComplete(opening, words)

/** Words that one language has and the other lacks. */
export const lacksWords = (words: SectionWords, other: SectionWords): boolean =>
  entriesOf(other).some(({ id, name, word }) => word && !wordIn(words, id, name))

/** Whether a change of words concerns some that the other language has, too. */
export const concernsOther = (before: SectionWords, after: SectionWords, other: SectionWords): boolean =>
  entriesOf(before).some(
    ({ id, name, word }) =>
      word && word !== wordIn(after, id, name) && wordIn(other, id, name) && hasSection(after, id),
  )

/** The former words of the other language that this one has not followed; null when nothing is left. */
export function wordsLeftBehind(
  former: SectionWords,
  current: SectionWords,
  own: { before: SectionWords; after: SectionWords },
): SectionWords | null {
  const left = structuredClone(former)
  for (const { id, name } of [...entriesOf(own.before), ...entriesOf(own.after)])
    if (wordIn(own.before, id, name) !== wordIn(own.after, id, name))
      left[id] = { ...left[id], [name]: wordIn(current, id, name) }
  const isLeft = [...entriesOf(left), ...entriesOf(current)].some(
    ({ id, name }) => wordIn(left, id, name) !== wordIn(current, id, name),
  )
  return isLeft ? left : null
}

const hasSection = (words: SectionWords, id: string) => Object.hasOwn(words, id) && !isBlank(words[id])

const entriesOf = (words: SectionWords) =>
  Object.entries(words).flatMap(([id, own]) =>
    (Object.keys(own) as WordName[]).map((name) => ({ id, name, word: wordIn(words, id, name) })),
  )
