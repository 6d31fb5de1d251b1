import {
  OPENING,
  OUTLINE,
  ruleOf,
  type Section,
  type SectionItem,
  type SectionKind,
  type SectionWords,
} from '#contract/landing-pages.ts'
import { inEachLanguage, type Language } from '#texts/languages.ts'

/** The sections of a page with the words of both languages: what is done to one is done to all three. */
export interface SectionList {
  sections: readonly Section[]
  words: Record<Language, SectionWords>
}

/** How a new page begins. Its ids are fixed, so that nothing is stored before the first word. */
export const outline = (): Section[] => OUTLINE.map((kind) => ({ ...newSection(kind), id: `${kind}-1` }))

const ID_LETTERS = 8

const newId = (prefix: string) => `${prefix}-${crypto.randomUUID().replaceAll('-', '').slice(0, ID_LETTERS)}`

export const newItem = (): SectionItem => ({ id: newId('item') })

export function newSection(kind: SectionKind): Section {
  const { variants, items } = ruleOf(kind)
  return {
    id: newId(kind),
    kind,
    is_shown: true,
    ...(variants?.[0] && { variant: variants[0] }),
    ...(items && { items: Array.from({ length: items.min }, newItem) }),
  }
}

/** The opening stays first. */
export const mayMove = (sections: readonly Section[], from: number, to: number) =>
  from !== to && from > 0 && to > 0 && from < sections.length && to < sections.length

export const isOpening = ({ kind }: Section) => kind === OPENING

export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  return list.toSpliced(from, 1).toSpliced(to, 0, list[from] as Item)
}

/** The copy follows the original, with its words in both languages. */
export function withCopy({ sections, words }: SectionList, id: string): SectionList & { copy: string } {
  const index = sections.findIndex((each) => each.id === id)
  const original = sections[index] as Section
  const ids = new Map(idsOf(original).map((own) => [own, newId(own.split('-')[0] as string)]))
  const renamed = (own: string) => ids.get(own) as string
  const copy = {
    ...original,
    id: renamed(id),
    ...(original.items && { items: original.items.map((item) => ({ ...item, id: renamed(item.id) })) }),
  }
  return {
    sections: sections.toSpliced(index + 1, 0, copy),
    words: inEachLanguage((language) => {
      const copied = [...ids].flatMap(([from, to]) => (words[language][from] ? [[to, words[language][from]]] : []))
      return { ...words[language], ...Object.fromEntries(copied) }
    }),
    copy: copy.id,
  }
}

export function withoutSection({ sections, words }: SectionList, id: string): SectionList {
  const removed = sections.find((each) => each.id === id)
  return {
    sections: sections.filter((each) => each !== removed),
    words: withoutWords(words, removed ? idsOf(removed) : []),
  }
}

export function withoutItem({ sections, words }: SectionList, id: string, item: string): SectionList {
  return {
    sections: sections.map((each) =>
      each.id === id ? { ...each, items: (each.items ?? []).filter((own) => own.id !== item) } : each,
    ),
    words: withoutWords(words, [item]),
  }
}

const idsOf = ({ id, items = [] }: Section): string[] => [id, ...items.map((item) => item.id)]

const withoutWords = (words: SectionList['words'], ids: readonly string[]) =>
  inEachLanguage((language) => Object.fromEntries(Object.entries(words[language]).filter(([id]) => !ids.includes(id))))

/** Sections whose words changed in one language and not in the other. */
export function changedSections(sections: readonly Section[], before: SectionWords, after: SectionWords): Set<string> {
  const isChanged = (id: string) => JSON.stringify(before[id] ?? {}) !== JSON.stringify(after[id] ?? {})
  return new Set(sections.filter((each) => idsOf(each).some(isChanged)).map(({ id }) => id))
}
