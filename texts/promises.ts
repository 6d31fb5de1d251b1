import type { Language } from './languages.ts'

/** Within how many working days the company says it answers: on its pages, in its mails, in the API and at the desk. */
export const PROMISED_WORKING_DAYS = {
  'contact-message': 1,
  'internship-application': 5,
  'career-application': 5,
}

/** What follows for a candidate once the application is answered, each counted from the step before. */
export const HIRING_WORKING_DAYS = {
  'hiring-talk': 5,
  'hiring-task': 5,
  'hiring-decision': 3,
}

/** The promises in words, by the name of the form or of the step. */
export const promisesIn = (language: Language): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...PROMISED_WORKING_DAYS, ...HIRING_WORKING_DAYS }).map(([name, days]) => [
      name,
      IN_WORDS[language](days),
    ]),
  )

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
