import * as z from 'zod/mini'
import { isAllowedAddress } from './link-addresses.ts'
import type { Block } from './prose.ts'

/**
 * A landing page is a list of sections that both languages share, and the words of each language by the id of the section
 * or of its item. To reorder or copy a section therefore keeps the other language.
 */
export const WORDS = {
  title: { max: 120, advised: 70 },
  lead: { max: 300, advised: 200, isLong: true },
  text: { max: 4000, advised: 1500, isLong: true, hasMarks: true },
  summary: { max: 400, advised: 160, isLong: true },
  note: { max: 240, advised: 120, isLong: true },
  label: { max: 60, advised: 30 },
  suffix: { max: 8 },
  quote: { max: 800, advised: 240, isLong: true },
  name: { max: 60 },
  role: { max: 80 },
  caption: { max: 160, isLong: true },
  link: { max: 40, advised: 24 },
  second_link: { max: 40, advised: 24 },
} as const satisfies Record<string, WordRule>

interface WordRule {
  max: number
  /** A longer text gets a warning: its place on the page is small. */
  advised?: number
  /** Shown in a field of several lines. */
  isLong?: true
  /** Pages show emphasis, links and lists in it, and its line breaks. */
  hasMarks?: true
}

export type WordName = keyof typeof WORDS
export const LINK_NAMES = ['link', 'second_link'] as const
export type LinkName = (typeof LINK_NAMES)[number]
const isLinkName = (name: WordName): name is LinkName => (LINK_NAMES as readonly string[]).includes(name)

interface Part {
  words: readonly WordName[]
  optional?: readonly WordName[]
  picture?: 'required' | 'optional'
}

interface KindRule extends Part {
  variants?: readonly string[]
  items?: Part & { min: number; max: number; hasNumber?: true }
}

/** The closed list of kinds: each is a section that the site's design has. A word that is a link also has a target. */
const SECTION_KINDS = {
  hero: {
    words: ['title'],
    optional: ['lead', 'link', 'second_link'],
    picture: 'optional',
    variants: ['beside', 'below'],
  },
  text: {
    words: ['title', 'text'],
    optional: ['link'],
    picture: 'optional',
    variants: ['after', 'before'],
  },
  cards: {
    words: ['title'],
    optional: ['note'],
    items: { min: 2, max: 8, words: ['title', 'summary'], optional: ['link'], picture: 'optional' },
  },
  counters: {
    words: ['title'],
    optional: ['note'],
    items: { min: 2, max: 4, words: ['label'], optional: ['suffix'], hasNumber: true },
  },
  steps: {
    words: ['title'],
    optional: ['note'],
    items: { min: 2, max: 6, words: ['title', 'summary'] },
  },
  quotes: {
    words: ['title'],
    items: { min: 1, max: 9, words: ['quote', 'name'], optional: ['role'] },
  },
  pictures: {
    words: ['title'],
    optional: ['note'],
    items: { min: 1, max: 12, words: [], optional: ['caption'], picture: 'required' },
  },
  action: {
    words: ['title', 'link'],
    optional: ['summary', 'second_link'],
    variants: ['ink', 'lapis', 'paper'],
  },
} as const satisfies Record<string, KindRule>

export type SectionKind = keyof typeof SECTION_KINDS
export const KINDS = Object.keys(SECTION_KINDS) as SectionKind[]
/** The first section of a page, and only there: it has the page's heading. */
export const OPENING = 'hero'
/** How a new page begins. */
export const OUTLINE: readonly SectionKind[] = [OPENING, 'text', 'action']

export const ruleOf = (kind: SectionKind): KindRule => SECTION_KINDS[kind]
export const wordsOfPart = ({ words, optional = [] }: Part): WordName[] =>
  (Object.keys(WORDS) as WordName[]).filter((name) => words.includes(name) || optional.includes(name))
export const linksOfPart = (part: Part): LinkName[] => wordsOfPart(part).filter(isLinkName)

export const MAX_SECTIONS = 30
const MAX_NUMBER = 999_999_999
const MAX_TARGET_LENGTH = 400
const MAX_PICTURE_LENGTH = 300
const MAX_WORDS = MAX_SECTIONS * 13
const ID = /^[a-z]{2,12}-[a-z0-9]{1,12}$/

const id = z.string().check(z.regex(ID))
const address = z.string().check(z.maxLength(MAX_PICTURE_LENGTH))
const target = z.optional(z.string().check(z.maxLength(MAX_TARGET_LENGTH)))
const pictured = {
  picture: z.optional(z.strictObject({ en: address, ar: address })),
  link: target,
  second_link: target,
}
const item = z.strictObject({
  id,
  ...pictured,
  number: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_NUMBER))),
})
const section = z.strictObject({
  id,
  kind: z.enum(KINDS),
  is_shown: z.boolean(),
  variant: z.optional(z.string().check(z.maxLength(20))),
  ...pictured,
  items: z.optional(z.array(item).check(z.maxLength(12))),
})

export type SectionItem = z.infer<typeof item>
export type Section = z.infer<typeof section>
export type SectionPicture = NonNullable<Section['picture']>

/** The structure only: a draft may be incomplete. */
export const sectionList = z.array(section).check(
  z.maxLength(MAX_SECTIONS),
  z.refine((sections) => hasOwnIds(sections)),
  z.refine((sections) => sections.every(fitsItsKind)),
)

function hasOwnIds(sections: Section[]) {
  const ids = sections.flatMap((each) => [each.id, ...(each.items ?? []).map((own) => own.id)])
  return new Set(ids).size === ids.length
}

function fitsItsKind({ kind, variant, picture, items, ...links }: Section) {
  const { variants, items: ofItems, ...rule } = ruleOf(kind)
  return (
    (variant === undefined || variants?.includes(variant) === true) &&
    fitsPart(rule, { picture, ...links }) &&
    (items ?? []).length <= (ofItems?.max ?? 0) &&
    (items ?? []).every(
      ({ number, ...own }) => ofItems && fitsPart(ofItems, own) && (number === undefined || ofItems.hasNumber),
    )
  )
}

function fitsPart(part: Part, own: Pick<Section, 'picture' | LinkName>) {
  return (
    (own.picture === undefined || part.picture !== undefined) &&
    LINK_NAMES.every((name) => own[name] === undefined || linksOfPart(part).includes(name))
  )
}

const wordFields = Object.fromEntries(
  Object.entries(WORDS).map(([name, { max }]) => [name, z.optional(z.string().check(z.maxLength(max)))]),
) as Record<WordName, z.ZodMiniOptional<z.ZodMiniString>>

export const sectionWords = z
  .record(id, z.strictObject(wordFields))
  .check(z.refine((words) => Object.keys(words).length <= MAX_WORDS))

/** By the id of a section or an item. */
export type SectionWords = Record<string, Partial<Record<WordName, string>>>

export const wordIn = (words: SectionWords, own: string, name: WordName): string =>
  Object.hasOwn(words, own) ? (words[own]?.[name] ?? '').trim() : ''

/** A page of this site, or an https address. */
export const isTarget = (address: string): boolean => !/^mailto:/i.test(address) && isAllowedAddress(address)

const isTargetSet = (own: Pick<Section, LinkName>, name: WordName) => !isLinkName(name) || Boolean(own[name]?.trim())

/** Without any of its required words in one language, pictures, figures and targets. */
function isPartComplete(part: Part, own: Pick<Section, 'id' | 'picture' | LinkName>, words: SectionWords) {
  return (
    (part.picture !== 'required' || own.picture !== undefined) &&
    part.words.every((name) => wordIn(words, own.id, name) && isTargetSet(own, name))
  )
}

/** Whether pages of this language can show the section. */
export function isComplete(own: Section, words: SectionWords): boolean {
  const { items: ofItems, ...rule } = ruleOf(own.kind)
  if (!isPartComplete(rule, own, words)) return false
  if (!ofItems) return true
  const items = own.items ?? []
  return (
    items.length >= ofItems.min &&
    items.every((each) => isPartComplete(ofItems, each, words) && (!ofItems.hasNumber || each.number !== undefined))
  )
}

export const incompleteSections = (sections: readonly Section[], words: SectionWords): Section[] =>
  sections.filter((each) => each.is_shown && !isComplete(each, words))

/** One opening, at the beginning, and shown: without it the page has no heading. */
export const hasOpening = (sections: readonly Section[]): boolean =>
  sections[0]?.kind === OPENING && sections[0].is_shown && sections.filter(({ kind }) => kind === OPENING).length === 1

/** A section as pages have it, in one language. */
export interface ShownSection extends ShownPart {
  kind: SectionKind
  variant?: string
  items?: ShownItem[]
}

interface ShownItem extends ShownPart {
  number?: number
}

interface ShownPart {
  id: string
  words: Partial<Record<Exclude<WordName, LinkName>, string>>
  /** Of the text, where it has marks. */
  prose?: Block[]
  links?: { to: string; label: string }[]
  picture?: { url: string; alt?: string }
}

export interface LandingPage {
  /** Its address is `/` and this word. */
  slug: string
  title: string
  sections: ShownSection[]
}

interface Resolved {
  words: SectionWords
  pictureOf: (picture: SectionPicture) => { url: string; alt?: string }
  proseOf: (text: string) => Block[] | null
}

export function shownSections(sections: readonly Section[], resolved: Resolved): ShownSection[] {
  return sections
    .filter((each) => each.is_shown && isComplete(each, resolved.words))
    .map((each) => {
      const { variants, items: ofItems, ...rule } = ruleOf(each.kind)
      const variant = each.variant ?? variants?.[0]
      return {
        kind: each.kind,
        ...(variant && { variant }),
        ...shownPart(rule, each, resolved),
        ...(ofItems && {
          items: (each.items ?? []).map((own) => ({
            ...shownPart(ofItems, own, resolved),
            ...(own.number !== undefined && { number: own.number }),
          })),
        }),
      }
    })
}

function shownPart(
  part: Part,
  own: Pick<Section, 'id' | 'picture' | LinkName>,
  { words, pictureOf, proseOf }: Resolved,
): ShownPart {
  const written = wordsOfPart(part)
    .filter((name) => !isLinkName(name))
    .flatMap((name) => {
      const word = wordIn(words, own.id, name)
      return word ? [[name, word] as const] : []
    })
  const links = linksOfPart(part).flatMap((name) => {
    const [to, label] = [own[name]?.trim(), wordIn(words, own.id, name)]
    return to && label && isTarget(to) ? [{ to, label }] : []
  })
  const text = wordIn(words, own.id, 'text')
  const prose = text && proseOf(text)
  return {
    id: own.id,
    words: Object.fromEntries(written),
    ...(prose && { prose }),
    ...(links.length > 0 && { links }),
    ...(own.picture && { picture: pictureOf(own.picture) }),
  }
}
