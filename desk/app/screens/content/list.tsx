import { ListTodo, Plus, Replace, Upload } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useSearchParams } from 'react-router'
import type { ContentType } from '#domain/content/types/index.ts'
import { classNames } from '#site/brand/class-names.ts'
import { directionOf, LANGUAGES, type Language } from '#texts/languages.ts'
import { api } from '../../api.ts'
import { isUnderPages } from '../../content-addresses.ts'
import { useActions, useStepping } from '../../parts/actions.ts'
import { Body, Button, buttonClass, Empty, Head, Note } from '../../parts/elements.tsx'
import { Filter, Filters, useFilters } from '../../parts/filters.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Handle, onMoveKey, withMoved } from '../../parts/moving.tsx'
import { Failure, useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { PictureImage } from '../../pictures/library.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './content.module.css'
import { KeptTexts } from './kept-texts.tsx'
import { ReviewSetting } from './review-setting.tsx'
import { type ListedRecord, StateMark, stateIn } from './state.tsx'

const isNoPage = ({ type }: { type: ContentType }) => !isUnderPages(type)

const PER_PAGE = 50
const MAX_PER_PAGE = 100
const SINGLE_ID = 1

export async function loader({ params, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const { types, counts, states, isReviewOn } = await api('GET /content', { signal: request.signal })
  const model = types.find(({ type }) => type === (params.type ?? types[0]?.type))
  if (!model) throw new Response(null, { status: 404 })
  const page = Math.max(1, Number(searchParams.get('page')) || 1)
  const query = {
    state: states.find((each) => each === searchParams.get('state')),
    language: LANGUAGES.find((each) => each === searchParams.get('language')),
    search: searchParams.get('search') ?? undefined,
    page,
    perPage: PER_PAGE,
  }
  const found = await api('GET /content/:type', { params: { type: model.type }, query, signal: request.signal })
  return { types, counts, states, isReviewOn, model, page, ...found }
}

export function Component() {
  const { types, counts, states, isReviewOn, model, page, items, total } = useLoaderData<typeof loader>()
  const { type, isSingle } = model
  const { content: texts, 'editing-help': help, submissions: words, formats } = useTexts()
  const navigate = useNavigate()
  const [address, change] = useFilters()
  const begin = () => void navigate(`/content/${type}/new`)
  const newLabel = texts.new[type as keyof typeof texts.new]
  const go = (to: string) => () => void navigate(to)
  const others = [
    { id: 'content-work', label: help.work.open, icon: ListTodo, run: go('/content/work') },
    { id: 'replace-text', label: help.replace.open, icon: Replace, run: go('/content/replace') },
    { id: 'import-content', label: texts.import, icon: Upload, run: go('/content/import') },
  ]
  useActions([
    ...(isSingle ? [] : [{ id: 'new-record', label: newLabel, keys: 'N', icon: Plus, run: begin }]),
    ...others,
  ])
  const kinds = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind stands elsewhere in the row, which a phone shows in part
  useEffect(() => {
    kinds.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [type])
  const isFiltered = ['state', 'language', 'search'].some((name) => address.has(name))

  return (
    <>
      <Head
        title={texts.title}
        actions={
          <>
            <ReviewSetting isOn={isReviewOn} />
            <Menu label={texts.editor.more} items={others} />
            {!isSingle && <Button look="primary" icon={Plus} onClick={begin} label={newLabel} />}
          </>
        }
      />
      <nav ref={kinds} className={styles.types} aria-label={texts.typesLabel}>
        {types.filter(isNoPage).map((each) => (
          <Link
            key={each.type}
            className={styles.type}
            to={each.isSingle ? `/content/${each.type}/${SINGLE_ID}` : `/content/${each.type}`}
            aria-current={each.type === type ? 'page' : undefined}
          >
            {texts.types[each.type]}
            {!each.isSingle && <span className="muted small">{formats.number(counts[each.type].total)}</span>}
          </Link>
        ))}
      </nav>
      <Filters texts={texts} onDown={() => document.querySelector<HTMLElement>(LINKS)?.focus()}>
        <Filter
          label={texts.state}
          value={address.get('state')}
          onChange={(value) => change({ state: value })}
          options={states.map((state) => [state, `${texts.states[state]} (${formats.number(counts[type][state])})`])}
        />
        <Filter
          label={texts.language}
          value={address.get('language')}
          onChange={(value) => change({ language: value })}
          options={LANGUAGES.map((language) => [language, words.languages[language]])}
        />
      </Filters>
      <Body className={styles.notes}>
        <KeptTexts />
      </Body>
      {items.length === 0 ? (
        <Body>
          <Empty
            fill="hollow"
            title={isFiltered ? texts.emptyFilter : texts.empty}
            actions={isFiltered && <Button onClick={() => navigate(`/content/${type}`)} label={texts.clear} />}
          />
        </Body>
      ) : (
        <Records
          key={type}
          type={type}
          items={items}
          total={total}
          before={(page - 1) * PER_PAGE}
          // A place among some of the records says nothing about the others.
          canMove={model.hasOrder && !isFiltered}
        />
      )}
      <Pages page={page} total={total} shown={items.length} />
    </>
  )
}

const LINKS = `.${styles.record} a[href]`

interface RecordsProps {
  type: ContentType
  items: readonly ListedRecord[]
  total: number
  before: number
  canMove: boolean
}

function Records({ type, items, total, before, canMove }: RecordsProps) {
  const { content: texts, submissions: words, say, language } = useTexts()
  const { shown, move, isPlace, failure } = useOrder({ type, items, total, before })
  const [dragged, setDragged] = useState<number>()
  const list = useRef<HTMLUListElement>(null)
  useStepping({ list, links: LINKS, texts: texts.keys })
  return (
    <>
      {failure && (
        <Body>
          <Note kind="wrong">{failure}</Note>
        </Body>
      )}
      <div className={classNames(styles.columns, canMove && styles.movable)} aria-hidden>
        {canMove && <span />}
        <span>{texts.columns.title}</span>
        {LANGUAGES.map((each) => (
          <span key={each}>{words.languages[each]}</span>
        ))}
        <span>{texts.columns.changed}</span>
      </div>
      <ul ref={list} aria-label={texts.types[type]}>
        {shown.map((item, index) => {
          const name = item.title[language] || texts.untitled
          const moves = [
            { label: texts.moveUp, to: index - 1, run: () => move(index, index - 1) },
            { label: texts.moveDown, to: index + 1, run: () => move(index, index + 1) },
          ]
          return (
            <li
              key={item.id}
              className={classNames(styles.record, canMove && styles.movable, dragged === item.id && styles.dragged)}
              onKeyDown={(event) => canMove && onMoveKey(event, (by) => move(index, index + by))}
              onDragOver={(event) => dragged !== undefined && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault()
                const from = shown.findIndex(({ id }) => id === dragged)
                setDragged(undefined)
                if (from >= 0) move(from, index)
              }}
            >
              {canMove && (
                <Handle
                  label={say('content.handle', { name })}
                  onStart={() => setDragged(item.id)}
                  onEnd={() => setDragged(undefined)}
                />
              )}
              <Record type={type} item={item} />
              <div className={styles.more}>
                {canMove && total > 1 && (
                  <Menu label={say('content.actionsFor', { name })} items={moves.filter(({ to }) => isPlace(to))} />
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </>
  )
}

function Record({ type, item }: { type: ContentType; item: ListedRecord }) {
  const { content: texts, submissions: words, formats, language: desk } = useTexts()
  const titles = LANGUAGES.toSorted((one, other) => Number(other === desk) - Number(one === desk))
  const isTitled = LANGUAGES.some((language) => item.title[language])
  return (
    <>
      <div className={classNames(styles.titles, item.cover !== undefined && styles.withCover)}>
        {item.cover !== undefined && (
          <span className={styles.cover}>{item.cover && <PictureImage {...item.cover} />}</span>
        )}
        <Link to={`/content/${type}/${item.id}`}>
          {isTitled
            ? titles.map(
                (language) =>
                  item.title[language] && (
                    <span key={language} className="own" lang={language} dir={directionOf(language)}>
                      {item.title[language]}
                    </span>
                  ),
              )
            : texts.untitled}
        </Link>
      </div>
      {LANGUAGES.map((language) => (
        <div key={language} className={styles.stateCell}>
          <span className="vh">{words.languages[language]}: </span>
          <span className={styles.stateOf} aria-hidden>
            {words.languages[language]}
          </span>
          <StateOf item={item} language={language} />
        </div>
      ))}
      <time className={styles.changed} dateTime={item.changedAt}>
        {formats.ago(item.changedAt)}
      </time>
    </>
  )
}

function StateOf({ item, language }: { item: ListedRecord; language: Language }) {
  const { content: texts, formats } = useTexts()
  const state = stateIn(item, language)
  const isScheduled = item.scheduled.includes(language)
  const more = [
    isScheduled && state !== 'scheduled' && texts.states.scheduled,
    isScheduled && item.publishAt && formats.moment(item.publishAt),
    !isScheduled && state !== 'draft' && item.drafts.includes(language) && texts.edited,
  ]
  return <StateMark state={state}>{more.filter(Boolean).join(' ')}</StateMark>
}

/** The order as it is being changed: shown at once, and taken back if the server will not have it. */
function useOrder({ type, items, total, before }: Omit<RecordsProps, 'canMove'>) {
  const { content: texts, say, language } = useTexts()
  const announcements = useAnnouncements()
  const { change, isBusy, failure } = useSubmit()
  const [shown, setShown] = useState(items)
  useEffect(() => setShown(items), [items])
  // A row that changes its place in the page loses the focus.
  const focused = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (shown && focused.current instanceof HTMLElement && focused.current.isConnected) focused.current.focus()
    focused.current = null
  }, [shown])

  const isPlace = (to: number) => before + to >= 0 && before + to < total
  const move = (from: number, to: number) => {
    const moved = shown[from]
    const place = before + to
    if (!moved || isBusy || from === to || !isPlace(to)) return
    const isHere = to >= 0 && to < shown.length
    focused.current = document.activeElement
    if (isHere) setShown(withMoved(shown, from, to))
    change(async () => {
      const ids = total === shown.length ? shown.map(({ id }) => id) : await allIds(type, total)
      const start = ids.indexOf(moved.id)
      if (start === -1) throw new Failure(texts.orderFailed)
      const body = { ids: withMoved(ids, start, place), seen: ids }
      await api('PUT /content/:type/order', { params: { type }, body })
      const name = moved.title[language] || texts.untitled
      announcements.say(say('content.moved', { name, place: place + 1, total }))
    })
  }
  return { shown, move, isPlace, failure }
}

/** An order is of all records, also of those on other pages. */
async function allIds(type: ContentType, total: number): Promise<number[]> {
  const pages = Array.from({ length: Math.ceil(total / MAX_PER_PAGE) }, (_, index) => index + 1)
  const found: number[] = []
  for (const page of pages) {
    const { items } = await api('GET /content/:type', { params: { type }, query: { page, perPage: MAX_PER_PAGE } })
    found.push(...items.map(({ id }) => id))
  }
  return found
}

function Pages({ page, total, shown }: { page: number; total: number; shown: number }) {
  const { content: texts, say } = useTexts()
  const [address] = useSearchParams()
  const toPage = (wanted: number) => {
    const there = new URLSearchParams(address)
    there.set('page', String(wanted))
    return `?${there}`
  }
  const first = (page - 1) * PER_PAGE
  if (shown === 0) return null
  return (
    <nav className={styles.pages} aria-label={texts.pages}>
      <span className="muted small" role="status">
        {say('content.shown', { from: first + 1, to: first + shown, total })}
      </span>
      {page > 1 && (
        <Link className={buttonClass({ small: true })} to={toPage(page - 1)}>
          {texts.before}
        </Link>
      )}
      {first + shown < total && (
        <Link className={buttonClass({ small: true })} to={toPage(page + 1)}>
          {texts.after}
        </Link>
      )}
    </nav>
  )
}
