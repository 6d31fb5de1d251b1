import about from '#content/page-about.json' with { type: 'json' }
import blog from '#content/page-blog.json' with { type: 'json' }
import caseStudy from '#content/page-case-study.json' with { type: 'json' }
import contact from '#content/page-contact.json' with { type: 'json' }
import faq from '#content/page-faq.json' with { type: 'json' }
import home from '#content/page-home.json' with { type: 'json' }
import internship from '#content/page-internship.json' with { type: 'json' }
import jobs from '#content/page-jobs.json' with { type: 'json' }
import pricing from '#content/page-pricing.json' with { type: 'json' }
import privacyPolicy from '#content/page-privacy-policy.json' with { type: 'json' }
import services from '#content/page-services.json' with { type: 'json' }
import team from '#content/page-team.json' with { type: 'json' }
import termsConditions from '#content/page-terms-conditions.json' with { type: 'json' }
import testimonials from '#content/page-testimonials.json' with { type: 'json' }
import { parseMarkdown } from '#contract/markdown.ts'
import {
  movableSections,
  PAGE_NAMES,
  type PageContentOf,
  type PageName,
  pageOf,
  type SectionPlace,
  type Word,
  type WordKind,
  withEverySection,
  wordsOf,
} from '#contract/pages.ts'
import { COMPANY_PLACES, companyValues } from '#texts/company.ts'
import { fillPlaces } from '#texts/fill-in.ts'
import { defineType, type Field, sharedField, translatedField } from './definition.ts'
import { searchAndShare } from './search-and-share.ts'

const STARTERS: Record<PageName, object> = {
  home,
  about,
  services,
  internship,
  jobs,
  contact,
  team,
  pricing,
  faq,
  testimonials,
  'case-study': caseStudy,
  blog,
  'terms-conditions': termsConditions,
  'privacy-policy': privacyPolicy,
}

const TITLE_LENGTH = 120
const DESCRIPTION_LENGTH = 320

function definePage(page: PageName) {
  const { address, alwaysShown = [], places: own = [] } = pageOf(page)
  const sections = movableSections(page)
  const places = [...COMPANY_PLACES, ...own]
  const text = (at: string, maxLength: number) =>
    translatedField('plain', { at: ['search', at], maxLength, places: COMPANY_PLACES })
  const words = wordsOf(page)
  return defineType({
    type: `page-${page}`,
    records: 'single',
    titleField: 'search_title',
    page: address,
    starter: STARTERS[page],
    fields: {
      sections: sharedField('sections', { choices: sections, alwaysShown }),
      ...Object.fromEntries(words.map((word) => [word.name, fieldOf(word, places)])),
      search_title: text('title', TITLE_LENGTH),
      search_description: text('description', DESCRIPTION_LENGTH),
      share_picture: searchAndShare.share_picture,
      is_unlisted: searchAndShare.is_unlisted,
    },
    pageContent: ([values], { language, company }) => ({
      [`page-${page}`]: contentOf(page, words, values as unknown as Values, companyValues(company, language)),
    }),
  })
}

const LINE_LENGTH = 200
const TEXT_LENGTH = 2000
const MARKED_LENGTH = 20_000

function fieldOf({ at, kind }: Word, places: readonly string[]): Field {
  if (kind === 'date') return sharedField('date', { at, inPreview: (today) => today })
  if (kind === 'lines') return translatedField('list', { at, maxLength: LINE_LENGTH, places })
  if (kind === 'line') return translatedField('plain', { at, maxLength: LINE_LENGTH, places })
  if (kind === 'text') return translatedField('plain', { at, maxLength: TEXT_LENGTH, places })
  if (kind === 'title') return translatedField('paragraphs', { at, maxLength: LINE_LENGTH, places })
  return translatedField('paragraphs', { at, maxLength: MARKED_LENGTH, hasMarks: true, places })
}

type Values = Record<string, unknown> & { sections: SectionPlace[] }

/** Hidden sections have no words, so that they add nothing to the page's weight. */
function contentOf(page: PageName, words: readonly Word[], values: Values, filled: Record<string, string>) {
  const shown = withEverySection(movableSections(page), values.sections).filter(({ is_shown }) => is_shown)
  const sections = shown.map(({ name }) => name)
  const carried = [pageOf(page).opening, ...sections]
  const content: WordTree = {}
  for (const { name, at, kind, section } of words)
    if (carried.includes(section)) put(content, at, shownWord(kind, values[name], filled))
  return {
    sections,
    words: withLists(content),
    meta: {
      title: fillPlaces(String(values.search_title), filled),
      description: fillPlaces(String(values.search_description), filled),
    },
  } as unknown as PageContentOf<PageName>
}

type WordTree = { [name: string]: unknown }

function put(tree: WordTree, [key = '', ...rest]: readonly string[], word: unknown): void {
  if (rest.length === 0) {
    tree[key] = word
    return
  }
  tree[key] ??= {}
  put(tree[key] as WordTree, rest, word)
}

/** Members of a list are numbered from 1. */
function withLists(tree: WordTree): unknown {
  const members = Object.entries(tree).map(([key, inner]) => [key, isTree(inner) ? withLists(inner) : inner] as const)
  return members.some(([key]) => key === '1') ? members.map(([, member]) => member) : Object.fromEntries(members)
}

const isTree = (value: unknown): value is WordTree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function shownWord(kind: WordKind, value: unknown, filled: Record<string, string>): unknown {
  if (kind === 'lines') return (value as string[]).map((line) => fillPlaces(line, filled))
  const word = fillPlaces(String(value ?? ''), filled)
  return kind === 'marked' ? (parseMarkdown(word) ?? word) : word
}

/** One type for each page, with one record. Last, since it is made with everything above. */
export const pages = PAGE_NAMES.map(definePage)
