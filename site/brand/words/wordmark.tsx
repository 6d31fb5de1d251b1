import type { Language } from '#texts/languages.ts'
import styles from '../brand.module.css'
import { classNames } from '../class-names.ts'
import arabicWordmark from '../marks/wordmark-ar.svg?raw'
import latinWordmark from '../marks/wordmark-en.svg?raw'

const ID = 'wordmark'

interface WordmarkProps {
  language: Language
  className?: string | undefined
}

/** Replace the file in marks/ and the whole site follows. Its label is in the file. */
export function Wordmark(props: WordmarkProps) {
  return <Drawing {...props} markup={drawingOf(props.language).replace(INSIDE, `$1<g id="${ID}">$2</g>$3`)} />
}

/** Draws it again: two kilobytes of outlines are sent once. */
export function RepeatedWordmark(props: WordmarkProps) {
  return <Drawing {...props} markup={repeatedDrawing(props.language)} />
}

export const repeatedDrawing = (language: Language) => drawingOf(language).replace(INSIDE, `$1<use href="#${ID}"/>$3`)

const INSIDE = /^(<svg[^>]*>)(.*)(<\/svg>)\s*$/s

const drawingOf = (language: Language) => (language === 'ar' ? arabicWordmark : latinWordmark)

function Drawing({ className, markup }: WordmarkProps & { markup: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of this project, inlined so that it takes the theme's colours
  return <span className={classNames(styles.wordmark, className)} dangerouslySetInnerHTML={{ __html: markup }} />
}
