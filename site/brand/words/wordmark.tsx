import type { Logo, Wordmark as OwnWordmark } from '#contract/page-content.ts'
import type { Language } from '#texts/languages.ts'
import styles from '../brand.module.css'
import { classNames } from '../class-names.ts'
import arabicWordmark from '../marks/wordmark-ar.svg?raw'
import latinWordmark from '../marks/wordmark-en.svg?raw'

const ID = 'wordmark'

interface WordmarkProps {
  language: Language
  /** Uploaded at the desk, with the company's name. */
  own?: (OwnWordmark & { name: string }) | undefined
  className?: string | undefined
  /** The page has drawn it before: two kilobytes of outlines are sent once. */
  isRepeated?: boolean
}

/** Uploaded, or drawn: replace the file in marks/ and the whole site follows. Its label is in the file. */
export function Wordmark({ language, own, className, isRepeated = false }: WordmarkProps) {
  if (own) return <Uploaded {...own} className={className} />
  const inside = isRepeated ? USED : `$1<g id="${ID}">$2</g>$3`
  const markup = (language === 'ar' ? arabicWordmark : latinWordmark).replace(INSIDE, inside)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of this project, inlined so that it takes the theme's colours
  return <span className={classNames(styles.wordmark, className)} dangerouslySetInnerHTML={{ __html: markup }} />
}

interface UploadedProps extends OwnWordmark {
  name: string
  className?: string | undefined
}

function Uploaded({ light, dark, name, className }: UploadedProps) {
  // Its room is kept, and the one that the ground hides is not loaded.
  const picture = ({ src, width, height }: Logo, ground: string | undefined) => (
    <img className={ground} src={src} width={width} height={height} alt={name} loading="lazy" />
  )
  return (
    <span className={classNames(styles.wordmark, styles.uploaded, className)}>
      {picture(light, styles.onLight)}
      {dark && picture(dark, styles.onDark)}
    </span>
  )
}

export function BigWord({ language }: { language: Language }) {
  const markup = language === 'ar' ? arabicWordmark.replace(INSIDE, USED) : arabicWordmark
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of this project, inlined so that it takes the theme's colours
  return <div className={styles.bigWord} aria-hidden="true" dangerouslySetInnerHTML={{ __html: markup }} />
}

const INSIDE = /^(<svg[^>]*>)(.*)(<\/svg>)\s*$/s
const USED = `$1<use href="#${ID}"/>$3`
