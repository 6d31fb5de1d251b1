import { ArrowDown, ArrowUp, Flag } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { classNames } from '#site/brand/class-names.ts'
import { useActions, useStepping } from '../../parts/actions.ts'
import { Button, Dot, Icon } from '../../parts/elements.tsx'
import { useFilters } from '../../parts/filters.tsx'
import { useSession } from '../../session.tsx'
import { distinctName } from '../../submissions/distinct-name.ts'
import {
  About,
  AssigneeInitial,
  Due,
  type Filters,
  FoundInCv,
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
  const list = useRef<HTMLTableSectionElement>(null)
  const mayChange = can('submissions.change') || can('submissions.export')
  const { chosen, areAllSelected, isSelected, toggle, selectAll, clear } = useSelection({
    items,
    search,
    list,
    mayChange,
  })

  return (
    <>
      <table className={styles.list} aria-label={texts.list}>
        <Columns />
        <tbody ref={list}>
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
        </tbody>
      </table>
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
          onAll={hasMore || chosen.length < items.length ? selectAll : undefined}
          onClear={clear}
        />
      )}
    </>
  )
}

function Columns() {
  const { inbox: texts } = useTexts()
  const { columns } = texts
  return (
    <thead>
      <tr className={styles.columns}>
        <th scope="col">
          <span className="vh">{texts.keys.select}</span>
        </th>
        <SortedColumn label={columns.from} ascending="name" descending="name-desc" />
        <th scope="col">{columns.about}</th>
        <SortedColumn label={columns.stage} ascending="stage" descending="stage-desc" />
        {[columns.person, columns.language].map((label) => (
          <th key={label} scope="col">
            <span className="vh">{label}</span>
          </th>
        ))}
        <SortedColumn label={columns.due} note={texts.waitingOnly} ascending="waiting" descending="waiting-desc" />
        <SortedColumn label={columns.received} ascending="oldest" descending="newest" begins="descending" />
      </tr>
    </thead>
  )
}

type Order = NonNullable<Filters['order']>

interface SortedColumnProps extends Record<'ascending' | 'descending', Order> {
  label: string
  note?: string
  begins?: 'ascending' | 'descending'
}

const USUAL_ORDER: Order = 'newest'

/** A press sorts by the column, another one turns the order. */
function SortedColumn({ label, note, begins = 'ascending', ...orders }: SortedColumnProps) {
  const [address, change] = useFilters()
  const order = address.get('order') ?? USUAL_ORDER
  const direction = (['ascending', 'descending'] as const).find((each) => orders[each] === order)
  const turned = direction === 'ascending' ? 'descending' : 'ascending'
  const next = orders[direction ? turned : begins]
  return (
    <th scope="col" aria-sort={direction}>
      <button
        type="button"
        className={styles.sort}
        title={note}
        onClick={() => change({ order: next === USUAL_ORDER ? '' : next })}
      >
        {label}
        {direction && <Icon of={direction === 'ascending' ? ArrowUp : ArrowDown} small />}
      </button>
    </th>
  )
}

interface Selecting extends Pick<InboxListProps, 'items' | 'search'> {
  list: RefObject<HTMLElement | null>
  mayChange: boolean
}

const NOTHING_SELECTED = { references: new Set<string>(), areAll: false }

/** Another list begins without a selection. */
function useSelection({ items, search, list, mayChange }: Selecting) {
  const { inbox: texts } = useTexts()
  const [selection, setSelection] = useState({ search, ...NOTHING_SELECTED })
  const { references: selected, areAll: areAllSelected } = selection.search === search ? selection : NOTHING_SELECTED
  const selectAll = () => setSelection({ search, references: selected, areAll: true })
  const toggle = (reference: string, isWanted?: boolean) =>
    setSelection((former) => {
      const references = new Set(former.search === search ? former.references : [])
      if (isWanted ?? !references.has(reference)) references.add(reference)
      else references.delete(reference)
      return { search, references, areAll: false }
    })
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
    setSelection({ search, ...NOTHING_SELECTED })
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
    <tr className={classNames(styles.line, !isRead && styles.unread, isSelected && styles.selected)}>
      <td className={styles.pick}>
        {onSelect && (
          <input
            type="checkbox"
            checked={isSelected}
            onChange={onSelect}
            aria-label={say('inbox.select', { name: called })}
          />
        )}
        <ReadDot item={item} isSelected={isSelected} />
      </td>
      <td className={styles.from}>
        <Link to={`/inbox/${reference}${search}`} data-reference={reference} className="own" dir="auto">
          {name}
        </Link>
      </td>
      <td className={styles.about}>
        {kind !== 'career-application' && <span className="muted small">{words.kinds[kind]}</span>}
        <About item={item} />
        <SampleMark item={item} />
        {item.foundInCv ? (
          <FoundInCv found={item.foundInCv} />
        ) : (
          <span className={classNames('own', 'muted', styles.excerpt)} lang={item.language} dir="auto">
            {item.excerpt}
          </span>
        )}
        {notes > 0 && <span className="muted small">{say('inbox.notes', { count: notes })}</span>}
      </td>
      <td className={styles.stageCell}>
        <StageName stage={item.stage} name={item.stageName} />
      </td>
      <td className={styles.person} title={assignee}>
        <span className="vh">{`${texts.columns.person}: ${assignee}`}</span>
        <AssigneeInitial id={assigneeId} />
      </td>
      <td className={styles.languageCell}>
        <LanguageMark language={item.language} />
      </td>
      <td className={styles.due}>
        <Due item={item} />
      </td>
      <td className={styles.end}>
        <time dateTime={item.createdAt}>{formats.short(item.createdAt)}</time>
      </td>
    </tr>
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
