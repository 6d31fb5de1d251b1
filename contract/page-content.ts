import type { Language } from '#texts/languages.ts'
import type { ArticleBlock } from './article.ts'
import type { TeamMember } from './entities.ts'
import type { LandingPage } from './landing-pages.ts'
import type { Navigation } from './navigation.ts'
import type { PageContentOf, PageName } from './pages.ts'

/**
 * The content that pages show beside the records of the guest API, in one language. Pages take it from their own process,
 * without a call; each carries only the parts that it names.
 */
export interface PageContent extends PagesOfSections {
  brand: Brand
  /** The year. */
  founded: number
  /** By the address of a page, in small letters: only of records that have a value of their own. */
  search: Record<string, SearchAndShare>
  navigation: Navigation
  'home-counters': Record<'years' | 'projects' | 'clients' | 'advisors', number>
  'about-counters': Record<'satisfaction' | 'members' | 'scientists' | 'years', number>
  countdown: Countdown
  /** In the order of the home page. */
  team: TeamMember[]
  prices: Price[]
  questions: Question[]
  testimonials: Testimonial[]
  /** The newest first. */
  notes: Note[]
  'note-texts': Record<string, NoteText>
  /** From a word that a note had before to the one that it has now. */
  'moved-notes': Record<string, string>
  'case-studies': CaseStudy[]
  'case-study-texts': Record<string, CaseStudyText>
  'moved-case-studies': Record<string, string>
  'landing-pages': Record<string, LandingPage>
  'moved-landing-pages': Record<string, string>
}

type PagesOfSections = { [Name in PageName as `page-${Name}`]: PageContentOf<Name> }

/** By slug, and only on the record's own page: the browser fetches the one that it opens. */
export const RECORD_CONTENT = ['note-texts', 'case-study-texts', 'landing-pages'] as const
export type RecordContentName = (typeof RECORD_CONTENT)[number]
export type RecordContent<Name extends RecordContentName> = PageContent[Name][string]

export const addressOfRecordContent = (language: Language, name: RecordContentName, slug: string) =>
  `/assets/content/${language}/${name}/${slug}.json`

export type PageContentName = Exclude<keyof PageContent, RecordContentName>

/** A missing logo is drawn. */
export interface Brand {
  wordmark?: Wordmark
  /** Address of a picture. */
  mark?: string
}

export interface Wordmark {
  light: Logo
  /** For dark ground. */
  dark?: Logo
}

export interface Logo {
  src: string
  width: number
  height: number
}

/** A missing value leaves the page as it is. */
export interface SearchAndShare {
  title?: string
  description?: string
  picture?: { url: string; alt?: string }
  isUnlisted?: true
}

export interface Price {
  name: string
  dollarsAMonth: number
  isMostChosen: boolean
  audience: string
  features: string[]
}

interface Question {
  question: string
  answer: string
}

export interface Testimonial {
  quote: string
  name: string
  title: string
}

export interface Note {
  /** Its word in addresses. */
  slug: string
  topic: string
  publishedOn: string
  minutes: number
  title: string
  summary: string
  /** Drawn from the slug when missing. */
  cover?: string
}

/** Only on the note's own page. */
interface NoteText {
  author: string
  body: ArticleBlock[]
}

/** One number that moved, in whatever unit its texts name: days, minutes, seconds, pallets. */
export interface CaseStudy {
  /** Its word in addresses. */
  slug: string
  /** The type of the project. */
  type: string
  before: number
  after: number
  client: string
  subject: string
  /** How it moved, in words. */
  change: string
  summary: string
}

/** Only on the study's own page. */
type CaseStudyText = Record<'title' | 'lead' | 'customer' | 'scope' | 'length' | 'live_since' | 'figure', string> &
  Pick<NoteText, 'body'> & { cover: string | null }

interface Countdown {
  /** In milliseconds since 1970. */
  opensAt: number
  timeZone: string
  /** As people call it. */
  zoneName: string
}
