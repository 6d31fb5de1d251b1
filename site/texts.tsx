import { type ComponentType, createContext, type ReactNode, use } from 'react'
import { useMatches } from 'react-router'
import { IntlProvider } from 'use-intl'
import type { Texts, TextsName } from '#texts/index.ts'
import { DEFAULT_LANGUAGE, type Language, localeOf } from '#texts/languages.ts'

/**
 * A page carries only the texts that it names in `handle`; the ones below stand on every page.
 * Sentences are read as plain values (`useTexts('jobs').title`); those with values or plural forms go through use-intl.
 */
const ALWAYS: TextsName[] = ['shell', 'states', 'not-found', 'failure']
const BLOCK_ID = 'texts'

/** What a page says about itself before it is drawn: its texts, and what stands around it. */
export interface PageHandle {
  texts: TextsName[]
  /** A navbar of its own instead of the real one; it comes with the page's code, so other pages do not load it. */
  navbar?: ComponentType
  /** The last invitation above the footer; there unless switched off. */
  callToAction?: boolean
  /** A page that is one pigment from edge to edge, navbar and footer included. */
  ground?: 'cinnabar' | 'ink'
}

type SomeTexts = Partial<Texts>

const TextsContext = createContext<SomeTexts>({})
const CarriedContext = createContext<SomeTexts>({})
const LanguageContext = createContext<Language>(DEFAULT_LANGUAGE)

/** The language of the texts, known even where nothing else could be loaded. */
export const useLanguage = () => use(LanguageContext)

export function useTexts<Name extends TextsName>(name: Name): Texts[Name] {
  const texts = use(TextsContext)[name]
  if (!texts) throw new Error(`The page does not name the texts "${name}" in its handle`)
  return texts as Texts[Name]
}

/** Of all texts those that stand on every page and those that the page names. */
export function textsOfPage(texts: SomeTexts, handles: unknown[]): SomeTexts {
  const named = handles.flatMap((handle) => (handle as PageHandle | undefined)?.texts ?? [])
  return Object.fromEntries([...new Set([...ALWAYS, ...named])].map((name) => [name, texts[name]]))
}

/** Wraps the router, on the server with the texts of the page, in the browser with those that have arrived. */
export function TextsProvider({ language, texts, carried = texts, children }: TextsProviderProps) {
  return (
    <LanguageContext value={language}>
      <TextsContext value={texts}>
        <CarriedContext value={carried}>{children}</CarriedContext>
      </TextsContext>
    </LanguageContext>
  )
}

interface TextsProviderProps {
  language: Language
  texts: SomeTexts
  /** The same as the browser takes them; there they are the only ones. */
  carried?: SomeTexts
  children: ReactNode
}

export function SentencesProvider({ children }: { children: ReactNode }) {
  const language = useLanguage()
  const texts = use(TextsContext)
  return (
    <IntlProvider
      locale={localeOf(language)}
      messages={texts as Texts}
      timeZone="Africa/Cairo"
      onError={failInRendering}
    >
      {children}
    </IntlProvider>
  )
}

/** A sentence that is missing fails on the server, where every page is tested; in the browser its name stands in for it. */
function failInRendering(error: Error) {
  if (typeof document === 'undefined') throw error
  console.error(error)
}

/** The texts of this page, for the browser to begin with. */
export function TextsBlock() {
  const handles = useMatches().map(({ handle }) => handle)
  const ofThisPage = textsOfPage(use(CarriedContext), handles)
  return (
    <script
      id={BLOCK_ID}
      type="application/json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own texts; "<" is escaped so that the block cannot end early
      dangerouslySetInnerHTML={{ __html: JSON.stringify(ofThisPage).replaceAll('<', '\\u003c') }}
    />
  )
}

/** The same object for the life of the page, so that what arrives later needs no new render. */
export const textsInBrowser: SomeTexts =
  typeof document === 'undefined' ? {} : JSON.parse(document.getElementById(BLOCK_ID)?.textContent ?? '{}')

let arrival: Promise<void> | undefined
const ARRIVAL_MILLISECONDS = 15_000

/** Later pages need the rest: fetched once, when the visitor first moves on. */
export function allTextsArrived(url: string) {
  arrival ??= fetch(url, { signal: AbortSignal.timeout(ARRIVAL_MILLISECONDS) })
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(`${url} answered ${answer.status}`))))
    .then((texts) => void Object.assign(textsInBrowser, texts))
    .catch((error) => {
      arrival = undefined
      throw error
    })
  return arrival
}
