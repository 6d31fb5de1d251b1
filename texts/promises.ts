import { formatNumber } from './dates-and-numbers.ts'
import type { Language } from './languages.ts'

/** In working days: the answer to each kind of submission, then each step of hiring after the one before, then a privacy request. */
export const PROMISES = [
  'contact-message',
  'internship-application',
  'career-application',
  'hiring-talk',
  'hiring-task',
  'hiring-decision',
  'privacy-request',
] as const
export type PromiseName = (typeof PROMISES)[number]

export const promisesIn = (language: Language, days: Record<PromiseName, number>): Record<PromiseName, string> =>
  Object.fromEntries(PROMISES.map((name) => [name, IN_WORDS[language](days[name])])) as Record<PromiseName, string>

const IN_WORDS: Record<Language, (days: number) => string> = {
  en: (days) => (days === 1 ? 'one working day' : `${ENGLISH[days] ?? days} working days`),
  ar: (days) => {
    if (days === 1) return 'يوم عمل واحد'
    if (days === 2) return 'يومَي عمل'
    const digits = formatNumber(days, 'ar')
    return days <= 10 ? `${ARABIC[days] ?? digits} أيام عمل` : `${digits} يوم عمل`
  },
}

const ENGLISH = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const ARABIC = ['', '', '', 'ثلاثة', 'أربعة', 'خمسة', 'ستة', 'سبعة', 'ثمانية', 'تسعة', 'عشرة']
