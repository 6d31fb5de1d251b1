import type { Language } from '#texts/languages.ts'
import styles from '../brand.module.css'
import { classNames } from '../class-names.ts'
import arabicWordmark from '../marks/wordmark-ar.svg?raw'
import latinWordmark from '../marks/wordmark-en.svg?raw'

/** The company's name as drawn in marks/: replace the file and the whole site follows. Its label is in the file. */
export function Wordmark({ language, className }: { language: Language; className?: string }) {
  const drawing = language === 'ar' ? arabicWordmark : latinWordmark
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of this project, inlined so that it takes the theme's colours
  return <span className={classNames(styles.wordmark, className)} dangerouslySetInnerHTML={{ __html: drawing }} />
}
