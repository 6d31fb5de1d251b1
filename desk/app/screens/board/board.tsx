import { Flag, List, SlidersHorizontal } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { movesFrom } from '#domain/submissions/stages.ts'
import { classNames } from '#site/brand/class-names.ts'
import { api } from '../../api.ts'
import { useForgetDraft } from '../../parts/drafts.ts'
import { Body, buttonClass, Empty, Head, Icon, Note } from '../../parts/elements.tsx'
import { Options } from '../../parts/field.tsx'
import { Menu } from '../../parts/menu.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { DeclineDialog, type Declining } from '../../submissions/decline-dialog.tsx'
import { distinctName } from '../../submissions/distinct-name.ts'
import { draftNames, useTakeBack } from '../../submissions/drafts-and-undo.ts'
import {
  AssigneeInitial,
  type Item,
  isAtStage,
  LanguageMark,
  loadColleagues,
  SampleMark,
  type Stage,
  type StageAt,
  StageDot,
  stageKey,
  useColleagues,
  useStageName,
  useTold,
} from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './board.module.css'
import { useLifting } from './use-lifting.ts'

export const handle = { folded: true }

/** Of each stage, so that a full one does not hide the others. */
const MAX_CARDS = 50
const GENERAL = 'general'

export async function loader({ params, request }: LoaderFunctionArgs) {
  const [{ jobs, others }, colleagues] = await Promise.all([api('GET /jobs', { background: true }), loadColleagues()])
  const busiest = jobs.toSorted((one, other) => other.applications - one.applications)[0]
  const job = params.job ?? (busiest ? String(busiest.id) : (others[0] ?? GENERAL))
  const { stages } = await api('GET /processes/:id/stages', { params: { id: job }, signal: request.signal })
  const columns = await Promise.all(
    stages.map(async (at) => {
      const query = { ...listOf(job), ...columnQuery(at, stages), limit: MAX_CARDS }
      return { at, ...(await api('GET /submissions', { query, signal: request.signal })) }
    }),
  )
  return { job, jobs, others, colleagues, columns }
}

const INTERNSHIP = 'internship'

const listOf = (job: string) =>
  job === INTERNSHIP ? ({ form: 'internship-application' } as const) : ({ form: 'career-application', job } as const)

const searchOf = (query: Record<string, string | undefined>) =>
  new URLSearchParams(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined))

/** A kind without stages of the job's own needs no second filter. */
const columnQuery = ({ stage, step }: StageAt, stages: readonly StageAt[]) => ({
  stage,
  ...(stages.filter((each) => each.stage === stage).length > 1 && { step: step || COMPANY_STEP }),
})

const COMPANY_STEP = 'company'

const isTouch = matchMedia('(pointer: coarse)')

const OVER: Stage[] = ['hired', 'declined', 'withdrawn']

export function Component() {
  const { job, jobs, others, columns } = useLoaderData<typeof loader>()
  const { board: texts, submissions: words, say, language, formats } = useTexts()
  const navigate = useNavigate()
  const { can } = useSession()
  const announcements = useAnnouncements()
  const takeStepBack = useTakeBack()
  const forgetDraft = useForgetDraft()
  const { change, ...form } = useSubmit()
  const [declining, setDeclining] = useState<Item>()
  const [dragged, setDragged] = useState<string>()
  const [target, setTarget] = useState<string>()
  const mayChange = can('submissions.move', job)
  const known = jobs.find(({ id }) => String(id) === job)
  const jobOptions = jobs.map(
    ({ id, title, applications }) => [String(id), `${title[language]} (${formats.number(applications)})`] as const,
  )
  const title = known
    ? known.title[language]
    : job === INTERNSHIP
      ? words.kinds['internship-application']
      : words.general
  const nameOf = useStageName()
  const stages = columns.map(({ at }) => at)

  const tells = useTold()
  const perform = (item: Item, to: StageAt, declining?: Declining) =>
    change(async () => {
      const { undo } = await api('PUT /submissions/:id/stage', {
        params: { id: item.reference },
        body: { stage: to.stage, step: to.step, version: item.version, ...declining },
      })
      const moved = say('board.moved', { name: item.name, stage: nameOf(to) })
      const text = declining || to.stage === item.stage ? moved : `${moved} ${tells(to.stage)}`
      const restoreDraft = declining && forgetDraft(draftNames.decline(item.reference))
      const takeBack = async (step: string) => {
        follow(item.reference)
        await takeStepBack(step)
        restoreDraft?.()
      }
      if (undo) announcements.offerUndo({ text, undo: () => takeBack(undo) })
      else announcements.say(text)
      setDeclining(undefined)
    })
  const move = (item: Item, to: StageAt) => (to.stage === 'declined' ? setDeclining(item) : void perform(item, to))
  const mayGo = (item: Item, to: StageAt) =>
    mayChange &&
    !isAtStage(item, to) &&
    (item.stage === to.stage || movesFrom(item.kind, item.stage).includes(to.stage))
  const cards = columns.flatMap(({ items }) => items)
  const cardOf = (wanted: string | undefined) => cards.find(({ reference }) => reference === wanted)
  const dragOver = (event: DragEvent, at: StageAt) => {
    const item = cardOf(dragged)
    if (!item || !mayGo(item, at)) return
    event.preventDefault()
    setTarget(stageKey(at))
  }
  const drop = (event: DragEvent, at: StageAt) => {
    event.preventDefault()
    setTarget(undefined)
    const item = cardOf(dragged)
    if (item && mayGo(item, at)) move(item, at)
  }
  const list = searchOf(listOf(job))
  const { board, slot, lifted, onCardKey, putBack, follow } = useLifting({ columns, mayGo, onSetDown: move })
  const shown = useShownStage(board, stages)

  return (
    <>
      <Head
        title={title}
        note={mayChange && (isTouch.matches ? texts.touchHint : texts.hint)}
        actions={
          <>
            <select
              className={styles.jobs}
              aria-label={texts.job}
              value={job}
              onChange={({ target }) => navigate(`/stages/${target.value}`)}
            >
              <Options
                of={[
                  ...jobOptions,
                  ...others.map(
                    (each) =>
                      [each, each === INTERNSHIP ? words.kinds['internship-application'] : words.general] as const,
                  ),
                ]}
              />
            </select>
            {can('jobs.manage') && (
              <Link className={buttonClass()} to={`/stages/${job}/set-up`}>
                <Icon of={SlidersHorizontal} />
                {texts.setUp}
              </Link>
            )}
            <Link className={buttonClass()} to={`/inbox?${list}`}>
              <Icon of={List} />
              {texts.list}
            </Link>
          </>
        }
      />
      {form.failure && !declining && (
        <Body>
          <Note kind="wrong">{form.failure}</Note>
        </Body>
      )}
      {columns.every(({ items }) => items.length === 0) && (
        <Body>
          <Empty fill="hollow" title={texts.empty} />
        </Body>
      )}
      <StageTabs shown={shown} columns={columns} />
      <ol ref={board} className={styles.board} aria-label={say('board.columns', { job: title })}>
        {columns.map(({ at, items, total, isMore, next }) => {
          const { stage } = at
          const key = stageKey(at)
          const isTarget = (lifted ? stageKey(lifted.over) : target) === key
          const found = formats.figure(isMore ? total + 1 : total, total)
          const ofColumn = `/inbox?${searchOf({ ...listOf(job), ...columnQuery(at, stages) })}`
          return (
            <li
              key={key}
              id={columnId(key)}
              className={classNames(
                styles.column,
                key === shown && styles.shown,
                OVER.includes(stage) && styles.over,
                isTarget && styles.target,
              )}
              onDragOver={(event) => dragOver(event, at)}
              onDragLeave={() => setTarget((former) => (former === key ? undefined : former))}
              onDrop={(event) => drop(event, at)}
            >
              <h2 className={styles.stage}>
                <StageDot stage={stage} />
                {nameOf(at)}
                <Link className={styles.count} to={ofColumn} aria-label={say('board.all', { found })}>
                  {found}
                </Link>
              </h2>
              {isTarget && (lifted?.item ?? cardOf(dragged))?.stage !== stage && (
                <p className="muted small">{tells(stage)}</p>
              )}
              <ul>
                {lifted && isTarget && !isAtStage(lifted.item, at) && (
                  <li ref={slot} className={classNames(styles.card, styles.slot)} aria-hidden>
                    <span className="own" dir="auto">
                      {lifted.item.name}
                    </span>
                  </li>
                )}
                {items.map((item) => (
                  <Card
                    key={item.reference}
                    item={item}
                    called={distinctName(item, cards)}
                    list={list.toString()}
                    moves={stages.filter((to) => mayGo(item, to))}
                    isLifted={lifted?.item.reference === item.reference}
                    onMove={(to) => move(item, to)}
                    onDrag={setDragged}
                    onKey={(event) => !form.isBusy && onCardKey(event, item)}
                    onLeave={putBack}
                  />
                ))}
              </ul>
              {next !== null && (
                <p className={styles.more}>
                  <Link to={ofColumn}>{say('board.all', { found })}</Link>
                </p>
              )}
            </li>
          )
        })}
      </ol>
      {declining && (
        <DeclineDialog
          name={declining.name}
          about={draftNames.decline(declining.reference)}
          language={declining.language}
          form={form}
          onClose={() => setDeclining(undefined)}
          onReopen={() => setDeclining(declining)}
          onDecline={(given) => perform(declining, DECLINED, given)}
        />
      )}
    </>
  )
}

const DECLINED: StageAt = { stage: 'declined', step: '', name: null }

const columnId = (key: string) => `stage-${key}`

interface StageTabsProps {
  shown: string | undefined
  columns: readonly { at: StageAt; total: number; isMore: boolean }[]
}

/** On a phone one stage fills the screen: a tab or a swipe shows the next. */
function StageTabs({ shown, columns }: StageTabsProps) {
  const { board: texts, formats } = useTexts()
  const nameOf = useStageName()
  const tabs = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab of another stage may be out of view
  useEffect(() => {
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [shown])
  return (
    <nav ref={tabs} className={styles.tabs} aria-label={texts.tabs}>
      {columns.map(({ at, total, isMore }) => (
        <button
          key={stageKey(at)}
          type="button"
          aria-current={stageKey(at) === shown ? 'true' : undefined}
          onClick={() =>
            document.getElementById(columnId(stageKey(at)))?.scrollIntoView({ block: 'nearest', inline: 'start' })
          }
        >
          {nameOf(at)}
          <span className="muted small">{formats.figure(isMore ? total + 1 : total, total)}</span>
        </button>
      ))}
    </nav>
  )
}

function useShownStage(board: RefObject<HTMLOListElement | null>, stages: readonly StageAt[]) {
  const keys = stages.map(stageKey).join(' ')
  const [shown, setShown] = useState(stages[0] && stageKey(stages[0]))
  useEffect(() => {
    const root = board.current
    if (!root) return
    const observer = new IntersectionObserver(
      (entries) => {
        const id = entries.find(({ isIntersecting }) => isIntersecting)?.target.id
        const key = keys.split(' ').find((each) => columnId(each) === id)
        if (key) setShown(key)
      },
      // A column counts while it covers the middle of the board.
      { root, rootMargin: '0px -50%' },
    )
    for (const column of root.children) observer.observe(column)
    return () => observer.disconnect()
  }, [board, keys])
  return shown
}

interface CardProps {
  item: Item
  called: string
  /** The query of the list that it belongs to. */
  list: string
  moves: StageAt[]
  isLifted: boolean
  onMove(to: StageAt): void
  onDrag(reference: string | undefined): void
  onKey(event: KeyboardEvent): void
  onLeave(): void
}

function Card({ item, called, list, moves, isLifted, onMove, onDrag, onKey, onLeave }: CardProps) {
  const { board: texts, submissions: words, say, formats } = useTexts()
  const stageName = useStageName()
  const { nameOf } = useColleagues()
  const tells = useTold()
  const { reference, name, assigneeId, notes } = item
  return (
    <li
      className={classNames(styles.card, !item.isRead && styles.unread, isLifted && styles.lifted)}
      draggable={moves.length > 0}
      onDragStart={(event) => {
        // Some browsers do not drag without data.
        event.dataTransfer.setData('text/plain', reference)
        onDrag(reference)
      }}
      onDragEnd={() => onDrag(undefined)}
    >
      <Link
        className="own"
        dir="auto"
        to={`/inbox/${reference}?${list}`}
        data-reference={reference}
        aria-keyshortcuts={moves.length > 0 ? 'Space' : undefined}
        onKeyDown={moves.length > 0 ? onKey : undefined}
        onBlur={onLeave}
      >
        {name}
      </Link>
      <p className={styles.facts}>
        <time className="muted small" dateTime={item.createdAt}>
          {formats.short(item.createdAt)}
        </time>
        <LanguageMark language={item.language} />
        <SampleMark item={item} />
        {item.marks.length > 0 && (
          <span role="img" aria-label={words.marked} title={words.marked}>
            <Icon of={Flag} small />
          </span>
        )}
        {notes > 0 && <span className="muted small">{say('board.notes', { count: notes })}</span>}
      </p>
      <div className={styles.facts}>
        {moves.length > 0 && (
          <Menu
            label={say('board.moveFor', { name: called })}
            text={texts.moveTo}
            items={moves.map((to) => ({
              label: stageName(to),
              ...(to.stage !== item.stage && { note: tells(to.stage) }),
              run: () => onMove(to),
            }))}
          />
        )}
        <span className={styles.person} title={nameOf(assigneeId)}>
          <AssigneeInitial id={assigneeId} />
        </span>
      </div>
    </li>
  )
}
