import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { IntlProvider, useTranslations } from 'use-intl'
import type { Brand, Wordmark } from '#contract/page-content.ts'
import type { DeskTexts } from '#texts/desk/index.ts'
import { directionOf, type Language, localeOf } from '#texts/languages.ts'
import { loaded } from './api.ts'
import { writeCookie } from './cookies.ts'
import { createFormats, type Formats } from './formats.ts'

type KeysOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Key : `${Key}.${KeysOf<Texts[Key]>}`
}[keyof Texts & string]

interface Speech {
  language: Language
  texts: DeskTexts
  formats: Formats
  company: string
  /** Uploaded logos, as the site shows them. */
  brand: { wordmark?: Wordmark & { name: string }; mark?: string | undefined }
  /** Draws the desk in the other language in place; typed text stays. */
  changeLanguage(language: Language): Promise<void>
  /** Screens other than the first wait for it. */
  addLaterTexts(): Promise<void>
}

const SpeechContext = createContext<Speech | undefined>(undefined)

/** Only the texts of the door, the shell and Today. */
export const loadFirstTexts = async (language: Language) => (await loadFirst[language]()) as DeskTexts

export const loadTexts = async (language: Language): Promise<DeskTexts> => {
  const [first, later] = await Promise.all([loadFirst[language](), loadLater[language]()])
  return { ...first, ...later }
}

const loadFirst = {
  en: loaded(() => import('#texts/desk/en/first.ts')),
  ar: loaded(() => import('#texts/desk/ar/first.ts')),
}

const loadLater = {
  en: loaded(() => import('#texts/desk/en/later.ts')),
  ar: loaded(() => import('#texts/desk/ar/later.ts')),
}

interface TextsProviderProps {
  language: Language
  texts: DeskTexts
  timeZone: string
  children: ReactNode
}

export function TextsProvider({ language: first, texts: firstTexts, timeZone, children }: TextsProviderProps) {
  const [{ language, texts }, setSpoken] = useState({ language: first, texts: firstTexts })
  const changeLanguage = useCallback(async (wanted: Language) => {
    // The cookie comes first: if the texts do not arrive, reloading the page shows this language.
    writeCookie('desk-language', wanted)
    const arrived = await loadTexts(wanted)
    document.documentElement.lang = wanted
    document.documentElement.dir = directionOf(wanted)
    setSpoken({ language: wanted, texts: arrived })
  }, [])
  const addLaterTexts = useCallback(async () => {
    const arrived = await loadTexts(language)
    setSpoken((spoken) => (spoken.language === language ? { language, texts: arrived } : spoken))
  }, [language])
  const speech = useMemo(() => {
    const given = (name: string) => globalThis.document?.documentElement.getAttribute(`data-${name}-${language}`)
    const company = given('company') ?? ''
    const { wordmark, mark } = JSON.parse(given('brand') ?? '{}') as Brand
    return {
      language,
      texts,
      formats: createFormats(language, timeZone, texts.shell),
      company,
      brand: { ...(wordmark && { wordmark: { ...wordmark, name: company } }), mark },
      changeLanguage,
      addLaterTexts,
    }
  }, [language, texts, timeZone, changeLanguage, addLaterTexts])
  return (
    <SpeechContext value={speech}>
      <IntlProvider locale={localeOf(language)} messages={texts as never} timeZone={timeZone}>
        {children}
      </IntlProvider>
    </SpeechContext>
  )
}

/** Plain texts by file of texts/desk/<language>/; `say` fills in values and plural forms. */
export function useTexts() {
  const speech = use(SpeechContext)
  if (!speech) throw new Error('Texts are used outside their provider')
  const { texts, ...rest } = speech
  const say = useTranslations() as unknown as (key: KeysOf<DeskTexts>, values?: SentenceValues) => string
  return { ...texts, ...rest, say }
}

type SentenceValues = Record<string, string | number | Date>
