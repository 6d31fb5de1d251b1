import type { Language } from './languages.ts'

/** Within how many working days the company says it answers: on its pages, in its mails, in the API and at the desk. */
export const PROMISED_WORKING_DAYS = {
  'contact-message': 1,
  'internship-application': 5,
  'career-application': 5,
}

type Promised = keyof typeof PROMISED_WORKING_DAYS

/** Puts the promises in the place of `{{contact-message}}` and its like, in every text below this one. */
export function fillInPromises<Texts>(texts: Texts, language: Language): Texts {
  if (typeof texts === 'string') return fillIn(texts, language) as Texts
  if (Array.isArray(texts)) return texts.map((text) => fillInPromises(text, language)) as Texts
  if (typeof texts !== 'object' || texts === null) return texts
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, fillInPromises(text, language)]),
  ) as Texts
}

const fillIn = (text: string, language: Language) =>
  text.replace(/\{\{([\w-]+)\}\}/g, (_, kind) => IN_WORDS[language](PROMISED_WORKING_DAYS[kind as Promised]))

const IN_WORDS: Record<Language, (days: number) => string> = {
  en: (days) => (days === 1 ? 'one working day' : `${ENGLISH[days] ?? days} working days`),
  ar: (days) => {
    if (days === 1) return 'يوم عمل واحد'
    if (days === 2) return 'يومَي عمل'
    const digits = new Intl.NumberFormat('ar-EG').format(days)
    return days <= 10 ? `${ARABIC[days] ?? digits} أيام عمل` : `${digits} يوم عمل`
  },
}

const ENGLISH = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const ARABIC = ['', '', '', 'ثلاثة', 'أربعة', 'خمسة', 'ستة', 'سبعة', 'ثمانية', 'تسعة', 'عشرة']
