import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { IntlProvider, useTranslations } from 'use-intl'
import type { DeskTexts } from '#texts/desk/en/index.ts'
import { directionOf, type Language, localeOf } from '#texts/languages.ts'
import { writeCookie } from './cookies.ts'
import { loaded } from './not-loaded.ts'

type TextsName = keyof DeskTexts

interface Speech {
  language: Language
  texts: DeskTexts
  /** Draws the desk in the other language where it stands; what was typed stays. */
  changeLanguage(language: Language): Promise<void>
}

const SpeechContext = createContext<Speech | undefined>(undefined)

/** The server has written it into the document, in every language. */
export function useCompanyName() {
  const { language } = useSpeech()
  return document.documentElement.getAttribute(`data-company-${language}`) ?? ''
}

/** One file for each language, loaded when it is spoken. */
export const loadTexts = (language: Language): Promise<DeskTexts> => load[language]()

const load: Record<Language, () => Promise<DeskTexts>> = {
  en: loaded(async () => (await import('#texts/desk/en/index.ts')).en),
  ar: loaded(async () => (await import('#texts/desk/ar/index.ts')).ar),
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
    // First: where the texts do not arrive, the page is in this language once it was loaded again.
    writeCookie('desk-language', wanted)
    const arrived = await loadTexts(wanted)
    document.documentElement.lang = wanted
    document.documentElement.dir = directionOf(wanted)
    setSpoken({ language: wanted, texts: arrived })
  }, [])
  const speech = useMemo(() => ({ language, texts, changeLanguage }), [language, texts, changeLanguage])
  return (
    <SpeechContext value={speech}>
      <IntlProvider locale={localeOf(language)} messages={texts as never} timeZone={timeZone}>
        {children}
      </IntlProvider>
    </SpeechContext>
  )
}

export function useSpeech(): Speech {
  const speech = use(SpeechContext)
  if (!speech) throw new Error('Texts are used outside their provider')
  return speech
}

export const useLanguage = () => useSpeech().language

/** Plain texts of a file of texts/desk/<language>/, as values. */
export const useTexts = <Name extends TextsName>(name: Name): DeskTexts[Name] => useSpeech().texts[name]

type KeysOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Key : `${Key}.${KeysOf<Texts[Key]>}`
}[keyof Texts & string]

type Say<Name extends TextsName> = (
  key: KeysOf<DeskTexts[Name]>,
  values?: Record<string, string | number | Date>,
) => string

/** Sentences with values or plural forms. */
export function useSay<Name extends TextsName>(name: Name): Say<Name> {
  return useTranslations(name as never) as unknown as Say<Name>
}
