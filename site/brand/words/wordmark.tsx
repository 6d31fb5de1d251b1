import type { Language } from '#texts/languages.ts'
import styles from '../brand.module.css'
import { classNames } from '../class-names.ts'
import arabicWordmark from '../marks/wordmark-ar.svg?raw'
import latinWordmark from '../marks/wordmark-en.svg?raw'

const ID = 'wordmark'

interface WordmarkProps {
  language: Language
  className?: string | undefined
  /** The page has drawn it before: two kilobytes of outlines are sent once. */
  isRepeated?: boolean
}

/** Replace the file in marks/ and the whole site follows. Its label is in the file. */
export function Wordmark({ language, className, isRepeated = false }: WordmarkProps) {
  const inside = isRepeated ? USED : `$1<g id="${ID}">$2</g>$3`
  const markup = (language === 'ar' ? arabicWordmark : latinWordmark).replace(INSIDE, inside)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of this project, inlined so that it takes the theme's colours
  return <span className={classNames(styles.wordmark, className)} dangerouslySetInnerHTML={{ __html: markup }} />
}

export function BigWord({ language }: { language: Language }) {
  const markup = language === 'ar' ? arabicWordmark.replace(INSIDE, USED) : arabicWordmark
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of this project, inlined so that it takes the theme's colours
  return <div className={styles.bigWord} aria-hidden="true" dangerouslySetInnerHTML={{ __html: markup }} />
}

const INSIDE = /^(<svg[^>]*>)(.*)(<\/svg>)\s*$/s
const USED = `$1<use href="#${ID}"/>$3`
