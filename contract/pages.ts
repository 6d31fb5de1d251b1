import type { Block } from './prose.ts'

/**
 * The pages whose sections are content, with the words of each section. Every page opens with the section that has its
 * heading; the others follow in the order that the desk gives them.
 */
export const PAGES = {
  home: {
    address: '/',
    opening: 'hero',
    sections: {
      hero: { title: 'title', lead: 'text', drawing: 'text', height: 'line', length: 'line' },
      about: { label: 'line', statement: 'text', text: 'text', more: 'line' },
      counters: { note: 'line', years: 'line', projects: 'line', clients: 'line', advisors: 'line' },
      services: { title: 'title', all: 'line' },
      work: { title: 'title', studies: 'line', articles: 'line' },
      process: { title: 'title', note: 'text', steps: [3, { title: 'line', text: 'text' }] },
      reviews: { title: 'line' },
      team: { title: 'title', note: 'text' },
    },
  },
  about: {
    address: '/about',
    opening: 'hero',
    sections: {
      hero: { title: 'title', lead: 'text', drawing: 'text' },
      mission: { label: 'line', statement: 'text', values: 'line', items: [3, { title: 'line', text: 'text' }] },
      counters: {
        title: 'title',
        note: 'line',
        satisfaction: 'line',
        members: 'line',
        scientists: 'line',
        years: 'line',
      },
      columns: { title: 'title', items: [3, { title: 'line', text: 'text' }] },
      process: { title: 'title', note: 'text', steps: [6, { title: 'line', text: 'text' }] },
    },
  },
  services: {
    address: '/services',
    opening: 'hero',
    sections: {
      hero: { lead: 'text' },
      list: { app: 'line', social: 'line', erp: 'line', web: 'line', ai: 'line', data: 'line' },
    },
    alwaysShown: ['list'],
  },
  internship: {
    address: '/internship',
    opening: 'hero',
    sections: {
      hero: { title: 'title', lead: 'text', apply: 'line' },
      program: { statement: 'text', items: [3, { title: 'line', text: 'text' }] },
      tiles: { title: 'line', items: [4, { title: 'line', text: 'text' }] },
      application: { label: 'line', benefits: 'lines', title: 'title' },
    },
    // The opening's button leads to the form.
    alwaysShown: ['application'],
  },
  jobs: {
    address: '/jobs',
    opening: 'openings',
    sections: {
      openings: { empty: 'line', text: 'text' },
      alerts: { title: 'line', text: 'text' },
    },
  },
  contact: {
    address: '/contact',
    opening: 'hero',
    sections: {
      hero: { title: 'title', lead: 'text' },
      map: { title: 'line' },
    },
  },
  team: {
    address: '/team',
    opening: 'hero',
    sections: {
      hero: { title: 'title', lead: 'text' },
      join: { title: 'line', link: 'line' },
    },
  },
  pricing: {
    address: '/pricing',
    opening: 'hero',
    sections: {
      hero: { title: 'title', lead: 'text' },
      plans: { note: 'text' },
    },
    alwaysShown: ['plans'],
  },
  faq: {
    address: '/faq',
    opening: 'hero',
    sections: {
      hero: { title: 'title', lead: 'text' },
      own: { title: 'line', lead: 'text' },
    },
  },
  testimonials: {
    address: '/testimonials',
    opening: 'hero',
    sections: { hero: { title: 'line', lead: 'text' } },
  },
  'case-study': {
    address: '/case-study',
    opening: 'hero',
    sections: { hero: { before: 'line', after: 'line', lead: 'text' } },
  },
  blog: {
    address: '/blog',
    opening: 'hero',
    sections: { hero: { title: 'line', lead: 'text' } },
  },
  'terms-conditions': {
    address: '/terms-conditions',
    opening: 'heading',
    sections: {
      heading: { title: 'line', in_force_since: 'date' },
      acceptance: { title: 'line', text: 'marked', brief: 'text' },
      'use-of-services': { title: 'line', text: 'marked', brief: 'text' },
      'intellectual-property': { title: 'line', text: 'marked', brief: 'text' },
      privacy: { title: 'line', text: 'marked', brief: 'text' },
      liability: { title: 'line', text: 'marked', brief: 'text' },
      'governing-law': { title: 'line', text: 'marked', brief: 'text' },
      'privacy-and-service-conditions': { title: 'line', text: 'marked', brief: 'text' },
    },
    alwaysShown: [
      'acceptance',
      'use-of-services',
      'intellectual-property',
      'privacy',
      'liability',
      'governing-law',
      'privacy-and-service-conditions',
    ],
  },
  'privacy-policy': {
    address: '/privacy-policy',
    opening: 'heading',
    sections: {
      heading: { name: 'line', title: 'line', lead: 'text', in_force_since: 'date' },
      us: {
        title: 'line',
        note: 'text',
        form: { name: 'line', text: 'text' },
        cv: { name: 'line', text: 'text' },
        source: { name: 'line', text: 'text' },
        person: { name: 'line', text: 'text' },
        page: { name: 'line', text: 'text' },
        alerts: { name: 'line', text: 'text' },
        notes: { name: 'line', text: 'text' },
        fingerprints: { name: 'line', text: 'text' },
        visits: { name: 'line', text: 'text' },
        erasure: { name: 'line', text: 'text' },
      },
      browser: {
        title: 'line',
        note: 'text',
        language: { name: 'line', text: 'text' },
        theme: { name: 'line', text: 'text' },
        token: { name: 'line', text: 'text' },
        source: { name: 'line', text: 'text' },
        receipt: { name: 'line', text: 'text' },
        draft: { name: 'line', text: 'text' },
        answers: { name: 'line', text: 'text' },
        outbox: { name: 'line', text: 'text' },
      },
      nowhere: {
        title: 'line',
        note: 'text',
        location: { name: 'line', text: 'text' },
        reading: { name: 'line', text: 'text' },
        log: { name: 'line', text: 'text' },
        password: { name: 'line', text: 'text' },
        sold: { name: 'line', text: 'text' },
      },
      closing: {
        responsible: { title: 'line', text: 'text', processors: 'text' },
        rights: { title: 'line', text: 'text' },
        ground: { title: 'line', text: 'text' },
        complaint: { title: 'line', text: 'text' },
        changes: { title: 'line', text: 'text' },
      },
    },
    alwaysShown: ['us', 'browser', 'nowhere', 'closing'],
    places: [
      'months',
      'backup-days',
      'alert-confirmation-days',
      'unsorted-reply-days',
      'visitor-months',
      'connection-minutes',
      'mailbox-days',
      'erasure-mail-days',
      'receipt-hours',
      'draft-hours',
      'kept-answers-days',
      'outbox-days',
    ],
  },
} as const satisfies Record<string, PageDeclaration>

/** `title` keeps its line breaks, `marked` may have links and emphasis, `lines` is a list, a `date` is the same in all languages. */
export type WordKind = 'line' | 'title' | 'text' | 'marked' | 'lines' | 'date'

/** A list has a fixed number of members, because each has its own drawing. */
type WordShape = WordKind | readonly [count: number, member: WordGroup] | WordGroup
interface WordGroup {
  readonly [name: string]: WordShape
}

interface PageDeclaration {
  address: string
  opening: string
  sections: Record<string, WordGroup>
  alwaysShown?: readonly string[]
  /** Beside those of the company, filled in by the page itself. */
  places?: readonly string[]
}

export type PageName = keyof typeof PAGES
export const PAGE_NAMES = Object.keys(PAGES) as PageName[]

export const pageOf = (name: PageName): PageDeclaration => PAGES[name]

/** Its type of content, which has one record. */
export const typeOfPage = (page: PageName) => `page-${page}` as const

export const pageOfType = (type: string): PageName | undefined => PAGE_NAMES.find((page) => typeOfPage(page) === type)

/** Below the opening, in the order of a new installation. */
export const movableSections = (name: PageName): string[] =>
  Object.keys(PAGES[name].sections).filter((section) => section !== PAGES[name].opening)

export interface SectionPlace {
  name: string
  is_shown: boolean
}

/** A list of an earlier release lacks sections: they follow the section that is before them in a new installation. */
export function withEverySection(known: readonly string[], places: readonly SectionPlace[]): SectionPlace[] {
  const whole = places.filter(
    ({ name }, index) => known.includes(name) && index === places.findIndex((other) => other.name === name),
  )
  for (const [index, name] of known.entries()) {
    if (whole.some((place) => place.name === name)) continue
    const before = known.slice(0, index).findLast((other) => whole.some((place) => place.name === other))
    whole.splice(whole.findIndex((place) => place.name === before) + 1, 0, { name, is_shown: true })
  }
  return whole
}

/** One text of a page, which is one field of its record. */
export interface Word {
  name: string
  at: readonly string[]
  kind: WordKind
  section: string
  /** Of the member of a list, or of the group in its section, from 1. */
  number?: number
}

export const wordsOf = (page: PageName): Word[] =>
  Object.entries(pageOf(page).sections).flatMap(([section, group]) => wordsIn(group, { section, at: [section] }))

function wordsIn(group: WordGroup, { at: above, ...of }: Pick<Word, 'section' | 'number' | 'at'>): Word[] {
  let groups = 0
  return Object.entries(group).flatMap(([key, shape]): Word[] => {
    const at = [...above, key]
    if (typeof shape === 'string') return [{ ...of, name: at.join('_'), at, kind: shape }]
    if (!isList(shape)) return wordsIn(shape, { ...of, at, number: ++groups })
    const [count, member] = shape
    return Array.from({ length: count }, (_, index) => index + 1).flatMap((number) =>
      wordsIn(member, { ...of, at: [...at, String(number)], number }),
    )
  })
}

const isList = (shape: object): shape is readonly [number, WordGroup] => Array.isArray(shape)

export interface PageContentOf<Name extends PageName> {
  /** Shown, in their order, without the opening. */
  sections: Exclude<keyof Sections<Name>, (typeof PAGES)[Name]['opening']>[]
  /** Of shown sections only. */
  words: { [Section in keyof Sections<Name>]: WordsOf<Sections<Name>[Section]> }
  meta: { title: string; description: string }
}

type Sections<Name extends PageName> = (typeof PAGES)[Name]['sections']

type WordsOf<Shape> = Shape extends readonly [number, infer Member]
  ? WordsOf<Member>[]
  : Shape extends 'lines'
    ? string[]
    : Shape extends 'marked'
      ? string | Block[]
      : Shape extends WordKind
        ? string
        : { -readonly [Name in keyof Shape]: WordsOf<Shape[Name]> }
