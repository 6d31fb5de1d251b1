import { type ComponentType, createContext, type ReactNode, use } from 'react'
import { useLocation, useMatches, useRouteLoaderData } from 'react-router'
import { IntlProvider, useTimeZone } from 'use-intl'
import type { ContactInfo } from '#contract/entities.ts'
import type { MenuPage, Navigation } from '#contract/navigation.ts'
import type { PageContent, PageContentName, SearchAndShare } from '#contract/page-content.ts'
import type { PageContentOf, PageName } from '#contract/pages.ts'
import { formatsIn } from '#texts/dates-and-numbers.ts'
import type { Texts, TextsName } from '#texts/index.ts'
import { DEFAULT_LANGUAGE, type Language, localeOf } from '#texts/languages.ts'
import { oneSpellingOf } from './addresses.ts'
import type { ShownApplication } from './application-page.ts'
import type { ClosingName } from './closings.ts'

/** A page carries only the texts and content that it names in `handle`; these stand on every page. */
const ALWAYS: TextsName[] = ['shell', 'states', 'not-found', 'failure']
const CONTENT_OF_EVERY_PAGE: PageContentName[] = ['brand', 'founded', 'search', 'navigation']
const BLOCK_ID = 'texts'

export interface PageHandle {
  texts: TextsName[]
  content?: PageContentName[]
  /** Comes with the page's code, so other pages do not load it. */
  navbar?: ComponentType
  /** The call at the page's end; by default the one to customers. */
  closing?: ClosingName | 'none'
  isPrivate?: true
  ground?: 'cinnabar' | 'ink'
}

interface CarriedContent {
  texts: Partial<Texts>
  content: Partial<PageContent>
}

const NO_CONTENT: CarriedContent = { texts: {}, content: {} }

const ContentContext = createContext(NO_CONTENT)
const LanguageContext = createContext<Language>(DEFAULT_LANGUAGE)

export const useLanguage = () => use(LanguageContext)

export const useFormats = () => formatsIn(useLanguage(), useTimeZone() ?? 'UTC')

export function useTexts<Name extends TextsName>(name: Name): Texts[Name] {
  const texts = use(ContentContext).texts[name]
  if (!texts) throw new Error(`The page does not name the texts "${name}" in its handle`)
  return texts as Texts[Name]
}

export function usePageContent<Name extends PageContentName>(name: Name): PageContent[Name] {
  const found = use(ContentContext).content[name]
  if (found === undefined) throw new Error(`The page does not name the content "${name}" in its handle`)
  return found as PageContent[Name]
}

export const namesInMenu = ({ header }: Navigation) =>
  Object.fromEntries(header.map(({ page, label }) => [page, label])) as Record<MenuPage, string>

export const usePageNames = () => namesInMenu(usePageContent('navigation'))

/** Of the visited page. Another API host has other records. */
export function useSearchAndShare(): SearchAndShare {
  const { settings } = useRoot()
  const address = useVisitedEntry()
  const { search } = use(ContentContext).content
  return (!settings.apiHost && address && search?.[address]) || {}
}

function useVisitedEntry(): string | undefined {
  const { pathname, search: query } = useLocation()
  const { search = {} } = use(ContentContext).content
  const path = oneSpellingOf(pathname)
  const named = [...new URLSearchParams(query)].map(([name, value]) => `${path}?${name}=${value}`)
  return [...named, path].find((address) => Object.hasOwn(search, address))
}

/** The sections of a page, and their words. */
export const usePage = <Name extends PageName>(name: Name) =>
  usePageContent(`page-${name}`) as unknown as PageContentOf<Name>

export function ofPage({ texts, content }: CarriedContent, handles: unknown[]): CarriedContent {
  const known = handles as (PageHandle | undefined)[]
  return {
    texts: some(texts, [...ALWAYS, ...known.flatMap((handle) => handle?.texts ?? [])]),
    content: some(content, [...CONTENT_OF_EVERY_PAGE, ...known.flatMap((handle) => handle?.content ?? [])]),
  }
}

const some = <Whole extends object>(whole: Partial<Whole>, names: (keyof Whole)[]): Partial<Whole> =>
  Object.fromEntries([...new Set(names)].map((name) => [name, whole[name]])) as Partial<Whole>

interface TextsProviderProps {
  language: Language
  content: CarriedContent
  children: ReactNode
}

export function TextsProvider({ language, content, children }: TextsProviderProps) {
  return (
    <LanguageContext value={language}>
      <ContentContext value={content}>{children}</ContentContext>
    </LanguageContext>
  )
}

export function SentencesProvider({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  const language = useLanguage()
  const { texts } = use(ContentContext)
  return (
    <IntlProvider locale={localeOf(language)} messages={texts as Texts} timeZone={timeZone} onError={failInRendering}>
      {children}
    </IntlProvider>
  )
}

/** A missing sentence fails on the server, where every page is tested; in the browser its name stands in. */
function failInRendering(error: Error) {
  if (typeof document === 'undefined') throw error
  console.error(error)
}

export function TextsBlock() {
  const handles = useMatches().map(({ handle }) => handle)
  const { texts, content } = ofPage(use(ContentContext), handles)
  const entry = useVisitedEntry()
  const search = entry && content.search ? { [entry]: content.search[entry] } : {}
  const ofThisPage = { texts, content: { ...content, search } }
  return (
    <script
      id={BLOCK_ID}
      type="application/json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: plain JSON; "<" is escaped so that the block cannot end early
      dangerouslySetInnerHTML={{ __html: JSON.stringify(ofThisPage).replaceAll('<', '\\u003c') }}
    />
  )
}

/** The same object for the life of the page, so that what arrives later needs no new render. */
export const contentInBrowser: CarriedContent =
  typeof document === 'undefined' ? NO_CONTENT : readBlock(document.getElementById(BLOCK_ID)?.textContent)

function readBlock(block: string | null | undefined): CarriedContent {
  return block ? JSON.parse(block) : { texts: {}, content: {} }
}

let arrival: Promise<void> | undefined
const ARRIVAL_MILLISECONDS = 15_000

/** Later pages need the rest: fetched once, when the visitor first moves on. */
export function allTextsArrived(url: string) {
  arrival ??= fetch(url, { signal: AbortSignal.timeout(ARRIVAL_MILLISECONDS) })
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(`${url} answered ${answer.status}`))))
    .then(({ texts, content }: CarriedContent) => {
      Object.assign(contentInBrowser.texts, texts)
      Object.assign(contentInBrowser.content, content)
    })
    .catch((error) => {
      arrival = undefined
      throw error
    })
  return arrival
}

export interface RootData {
  language: Language
  settings: SiteSettings
  contactInfo: ContactInfo | null
  receipt?: Receipt | undefined
  endedPreview?: { title: string; detail: string } | undefined
  isPreview?: true
}

export interface Receipt {
  kind: ShownApplication['kind']
  reference: string
  /** None at another API host. */
  link?: string | undefined
}

export interface SiteSettings {
  publicUrl: string
  /** Empty when the site's own process answers the calls. */
  apiHost: string
  cvMaximumBytes: number
  retentionMonths: number
  sendsMail: boolean
  textsUrl: string
  /** Where the first script tells that a page is seen; empty where visitors are not counted. */
  seenAt: string
}

/** The error page may stand in a document without it. */
export function useRoot(): RootData {
  const language = useLanguage()
  const root = useRouteLoaderData('root') as RootData | undefined
  return root ?? { language, settings: NO_SETTINGS, contactInfo: null }
}

const NO_SETTINGS: SiteSettings = {
  publicUrl: '',
  apiHost: '',
  cvMaximumBytes: 0,
  retentionMonths: 0,
  sendsMail: false,
  textsUrl: '',
  seenAt: '',
}
