import { CircleAlert, Info } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { classNames } from '#site/brand/class-names.ts'
import { useCompanyName, useTexts } from '../texts.tsx'
import { Dot } from './dot.tsx'
import { Icon } from './icon.tsx'
import styles from './layout.module.css'

interface HeadProps {
  title: string
  /** A line beside the title. */
  note?: ReactNode
  /** Buttons. */
  actions?: ReactNode
}

/** The head of a screen, with its only h1; sets the window's title too. */
export function Head({ title, note, actions }: HeadProps) {
  const company = useCompanyName()
  useEffect(() => {
    document.title = `${title} · ${company}`
  }, [title, company])
  return (
    <header className={styles.head}>
      <h1 className="h1" tabIndex={-1}>
        {title}
      </h1>
      {note && <p className="muted small">{note}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

/** What stands under the head, with the screen's margins. */
export function Body({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classNames(styles.body, className)}>{children}</div>
}

interface BlockProps {
  title: string
  /** At the end of the title's line. */
  aside?: ReactNode
  children: ReactNode
}

/** A part of a screen under a line. */
export function Block({ title, aside, children }: BlockProps) {
  return (
    <section className={styles.block}>
      <div className={styles.blockHead}>
        <h2 className="h3">{title}</h2>
        {aside && <div>{aside}</div>}
      </div>
      {children}
    </section>
  )
}

/** Buttons in a row. */
export function Row({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

interface NoteProps {
  kind?: 'info' | 'wrong'
  title?: string
  children?: ReactNode
  actions?: ReactNode
}

/** A sentence that must be seen. A failure is read out at once. */
export function Note({ kind = 'info', title, children, actions }: NoteProps) {
  return (
    <div className={classNames(styles.note, styles[kind])} role={kind === 'wrong' ? 'alert' : undefined}>
      <Icon of={kind === 'wrong' ? CircleAlert : Info} />
      <div>
        <div className={styles.noteText}>
          {title && <p className={styles.noteTitle}>{title}</p>}
          {children && <div>{children}</div>}
        </div>
        {actions && <Row>{actions}</Row>}
      </div>
    </div>
  )
}

interface EmptyProps {
  /** In place of a screen: its title is the page's. */
  isScreen?: boolean
  /** Cinnabar where all is done, hollow where a filter finds nothing. */
  fill?: 'solid' | 'hollow'
  title: string
  text?: ReactNode
  actions?: ReactNode
}

export function Empty({ isScreen = false, fill = 'solid', title, text, actions }: EmptyProps) {
  const Heading = isScreen ? 'h1' : 'h2'
  return (
    <div className={classNames(styles.empty, isScreen && styles.screen)}>
      <Dot fill={fill} colour={fill === 'solid' ? 'cinnabar' : 'ink'} className={styles.emptyDot} />
      <Heading className="h2" tabIndex={isScreen ? -1 : undefined}>
        {title}
      </Heading>
      {text && <p className="second">{text}</p>}
      {actions && <Row>{actions}</Row>}
    </div>
  )
}

const SKELETON_AFTER_MILLISECONDS = 200

/** Rows to come, drawn only where one has to wait for them. */
export function Skeleton({ rows = 8 }: { rows?: number }) {
  const { loading } = useTexts('shell')
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, SKELETON_AFTER_MILLISECONDS, true)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" aria-label={loading} className={styles.skeleton}>
      {isLate &&
        Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows without content
          <div key={row} aria-hidden>
            <Dot colour="edge" />
            <i />
            <i />
            <i />
          </div>
        ))}
    </div>
  )
}

/** References, mail addresses, phones, codes, file names: left to right and apart from the words around them. */
export function Ltr({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <bdi dir="ltr" className={className}>
      {children}
    </bdi>
  )
}
