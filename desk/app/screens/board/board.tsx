import { List } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { movesFrom, stagesOf } from '#domain/submissions/stages.ts'
import { classNames } from '#site/brand/class-names.ts'
import { api } from '../../api.ts'
import { useFormats } from '../../formats.ts'
import { useAnnouncements } from '../../parts/announcements.tsx'
import { buttonClass } from '../../parts/button.tsx'
import { Initial } from '../../parts/dot.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Body, Empty, Head, Note } from '../../parts/layout.tsx'
import { Menu } from '../../parts/menu.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { useSession } from '../../session.tsx'
import { LanguageMark, SampleMark } from '../../submissions/about.tsx'
import { loadColleagues, useNameOf } from '../../submissions/colleagues.ts'
import { DeclineDialog, type Declining } from '../../submissions/decline-dialog.tsx'
import { draftNames, useForgetDraft } from '../../submissions/drafts.ts'
import type { Colleague, Item, Stage } from '../../submissions/item.ts'
import { StageDot } from '../../submissions/stage.tsx'
import { useTakeBack } from '../../submissions/use-take-back.ts'
import { useLanguage, useSay, useTexts } from '../../texts.tsx'
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

/** One job's applications by their stage. "Move to…" on every card does all that dragging does. */
export function Component() {
  const { job, jobs, colleagues, columns } = useLoaderData<typeof loader>()
  const texts = useTexts('board')
  const say = useSay('board')
  const sayInbox = useSay('inbox')
  const words = useTexts('submissions')
  const language = useLanguage()
  const navigate = useNavigate()
  const formats = useFormats()
  const { can } = useSession()
  const { revalidate } = useRevalidator()
  const announcements = useAnnouncements()
  const takeStepBack = useTakeBack()
  const forgetDraft = useForgetDraft()
  const { submit, isBusy, failure, errorOf } = useSubmit()
  const [declining, setDeclining] = useState<Item>()
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
      const text = say('moved', { name: item.name, stage: words.stages[stage] })
      if (undo) announcements.offerUndo({ text, undo: () => takeStepBack(undo) })
      else announcements.say(text)
      if (declining) forgetDraft(draftNames.decline(item.reference))
      setDeclining(undefined)
    }).finally(revalidate)
  const move = (item: Item, stage: Stage) => (stage === 'declined' ? setDeclining(item) : void perform(item, stage))
  const mayGo = (item: Item, stage: Stage) => mayChange && movesFrom(item.kind, item.stage).includes(stage)
  const drop = (event: DragEvent, stage: Stage) => {
    event.preventDefault()
    setTarget(undefined)
    const item = columns
      .flatMap(({ items }) => items)
      .find(({ reference }) => reference === event.dataTransfer.getData('text/plain'))
    if (item && mayGo(item, stage)) move(item, stage)
  }

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
      <ol className={styles.board} aria-label={say('columns', { job: title })}>
        {columns.map(({ stage, items: cards, total, isMore, next }) => {
          const found = isMore ? sayInbox('countMore', { count: total }) : formats.number(total)
          const list = `/inbox?form=career-application&job=${job}&stage=${stage}`
          return (
            <li
              key={stage}
              className={classNames(
                styles.column,
                OVER.includes(stage) && styles.over,
                target === stage && styles.target,
              )}
              onDragOver={(event) => {
                event.preventDefault()
                setTarget(stage)
              }}
              onDragLeave={() => setTarget((former) => (former === stage ? undefined : former))}
              onDrop={(event) => drop(event, stage)}
            >
              <h2 className={styles.stage}>
                <StageDot stage={stage} />
                {words.stages[stage]}
                <Link className={styles.count} to={list} aria-label={say('all', { found })}>
                  {found}
                </Link>
              </h2>
              <ul>
                {cards.map((item) => (
                  <Card
                    key={item.reference}
                    item={item}
                    job={job}
                    colleagues={colleagues}
                    moves={STAGES.filter((to) => mayGo(item, to))}
                    onMove={(to) => move(item, to)}
                  />
                ))}
              </ul>
              {next !== null && (
                <p className={styles.more}>
                  <Link to={list}>{say('all', { found })}</Link>
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

interface CardProps {
  item: Item
  job: string
  colleagues: readonly Colleague[]
  moves: Stage[]
  onMove(to: Stage): void
}

function Card({ item, job, colleagues, moves, onMove }: CardProps) {
  const texts = useTexts('board')
  const say = useSay('board')
  const { stages, nobody } = useTexts('submissions')
  const formats = useFormats()
  const { person } = useSession()
  const nameOf = useNameOf(colleagues)
  const { reference, name, assigneeId, notes } = item
  return (
    <li
      className={classNames(styles.card, !item.isRead && styles.unread)}
      draggable={moves.length > 0}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', reference)}
    >
      <Link className="own" dir="auto" to={`/inbox/${reference}?form=career-application&job=${job}`}>
        {name}
      </Link>
      <p className={styles.facts}>
        <time className="muted small" dateTime={item.createdAt}>
          {formats.short(item.createdAt)}
        </time>
        <LanguageMark language={item.language} />
        <SampleMark item={item} />
        {notes > 0 && <span className="muted small">{say('notes', { count: notes })}</span>}
      </p>
      <div className={styles.facts}>
        {moves.length > 0 && (
          <Menu
            label={say('moveFor', { name })}
            text={texts.moveTo}
            items={moves.map((to) => ({ label: stages[to], run: () => onMove(to) }))}
          />
        )}
        <span className={styles.person} title={assigneeId ? nameOf(assigneeId) : nobody}>
          <Initial name={assigneeId ? nameOf(assigneeId) : undefined} isMe={assigneeId === person.id} />
        </span>
      </div>
    </li>
  )
}
