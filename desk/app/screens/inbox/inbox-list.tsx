import { Flag } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { classNames } from '#site/brand/class-names.ts'
import { useActions, useStepping } from '../../parts/actions.ts'
import { Button, Dot, Icon } from '../../parts/elements.tsx'
import { useSession } from '../../session.tsx'
import { distinctName } from '../../submissions/distinct-name.ts'
import {
  About,
  AssigneeInitial,
  Due,
  type Filters,
  type Item,
  LanguageMark,
  SampleMark,
  StageName,
  useColleagues,
} from '../../submissions/item.tsx'
import { returnTo } from '../../submissions/worked-list.ts'
import { useTexts } from '../../texts.tsx'
import { BulkBar } from './bulk-bar.tsx'
import styles from './inbox.module.css'

interface InboxListProps {
  items: Item[]
  /** The list's own address: a submission's neighbours are those of this list. */
  search: string
  hasMore: boolean
  isLoading: boolean
  failure: string | undefined
  onMore(): void
  total: string
  filters: Filters
}

export const LINES = 'a[data-reference]'

export function InboxList(props: InboxListProps) {
  const { items, search, hasMore, isLoading, failure, onMore, total, filters } = props
  const { inbox: texts, say } = useTexts()
  const { can } = useSession()
  const list = useRef<HTMLUListElement>(null)
  const mayChange = can('submissions.change') || can('submissions.export')
  const { chosen, areAllSelected, isSelected, toggle, selectAll, clear } = useSelection(items, list, mayChange)

  return (
    <>
      <div className={styles.columns} aria-hidden>
        <span />
        <span>{texts.columns.from}</span>
        <span>{texts.columns.about}</span>
        <span>{texts.columns.stage}</span>
        <span />
        <span />
        <span>{texts.columns.due}</span>
        <span className={styles.end}>{texts.columns.received}</span>
      </div>
      <ul className={styles.list} ref={list} aria-label={texts.list}>
        {items.map((item) => (
          <Line
            key={item.reference}
            item={item}
            called={distinctName(item, items)}
            search={search}
            isSelected={isSelected(item.reference)}
            onSelect={mayChange ? () => toggle(item.reference) : undefined}
          />
        ))}
      </ul>
      <footer className={styles.foot}>
        <span className="muted small" role="status">
          {say('inbox.shown', { shown: items.length, found: total })}
        </span>
        {hasMore && <More isLoading={isLoading} failure={failure} onMore={onMore} />}
      </footer>
      {chosen.length > 0 && (
        <BulkBar
          items={areAllSelected ? items : chosen}
          all={areAllSelected ? { filters } : undefined}
          total={total}
          onAll={hasMore || chosen.length < items.length ? () => selectAll(true) : undefined}
          onClear={clear}
        />
      )}
    </>
  )
}

function useSelection(items: Item[], list: RefObject<HTMLUListElement | null>, mayChange: boolean) {
  const { inbox: texts } = useTexts()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [areAllSelected, selectAll] = useState(false)
  const toggle = (reference: string, isWanted?: boolean) => {
    selectAll(false)
    setSelected((former) => {
      const changed = new Set(former)
      if (isWanted ?? !former.has(reference)) changed.add(reference)
      else changed.delete(reference)
      return changed
    })
  }
  const { rows, current, step } = useStepping({ list, links: LINES, texts: texts.keys })
  const toggleCurrent = (isWanted?: boolean) => {
    const reference = current()?.dataset.reference
    if (reference) toggle(reference, isWanted)
  }
  const extend = (by: 1 | -1) => {
    toggleCurrent(true)
    step(by)
    toggleCurrent(true)
  }
  const selecting = { label: texts.keys.select, keysOnly: true }
  const selections = [
    { ...selecting, id: 'select', keys: 'X', run: () => toggleCurrent() },
    { ...selecting, id: 'extend-down', keys: 'Shift+J', run: () => extend(1) },
    { ...selecting, id: 'extend-up', keys: 'Shift+K', run: () => extend(-1) },
  ]
  useActions(mayChange ? selections : [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when one comes back to the list
  useEffect(() => {
    const last = returnTo(items.map(({ reference }) => reference))
    rows()
      .find(({ dataset }) => dataset.reference === last)
      ?.focus()
  }, [])
  const chosen = items.filter(({ reference }) => selected.has(reference))
  /** The bar disappears, so its focus goes to the first selected row. */
  const clear = () => {
    setSelected(new Set())
    selectAll(false)
    rows()
      .find(({ dataset }) => dataset.reference === chosen[0]?.reference)
      ?.focus()
  }
  const isSelected = (reference: string) => areAllSelected || selected.has(reference)
  return { chosen, areAllSelected, isSelected, toggle, selectAll, clear }
}

interface LineProps {
  item: Item
  /** The name, told apart from the same one in the list. */
  called: string
  search: string
  isSelected: boolean
  onSelect: (() => void) | undefined
}

function Line({ item, called, search, isSelected, onSelect }: LineProps) {
  const { inbox: texts, submissions: words, say, formats } = useTexts()
  const { nameOf } = useColleagues()
  const { reference, kind, name, isRead, assigneeId, notes } = item
  const assignee = nameOf(assigneeId)
  return (
    <li className={classNames(styles.line, !isRead && styles.unread, isSelected && styles.selected)}>
      <span className={styles.pick}>
        {onSelect && (
          <input
            type="checkbox"
            checked={isSelected}
            onChange={onSelect}
            aria-label={say('inbox.select', { name: called })}
          />
        )}
        <ReadDot item={item} isSelected={isSelected} />
      </span>
      <span className={styles.from}>
        <Link to={`/inbox/${reference}${search}`} data-reference={reference} className="own" dir="auto">
          {name}
        </Link>
      </span>
      <span className={styles.about}>
        {kind !== 'career-application' && <span className="muted small">{words.kinds[kind]}</span>}
        <About item={item} />
        <SampleMark item={item} />
        <span className={classNames('own', 'muted', styles.excerpt)} lang={item.language} dir="auto">
          {item.excerpt}
        </span>
        {notes > 0 && <span className="muted small">{say('inbox.notes', { count: notes })}</span>}
      </span>
      <span className={styles.stageCell}>
        <StageName stage={item.stage} />
      </span>
      <span className={styles.person} title={assignee}>
        <span className="vh">{`${texts.columns.person}: ${assignee}`}</span>
        <AssigneeInitial id={assigneeId} />
      </span>
      <span className={styles.languageCell}>
        <LanguageMark language={item.language} />
      </span>
      <span className={styles.due}>
        <Due item={item} />
      </span>
      <time className={styles.end} dateTime={item.createdAt}>
        {formats.short(item.createdAt)}
      </time>
    </li>
  )
}

/** Unread: hollow cinnabar. Read: hollow. No answer due: solid. Marked: a flag. */
function ReadDot({ item: { isRead, dueAt, marks }, isSelected }: { item: Item; isSelected: boolean }) {
  const { submissions: words } = useTexts()
  if (isSelected) return <Dot fill="solid" colour="cinnabar" />
  if (marks.length > 0)
    return (
      <span role="img" aria-label={words.marked} title={words.marked}>
        <Icon of={Flag} small />
      </span>
    )
  if (!isRead) return <Dot colour="cinnabar" label={words.unread} />
  return dueAt ? <Dot label={words.read} /> : <Dot fill="solid" label={words.done} />
}

/** The next page loads near the end of the list; after a failure only by the button. */
function More({ isLoading, failure, onMore }: Pick<InboxListProps, 'isLoading' | 'failure' | 'onMore'>) {
  const { inbox: texts } = useTexts()
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(onMore)
  latest.current = onMore
  useEffect(() => {
    if (!end.current || isLoading || failure) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      rootMargin: '800px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isLoading, failure])
  return (
    <div ref={end} className={styles.more}>
      {failure && <span role="alert">{failure}</span>}
      <Button small busy={isLoading} onClick={onMore} label={isLoading ? texts.loadingMore : texts.showMore} />
    </div>
  )
}
