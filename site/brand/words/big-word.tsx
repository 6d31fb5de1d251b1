import type { Language } from '#texts/languages.ts'
import styles from '../brand.module.css'
import { classNames } from '../class-names.ts'
import arabicWordmark from '../marks/wordmark-ar.svg?raw'
import { repeatedDrawing } from './wordmark.tsx'

export function BigWord({ language, className }: { language: Language; className?: string }) {
  return (
    <div
      className={classNames(styles.bigWord, className)}
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of this project, inlined so that it takes the theme's colours
      dangerouslySetInnerHTML={{ __html: language === 'ar' ? repeatedDrawing('ar') : arabicWordmark }}
    />
  )
}
