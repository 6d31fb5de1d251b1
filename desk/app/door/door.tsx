import { type ReactNode, useEffect } from 'react'
import { FullStop } from '#site/brand/dots/full-stop.tsx'
import { Wordmark } from '#site/brand/words/wordmark.tsx'
import { otherLanguage } from '#texts/languages.ts'
import { Button } from '../parts/elements.tsx'
import { useAnnouncements } from '../parts/work.tsx'
import { useTexts } from '../texts.tsx'
import styles from './door.module.css'

interface DoorProps {
  /** Ends with a full stop, which becomes the dot. */
  title: string
  children: ReactNode
  note?: string
  art: ReactNode
}

export function Door({ title, children, note, art }: DoorProps) {
  const { shell: texts, company, language, changeLanguage } = useTexts()
  const { attempt } = useAnnouncements()
  const other = otherLanguage(language)
  useEffect(() => {
    document.title = `${title.replace(/\.$/, '')} · ${company}`
  }, [title, company])
  return (
    <div className={styles.door}>
      <div className={styles.form}>
        <header className={styles.head}>
          <Wordmark language={language} className={styles.wordmark as string} />
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
