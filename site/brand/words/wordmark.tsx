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

/** The company's name as drawn in marks/, once for each page: replace the file and the whole site follows. Its label is in the file. */
export function Wordmark(props: WordmarkProps) {
  return <Drawing {...props} markup={drawingOf(props.language).replace(INSIDE, `$1<g id="${ID}">$2</g>$3`)} />
}

/** The same where the page has drawn it before: two kilobytes of outlines are sent once. */
export function RepeatedWordmark(props: WordmarkProps) {
  return <Drawing {...props} markup={repeatedDrawing(props.language)} />
}

export const repeatedDrawing = (language: Language) => drawingOf(language).replace(INSIDE, `$1<use href="#${ID}"/>$3`)

/** The opening tag, which has the label and the size, what is drawn, and the closing tag. */
const INSIDE = /^(<svg[^>]*>)(.*)(<\/svg>)\s*$/s

const drawingOf = (language: Language) => (language === 'ar' ? arabicWordmark : latinWordmark)

function Drawing({ className, markup }: WordmarkProps & { markup: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of this project, inlined so that it takes the theme's colours
  return <span className={classNames(styles.wordmark, className)} dangerouslySetInnerHTML={{ __html: markup }} />
}
