import { List } from 'lucide-react'
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
  LanguageMark,
  loadColleagues,
  SampleMark,
  type Stage,
  StageDot,
  useColleagues,
  useTold,
} from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './board.module.css'
import { APPLICATION_STAGES, useLifting } from './use-lifting.ts'

export const handle = { folded: true }

/** Of each stage, so that a full one does not hide the others. */
const MAX_CARDS = 50
const GENERAL = 'general'

export async function loader({ params, request }: LoaderFunctionArgs) {
  const [{ jobs }, colleagues] = await Promise.all([api('GET /jobs', { background: true }), loadColleagues()])
  const busiest = jobs.toSorted((one, other) => other.applications - one.applications)[0]
  const job = params.job ?? (busiest ? String(busiest.id) : GENERAL)
  const columns = await Promise.all(
    APPLICATION_STAGES.map(async (stage) => {
      const query = { form: 'career-application', job, stage, limit: MAX_CARDS } as const
      return { stage, ...(await api('GET /submissions', { query, signal: request.signal })) }
    }),
  )
  return { job, jobs, colleagues, columns }
}

const isTouch = matchMedia('(pointer: coarse)')

const OVER: Stage[] = ['hired', 'declined', 'withdrawn']

export function Component() {
  const { job, jobs, columns } = useLoaderData<typeof loader>()
  const { board: texts, submissions: words, say, language, formats } = useTexts()
  const navigate = useNavigate()
  const { can } = useSession()
  const announcements = useAnnouncements()
  const takeStepBack = useTakeBack()
  const forgetDraft = useForgetDraft()
  const { change, ...form } = useSubmit()
  const [declining, setDeclining] = useState<Item>()
  const [dragged, setDragged] = useState<string>()
  const [target, setTarget] = useState<Stage>()
  const mayChange = can('submissions.change')
  const known = jobs.find(({ id }) => String(id) === job)
  const jobOptions = jobs.map(
    ({ id, title, applications }) => [String(id), `${title[language]} (${formats.number(applications)})`] as const,
  )
  const title = known ? known.title[language] : words.general

  const tells = useTold()
  const perform = (item: Item, stage: Stage, declining?: Declining) =>
    change(async () => {
      const { undo } = await api('PUT /submissions/:id/stage', {
        params: { id: item.reference },
        body: { stage, version: item.version, ...declining },
      })
      const moved = say('board.moved', { name: item.name, stage: words.stages[stage] })
      const text = declining ? moved : `${moved} ${tells(stage)}`
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
  const move = (item: Item, stage: Stage) => (stage === 'declined' ? setDeclining(item) : void perform(item, stage))
  const mayGo = (item: Item, stage: Stage) => mayChange && movesFrom(item.kind, item.stage).includes(stage)
  const cards = columns.flatMap(({ items }) => items)
  const cardOf = (wanted: string | undefined) => cards.find(({ reference }) => reference === wanted)
  const dragOver = (event: DragEvent, stage: Stage) => {
    const item = cardOf(dragged)
    if (!item || !mayGo(item, stage)) return
    event.preventDefault()
    setTarget(stage)
  }
  const drop = (event: DragEvent, stage: Stage) => {
    event.preventDefault()
    setTarget(undefined)
    const item = cardOf(dragged)
    if (item && mayGo(item, stage)) move(item, stage)
  }
  const { board, slot, lifted, onCardKey, putBack, follow } = useLifting({ columns, mayGo, onSetDown: move })
  const shown = useShownStage(board)

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
              <Options of={[...jobOptions, [GENERAL, words.general]]} />
            </select>
            <Link className={buttonClass()} to={`/inbox?form=career-application&job=${job}`}>
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
        {columns.map(({ stage, items, total, isMore, next }) => {
          const found = formats.figure(isMore ? total + 1 : total, total)
          const list = `/inbox?form=career-application&job=${job}&stage=${stage}`
          return (
            <li
              key={stage}
              id={columnId(stage)}
              className={classNames(
                styles.column,
                stage === shown && styles.shown,
                OVER.includes(stage) && styles.over,
                (lifted?.over ?? target) === stage && styles.target,
              )}
              onDragOver={(event) => dragOver(event, stage)}
              onDragLeave={() => setTarget((former) => (former === stage ? undefined : former))}
              onDrop={(event) => drop(event, stage)}
            >
              <h2 className={styles.stage}>
                <StageDot stage={stage} />
                {words.stages[stage]}
                <Link className={styles.count} to={list} aria-label={say('board.all', { found })}>
                  {found}
                </Link>
              </h2>
              {(lifted?.over ?? target) === stage && <p className="muted small">{tells(stage)}</p>}
              <ul>
                {lifted?.over === stage && lifted.item.stage !== stage && (
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
                    job={job}
                    moves={APPLICATION_STAGES.filter((to) => mayGo(item, to))}
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
                  <Link to={list}>{say('board.all', { found })}</Link>
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
          onDecline={(given) => perform(declining, 'declined', given)}
        />
      )}
    </>
  )
}

const columnId = (stage: Stage) => `stage-${stage}`

interface StageTabsProps {
  shown: Stage | undefined
  columns: readonly { stage: Stage; total: number; isMore: boolean }[]
}

/** On a phone one stage fills the screen: a tab or a swipe shows the next. */
function StageTabs({ shown, columns }: StageTabsProps) {
  const { board: texts, submissions: words, formats } = useTexts()
  const tabs = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab of another stage may be out of view
  useEffect(() => {
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [shown])
  return (
    <nav ref={tabs} className={styles.tabs} aria-label={texts.tabs}>
      {columns.map(({ stage, total, isMore }) => (
        <button
          key={stage}
          type="button"
          aria-current={stage === shown ? 'true' : undefined}
          onClick={() =>
            document.getElementById(columnId(stage))?.scrollIntoView({ block: 'nearest', inline: 'start' })
          }
        >
          {words.stages[stage]}
          <span className="muted small">{formats.figure(isMore ? total + 1 : total, total)}</span>
        </button>
      ))}
    </nav>
  )
}

function useShownStage(board: RefObject<HTMLOListElement | null>) {
  const [shown, setShown] = useState(APPLICATION_STAGES[0])
  useEffect(() => {
    const root = board.current
    if (!root) return
    const observer = new IntersectionObserver(
      (entries) => {
        const id = entries.find(({ isIntersecting }) => isIntersecting)?.target.id
        const stage = APPLICATION_STAGES.find((each) => columnId(each) === id)
        if (stage) setShown(stage)
      },
      // A column counts while it covers the middle of the board.
      { root, rootMargin: '0px -50%' },
    )
    for (const column of root.children) observer.observe(column)
    return () => observer.disconnect()
  }, [board])
  return shown
}

interface CardProps {
  item: Item
  called: string
  job: string
  moves: Stage[]
  isLifted: boolean
  onMove(to: Stage): void
  onDrag(reference: string | undefined): void
  onKey(event: KeyboardEvent): void
  onLeave(): void
}

function Card({ item, called, job, moves, isLifted, onMove, onDrag, onKey, onLeave }: CardProps) {
  const { board: texts, submissions: words, say, formats } = useTexts()
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
        to={`/inbox/${reference}?form=career-application&job=${job}`}
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
        {notes > 0 && <span className="muted small">{say('board.notes', { count: notes })}</span>}
      </p>
      <div className={styles.facts}>
        {moves.length > 0 && (
          <Menu
            label={say('board.moveFor', { name: called })}
            text={texts.moveTo}
            items={moves.map((to) => ({
              label: words.stages[to],
              note: tells(to),
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
