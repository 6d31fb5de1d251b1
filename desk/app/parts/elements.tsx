import { CircleAlert, Info, type LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classNames } from '#site/brand/class-names.ts'
import { useTexts } from '../texts.tsx'
import buttonStyles from './button.module.css'
import dotStyles from './dot.module.css'
import iconStyles from './icon.module.css'
import styles from './layout.module.css'
import tableStyles from './table.module.css'

interface IconProps {
  of: LucideIcon
  isDirection?: boolean | undefined
  small?: boolean
}

export function Icon({ of: Drawing, isDirection, small }: IconProps) {
  return (
    <Drawing
      className={classNames(iconStyles.icon, small && iconStyles.small, isDirection && iconStyles.direction)}
      strokeWidth={1.6}
      aria-hidden="true"
    />
  )
}

type Look = 'primary' | 'plain' | 'quiet' | 'danger' | 'link'

interface ButtonLook {
  look?: Look
  small?: boolean
}

type ButtonProps = ButtonLook & {
  label: ReactNode
  icon?: LucideIcon | undefined
  /** Why it cannot be pressed; the button stays reachable and says so. */
  blocked?: string | false | undefined
  busy?: boolean
} & Omit<ComponentProps<'button'>, 'disabled' | 'children'>

export function Button({ look = 'plain', small, icon, label, blocked, busy, className, ...button }: ButtonProps) {
  const isBlocked = Boolean(blocked) || busy
  return (
    <button
      type="button"
      {...button}
      className={classNames(buttonClass({ look, small }), className)}
      aria-disabled={isBlocked || undefined}
      aria-busy={busy || undefined}
      title={blocked || button.title}
      onClick={(event) => (isBlocked ? event.preventDefault() : button.onClick?.(event))}
    >
      {icon && <Icon of={icon} />}
      {label}
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'className'> {
  icon: LucideIcon
  label: string
  isDirection?: boolean
}

export function IconButton({ icon, label, isDirection, ...button }: IconButtonProps) {
  return (
    <button
      type="button"
      {...button}
      className={classNames(buttonStyles.button, buttonStyles.quiet, buttonStyles.square)}
      aria-label={label}
      title={label}
    >
      <Icon of={icon} isDirection={isDirection} />
    </button>
  )
}

export const buttonClass = ({ look = 'plain', small }: ButtonLook = {}) =>
  look === 'link'
    ? classNames('link', small && 'small')
    : classNames(buttonStyles.button, buttonStyles[look], small && buttonStyles.small)

export const TextLink = (link: LinkProps) => <Link {...link} className="link" />

/** Hollow waits, solid is done; between them it fills. `gone` is broken in two. */
export type DotFill = 'hollow' | 'grain' | 'half' | 'nearly' | 'solid' | 'gone'
/** Cinnabar is for what is new or needs work now, accent for what is late or wrong, edge for what is over. */
export type DotColour = 'ink' | 'cinnabar' | 'accent' | 'edge' | 'focus'

interface DotProps {
  fill?: DotFill
  colour?: DotColour
  label?: string | undefined
  className?: string | undefined
}

export function Dot({ fill = 'hollow', colour = 'ink', label, className }: DotProps) {
  const drawing = classNames(dotStyles.dot, dotStyles[fill], dotStyles[colour], className)
  return label ? <span className={drawing} role="img" aria-label={label} /> : <span className={drawing} aria-hidden />
}

export function Initial({ name, isMe = false }: { name: string | undefined; isMe?: boolean }) {
  const letter = name?.trim() ? [...name.trim()][0] : undefined
  return (
    <span className={classNames(dotStyles.initial, isMe && dotStyles.me, !letter && dotStyles.nobody)} aria-hidden>
      {letter}
    </span>
  )
}

interface HeadProps {
  title: string
  note?: ReactNode
  actions?: ReactNode
  /** Stays in view while a long form is scrolled. */
  stays?: boolean
}

/** With the screen's only h1; sets the window's title too. */
export function Head({ title, note, actions, stays }: HeadProps) {
  const { company } = useTexts()
  useEffect(() => {
    document.title = `${title} · ${company}`
  }, [title, company])
  return (
    <header className={classNames(styles.head, stays && styles.stays)}>
      <h1 className="h1" tabIndex={-1}>
        {title}
      </h1>
      {note && <p className="muted small">{note}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

export function Body({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classNames(styles.body, className)}>{children}</div>
}

export function Block({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
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

export function Row({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

interface NoteProps {
  kind?: 'info' | 'wrong'
  title?: string
  children?: ReactNode
  actions?: ReactNode
}

/** A failure is read out at once. */
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

interface ListScreenProps extends Pick<HeadProps, 'title' | 'note'> {
  isEmpty: boolean
  empty: string
  emptyText?: string
  /** In the head of the list, or in its place where it is empty. */
  actions: ReactNode
  children: ReactNode
}

export function ListScreen({ title, note, isEmpty, empty, emptyText, actions, children }: ListScreenProps) {
  return (
    <>
      <Head title={title} note={note} actions={!isEmpty && actions} />
      <Body>{isEmpty ? <Empty fill="hollow" title={empty} text={emptyText} actions={actions} /> : children}</Body>
    </>
  )
}

const SKELETON_AFTER_MILLISECONDS = 200

export function Skeleton({ rows = 8 }: { rows?: number }) {
  const { shell } = useTexts()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, SKELETON_AFTER_MILLISECONDS, true)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" aria-label={shell.loading} className={styles.skeleton}>
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

export function Ltr({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <bdi dir="ltr" className={className}>
      {children}
    </bdi>
  )
}

interface TableProps {
  caption: string
  /** Heads of the columns; those in an object are read out only. */
  columns: readonly (string | { hidden: string })[]
  stacks?: boolean
  children: ReactNode
}

/** A table wider than a phone scrolls by itself, also by keys, and the page does not. */
export function Table({ caption, columns, stacks, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be within reach of the keyboard
    <section className={tableStyles.scroller} aria-label={caption} tabIndex={0}>
      <table className={classNames(tableStyles.table, stacks && tableStyles.stacks)}>
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={typeof column === 'string' ? column : column.hidden} scope="col">
                {typeof column === 'string' ? column : <span className="vh">{column.hidden}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

export const endCell = tableStyles.end

/** In a list of facts. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
