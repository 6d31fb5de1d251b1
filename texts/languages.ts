export const LANGUAGES = ['en', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]
export const DEFAULT_LANGUAGE: Language = 'en'

export const LANGUAGE_KEY = 'language'

export const inEachLanguage = <Value>(make: (language: Language) => Value): Record<Language, Value> => ({
  en: make('en'),
  ar: make('ar'),
})

export const isLanguage = (value: unknown): value is Language => LANGUAGES.includes(value as Language)

export const directionOf = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr')

/** `ar` alone formats Latin digits. Never the machine's locale. */
export const localeOf = (language: Language) => (language === 'ar' ? 'ar-EG' : 'en-GB')

export const otherLanguage = (language: Language): Language => (language === 'ar' ? 'en' : 'ar')
