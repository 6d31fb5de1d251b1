import { useLanguage, useTexts } from '../texts.tsx'
import type { Item } from './item.ts'
import styles from './submissions.module.css'

type Described = Pick<Item, 'kind' | 'about' | 'jobId' | 'language'> & { aboutInArabic?: string | null }

/** What it is about: the company's own words change with the desk's language, what visitors typed does not. */
export function useAbout() {
  const language = useLanguage()
  const { general } = useTexts('submissions')
  return ({ kind, about, aboutInArabic, jobId, language: written }: Described) => {
    if (kind !== 'career-application') return { text: about, lang: written }
    if (jobId === null || !about) return { text: general, lang: language }
    const isArabic = language === 'ar' && Boolean(aboutInArabic)
    return { text: isArabic ? (aboutInArabic as string) : about, lang: isArabic ? 'ar' : 'en' }
  }
}

export function About({ item }: { item: Described }) {
  const { text, lang } = useAbout()(item)
  return (
    <span className="own" lang={lang} dir="auto">
      {text}
    </span>
  )
}

/** In which language it was written. */
export function LanguageMark({ language }: { language: string }) {
  const { languages, languageMarks } = useTexts('submissions')
  const known = language === 'ar' ? 'ar' : 'en'
  return (
    <span className={styles.language} role="img" aria-label={languages[known]} title={languages[known]}>
      {languageMarks[known]}
    </span>
  )
}

export function SampleMark({ item }: { item: Pick<Item, 'isSample'> }) {
  const { sample } = useTexts('submissions')
  return item.isSample ? <span className={styles.sample}>{sample}</span> : null
}
