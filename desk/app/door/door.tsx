import { type ReactNode, useEffect } from 'react'
import { FullStop } from '#site/brand/dots/full-stop.tsx'
import { Wordmark } from '#site/brand/words/wordmark.tsx'
import { otherLanguage } from '#texts/languages.ts'
import { Button } from '../parts/elements.tsx'
import { useAnnouncements } from '../parts/work.tsx'
import { useTexts } from '../texts.tsx'
import styles from './door.module.css'
import seats from './seats.svg'

interface DoorProps {
  /** Ends with a full stop, which becomes the dot. */
  title: string
  children: ReactNode
  note?: string
  art: ReactNode
}

export function Door({ title, children, note, art }: DoorProps) {
  const { shell: texts, company, brand, language, changeLanguage } = useTexts()
  const { attempt } = useAnnouncements()
  const other = otherLanguage(language)
  useEffect(() => {
    document.title = `${title.replace(/\.$/, '')} · ${company}`
  }, [title, company])
  return (
    <div className={styles.door}>
      <div className={styles.form}>
        <header className={styles.head}>
          <Wordmark language={language} own={brand.wordmark} className={styles.wordmark as string} />
          <span className="muted small">{texts.desk}</span>
          <Button
            look="link"
            lang={other}
            onClick={() => attempt(() => changeLanguage(other))}
            label={texts.language.other}
          />
        </header>
        <main className={styles.body}>
          <h1 className={styles.title}>
            <FullStop text={title} />
          </h1>
          {children}
        </main>
        {note && <p className="muted small">{note}</p>}
      </div>
      <div className={styles.art} aria-hidden>
        {art}
      </div>
    </div>
  )
}

export function Seats({ text }: { text: string }) {
  return (
    <>
      <img className={styles.seats} src={seats} alt="" />
      <p>{text}</p>
    </>
  )
}

export function Ring() {
  return (
    <svg className={styles.ring} viewBox="0 0 100 100" aria-hidden="true">
      <path fill="none" stroke="#e8411f" strokeWidth={5} d="M50 4l46 46-46 46L4 50z" />
    </svg>
  )
}
