import { List } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { movesFrom, stagesOf } from '#domain/submissions/stages.ts'
import { classNames } from '#site/brand/class-names.ts'
import { directionOf } from '#texts/languages.ts'
import { api } from '../../api.ts'
import { Body, buttonClass, Empty, Head, Icon, Initial, Note } from '../../parts/elements.tsx'
import { Menu } from '../../parts/menu.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { loadColleagues, useNameOf } from '../../submissions/colleagues.ts'
import { DeclineDialog, type Declining } from '../../submissions/decline-dialog.tsx'
import { draftNames, useForgetDraft } from '../../submissions/drafts.ts'
import type { Colleague, Item, Stage } from '../../submissions/item.tsx'
import { LanguageMark, SampleMark, StageDot } from '../../submissions/item.tsx'
import { useTakeBack } from '../../submissions/use-take-back.ts'
import { useTexts } from '../../texts.tsx'
import styles from './board.module.css'

export const handle = { folded: true }

/** Of each stage: those who are far are as near as those who have just arrived. */
const MAX_CARDS = 50
const GENERAL = 'general'

export async function loader({ params, request }: LoaderFunctionArgs) {
  const [{ jobs }, colleagues] = await Promise.all([api('GET /jobs', { background: true }), loadColleagues()])
  const busiest = jobs.toSorted((one, other) => other.applications - one.applications)[0]
  const job = params.job ?? (busiest ? String(busiest.id) : GENERAL)
  const columns = await Promise.all(
    STAGES.map(async (stage) => {
      const query = { form: 'career-application', job, stage, limit: MAX_CARDS } as const
      return { stage, ...(await api('GET /submissions', { query, signal: request.signal })) }
    }),
  )
  return { job, jobs, colleagues, columns }
}

const STAGES = stagesOf('career-application')
const OVER: Stage[] = ['hired', 'declined', 'withdrawn']

/** One job's applications by their stage. "Move to…" on every card does all that dragging does, and so do keys. */
export function Component() {
  const { job, jobs, colleagues, columns } = useLoaderData<typeof loader>()
  const { board: texts, submissions: words, say, language, formats } = useTexts()
  const navigate = useNavigate()
  const { can } = useSession()
  const { revalidate } = useRevalidator()
  const announcements = useAnnouncements()
  const takeStepBack = useTakeBack()
  const forgetDraft = useForgetDraft()
  const { submit, isBusy, failure, errorOf } = useSubmit()
  const [declining, setDeclining] = useState<Item>()
  const [dragged, setDragged] = useState<string>()
  const [target, setTarget] = useState<Stage>()
  const mayChange = can('submissions.change')
  const known = jobs.find(({ id }) => String(id) === job)
  const title = known ? known.title[language] : words.general

  const perform = (item: Item, stage: Stage, declining?: Declining) =>
    submit(async () => {
      const { undo } = await api('PUT /submissions/:id/stage', {
        params: { id: item.reference },
        body: { stage, version: item.version, ...declining },
      })
      const text = say('board.moved', { name: item.name, stage: words.stages[stage] })
      if (undo) announcements.offerUndo({ text, undo: () => takeStepBack(undo) })
      else announcements.say(text)
      if (declining) forgetDraft(draftNames.decline(item.reference))
      setDeclining(undefined)
    }).finally(revalidate)
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
  const { board, slot, lifted, onCardKey, putBack } = useLifting({ columns, mayGo, onSetDown: move })

  return (
    <>
      <Head
        title={title}
        note={mayChange && texts.hint}
        actions={
          <>
            <select
              className={styles.jobs}
              aria-label={texts.job}
              value={job}
              onChange={({ target }) => navigate(`/stages/${target.value}`)}
            >
              {jobs.map(({ id, title, applications }) => (
                <option key={id} value={String(id)}>
                  {`${title[language]} (${formats.number(applications)})`}
                </option>
              ))}
              <option value={GENERAL}>{words.general}</option>
            </select>
            <Link className={buttonClass()} to={`/inbox?form=career-application&job=${job}`}>
              <Icon of={List} />
              {texts.list}
            </Link>
          </>
        }
      />
      {failure && !declining && (
        <Body>
          <Note kind="wrong">{failure}</Note>
        </Body>
      )}
      {columns.every(({ items }) => items.length === 0) && (
        <Body>
          <Empty fill="hollow" title={texts.empty} />
        </Body>
      )}
      <ol ref={board} className={styles.board} aria-label={say('board.columns', { job: title })}>
        {columns.map(({ stage, items, total, isMore, next }) => {
          const found = isMore ? say('inbox.countMore', { count: total }) : formats.number(total)
          const list = `/inbox?form=career-application&job=${job}&stage=${stage}`
          return (
            <li
              key={stage}
              className={classNames(
                styles.column,
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
                    job={job}
                    colleagues={colleagues}
                    moves={STAGES.filter((to) => mayGo(item, to))}
                    isLifted={lifted?.item.reference === item.reference}
                    onMove={(to) => move(item, to)}
                    onDrag={setDragged}
                    onKey={(event) => !isBusy && onCardKey(event, item)}
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
          isBusy={isBusy}
          failure={failure}
          errorOf={errorOf}
          onClose={() => setDeclining(undefined)}
          onReopen={() => setDeclining(declining)}
          onDecline={(given) => perform(declining, 'declined', given)}
        />
      )}
    </>
  )
}

interface Lifting {
  columns: readonly { stage: Stage; items: Item[] }[]
  mayGo(item: Item, stage: Stage): boolean
  onSetDown(item: Item, stage: Stage): void
}

/** A card moved by keys: Space lifts it, arrows choose the stage, Space or Enter sets it down, Esc puts it back. Each step is read out. */
function useLifting({ columns, mayGo, onSetDown }: Lifting) {
  const { submissions: words, say } = useTexts()
  const isMirrored = directionOf(useTexts().language) === 'rtl'
  const announcements = useAnnouncements()
  const board = useRef<HTMLOListElement>(null)
  /** Where it would stand. */
  const slot = useRef<HTMLLIElement>(null)
  const [held, setHeld] = useState<{ reference: string; over: Stage }>()
  /** The focus goes with the card to where it was set down. */
  const followed = useRef<string>(undefined)
  // A colleague may have moved it meanwhile, and further than it may go from here.
  const item = columns.flatMap(({ items }) => items).find(({ reference }) => reference === held?.reference)
  const lifted = held && item && { item, over: held.over }

  // biome-ignore lint/correctness/useExhaustiveDependencies: with the columns the card has moved
  useLayoutEffect(() => {
    const reference = followed.current
    followed.current = undefined
    if (reference) board.current?.querySelector<HTMLElement>(`[data-reference="${reference}"]`)?.focus()
  }, [columns])
  const over = lifted?.over
  // biome-ignore lint/correctness/useExhaustiveDependencies: the column that was chosen is to be seen
  useLayoutEffect(() => {
    slot.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [over])

  const putBack = () => {
    if (!lifted) return
    setHeld(undefined)
    announcements.say(say('board.putBack', { name: lifted.item.name, stage: words.stages[lifted.item.stage] }))
  }
  const lift = ({ reference, name, stage }: Item) => {
    setHeld({ reference, over: stage })
    announcements.say(say('board.lifted', { name, stage: words.stages[stage] }))
  }
  const setDown = () => {
    if (!lifted || lifted.over === lifted.item.stage) return putBack()
    setHeld(undefined)
    followed.current = lifted.item.reference
    onSetDown(lifted.item, lifted.over)
  }
  const carry = (steps: 1 | -1) => {
    if (!lifted) return
    const within = STAGES.filter((stage) => stage === lifted.item.stage || mayGo(lifted.item, stage))
    const next = within[within.indexOf(lifted.over) + steps] ?? lifted.over
    setHeld({ reference: lifted.item.reference, over: next })
    announcements.say(say('board.over', { stage: words.stages[next] }))
  }
  const onCardKey = (event: KeyboardEvent, card: Item) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const [next, previous] = isMirrored ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
    // On a phone the stages stand one below the other.
    const ways: Record<string, () => void> = {
      [next]: () => carry(1),
      ArrowDown: () => carry(1),
      [previous]: () => carry(-1),
      ArrowUp: () => carry(-1),
      ' ': setDown,
      Enter: setDown,
      Escape: putBack,
    }
    const act = lifted ? ways[event.key] : event.key === ' ' ? () => lift(card) : undefined
    if (!act) return
    event.preventDefault()
    if (!event.repeat || event.key.startsWith('Arrow')) act()
  }
  return { board, slot, lifted, onCardKey, putBack }
}

interface CardProps {
  item: Item
  job: string
  colleagues: readonly Colleague[]
  moves: Stage[]
  isLifted: boolean
  onMove(to: Stage): void
  /** Undefined once it was let go. */
  onDrag(reference: string | undefined): void
  onKey(event: KeyboardEvent): void
  onLeave(): void
}

function Card({ item, job, colleagues, moves, isLifted, onMove, onDrag, onKey, onLeave }: CardProps) {
  const { board: texts, submissions: words, say, formats } = useTexts()
  const { person } = useSession()
  const nameOf = useNameOf(colleagues)
  const { reference, name, assigneeId, notes } = item
  return (
    <li
      className={classNames(styles.card, !item.isRead && styles.unread, isLifted && styles.lifted)}
      draggable={moves.length > 0}
      onDragStart={(event) => {
        // Some browsers drag nothing that carries nothing.
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
            label={say('board.moveFor', { name })}
            text={texts.moveTo}
            items={moves.map((to) => ({ label: words.stages[to], run: () => onMove(to) }))}
          />
        )}
        <span className={styles.person} title={assigneeId ? nameOf(assigneeId) : words.nobody}>
          <Initial name={assigneeId ? nameOf(assigneeId) : undefined} isMe={assigneeId === person.id} />
        </span>
      </div>
    </li>
  )
}
