import { useRef, useState } from 'react'
import { classNames } from '#site/brand/class-names.ts'
import { api, Refusal } from '../../api.ts'
import { useAnnouncements } from '../../parts/announcements.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField } from '../../parts/field.tsx'
import { Note } from '../../parts/layout.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { useSession } from '../../session.tsx'
import { useActions } from '../../shell/actions.tsx'
import { assignable, useNameOf } from '../../submissions/colleagues.ts'
import { DeclineDialog, type DeclineReason, type Declining } from '../../submissions/decline-dialog.tsx'
import type { Colleague, Stage } from '../../submissions/item.ts'
import { StageDot, StageName } from '../../submissions/stage.tsx'
import { useTakeBack } from '../../submissions/use-take-back.ts'
import { useSay, useTexts } from '../../texts.tsx'
import styles from './submission.module.css'
import type { Submission } from './submission.tsx'

type Wanted = ({ stage: Stage } & Partial<Declining>) | { assigneeId: string | null }
/** What the server says there is now, where somebody was quicker. */
type Current = Pick<Submission, 'stage' | 'assigneeId' | 'version' | 'moves' | 'dueAt' | 'declineReason'>

interface HandlingProps {
  submission: Submission
  colleagues: readonly Colleague[]
  onChange(changes: Partial<Submission>): void
  onRefresh(): Promise<void>
}

/** Where it stands and who has it. A change that meets another one shows both. */
export function Handling({ submission, colleagues, onChange, onRefresh }: HandlingProps) {
  const texts = useTexts('submission')
  const words = useTexts('submissions')
  const takeStepBack = useTakeBack()
  const say = useSay('submission')
  const sayLetter = useSay('letters')
  const announcements = useAnnouncements()
  const nameOf = useNameOf(colleagues)
  const { person, can } = useSession()
  const { submit, isBusy, failure, errorOf } = useSubmit()
  const [isDeclining, setDeclining] = useState(false)
  const [conflict, setConflict] = useState<{ current: Current; wanted: Wanted }>()
  const select = useRef<HTMLDivElement>(null)
  const { reference, stage, stages, moves, assigneeId, version, timeline } = submission
  const mayChange = can('submissions.change')

  const perform = (wanted: Wanted, known = version) =>
    submit(async () => {
      try {
        const params = { id: reference }
        let undo: string | null = null
        let owed = 0
        let changed: Current
        if ('stage' in wanted)
          ({
            undo,
            letters: owed,
            ...changed
          } = await api('PUT /submissions/:id/stage', {
            params,
            body: { ...wanted, version: known },
          }))
        else changed = await api('PUT /submissions/:id/assignee', { params, body: { ...wanted, version: known } })
        setConflict(undefined)
        setDeclining(false)
        onChange({ ...changed, timeline: [...timeline, entryOf(wanted, stage, person.id)] })
        if (owed > 0) await onRefresh()
        if (undo && 'stage' in wanted && wanted.stage === 'declined') {
          const step = undo
          return announcements.offerUndo({
            text: sayLetter('declined', { name: submission.name }),
            undo: () => takeBack(step),
          })
        }
        announcements.say(
          'stage' in wanted
            ? say('moved', { stage: words.stages[wanted.stage] })
            : say('assigned', { name: wanted.assigneeId ? nameOf(wanted.assigneeId) : words.nobody }),
        )
      } catch (error) {
        const current = conflictIn(error)
        if (!current) throw error
        setDeclining(false)
        setConflict({ current, wanted })
      }
    })
  const takeBack = async (id: string) => {
    await takeStepBack(id)
    await onRefresh()
  }
  const move = (to: Stage) => (to === 'declined' ? setDeclining(true) : perform({ stage: to }))
  const canMove = (to: Stage) => mayChange && moves.includes(to)

  useActions(
    mayChange
      ? [
          ...stages.map((to, index) => ({
            id: `stage-${to}`,
            label: say('keys.stageNumber', { stage: words.stages[to] }),
            keys: String(index + 1),
            run: () => {
              if (canMove(to)) move(to)
            },
          })),
          {
            id: 'assign',
            label: texts.keys.assign,
            keys: 'A',
            run: () => select.current?.querySelector('select')?.focus(),
          },
        ]
      : [],
  )

  return (
    <>
      <section>
        <h2 className="h3">{texts.stage}</h2>
        <ol className={styles.stages}>
          {stages.map((each, index) => {
            const isHere = each === stage
            return (
              <li key={each}>
                <button
                  type="button"
                  className={classNames(styles.stageButton, isHere && styles.isHere)}
                  aria-current={isHere ? 'step' : undefined}
                  aria-disabled={(!isHere && !canMove(each)) || undefined}
                  title={!isHere && !canMove(each) ? say('moveNotAllowed', { stage: words.stages[stage] }) : undefined}
                  onClick={() => !isHere && !isBusy && canMove(each) && move(each)}
                >
                  <StageDot stage={each} />
                  <span>{words.stages[each]}</span>
                  <kbd aria-hidden>{index + 1}</kbd>
                </button>
              </li>
            )
          })}
        </ol>
        {submission.declineReason && (
          <p className="second small">{words.reasons[submission.declineReason as DeclineReason]}</p>
        )}
        {failure && !isDeclining && <Note kind="wrong">{failure}</Note>}
      </section>
      <div ref={select}>
        <SelectField
          label={texts.assignedTo}
          value={assigneeId ?? ''}
          disabled={!mayChange}
          onChange={({ target }) => perform({ assigneeId: target.value || null })}
        >
          <option value="">{words.nobody}</option>
          {assigneeId && !colleagues.some(({ id }) => id === assigneeId) && (
            <option value={assigneeId}>{words.formerColleague}</option>
          )}
          {assignable(colleagues).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      {isDeclining && (
        <DeclineDialog
          name={submission.name}
          language={submission.language}
          isBusy={isBusy}
          failure={failure}
          errorOf={errorOf}
          onClose={() => setDeclining(false)}
          onDecline={(declining) => perform({ stage: 'declined', ...declining })}
        />
      )}
      {conflict && (
        <ConflictDialog
          current={conflict.current}
          wanted={conflict.wanted}
          nameOf={(id) => (id ? nameOf(id) : words.nobody)}
          onKeep={() => {
            onChange(conflict.current)
            setConflict(undefined)
          }}
          onMine={() => {
            onChange(conflict.current)
            perform(conflict.wanted, conflict.current.version)
          }}
        />
      )}
    </>
  )
}

function conflictIn(error: unknown): Current | undefined {
  if (!(error instanceof Refusal) || error.problem !== 'conflict') return undefined
  return (error.body.details as { current?: Current } | undefined)?.current
}

function entryOf(wanted: Wanted, from: Stage, actorId: string): Submission['timeline'][number] {
  const at = new Date().toISOString()
  return 'stage' in wanted
    ? { at, kind: 'stage', actorId, details: { from, to: wanted.stage } }
    : { at, kind: 'assign', actorId, details: { to: wanted.assigneeId } }
}

interface ConflictDialogProps {
  current: Current
  wanted: Wanted
  nameOf(id: string | null): string
  onKeep(): void
  onMine(): void
}

function ConflictDialog({ current, wanted, nameOf, onKeep, onMine }: ConflictDialogProps) {
  const texts = useTexts('submission')
  return (
    <Dialog
      title={texts.conflictTitle}
      text={texts.conflictText}
      stays
      onClose={onKeep}
      actions={
        <>
          <Button onClick={onKeep}>{texts.keepTheirs}</Button>
          <Button look="primary" onClick={onMine}>
            {texts.doMine}
          </Button>
        </>
      }
    >
      <dl className={styles.conflict}>
        <div>
          <dt>{texts.conflictNow}</dt>
          <dd>
            <StageName stage={current.stage} /> · <bdi>{nameOf(current.assigneeId)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{texts.conflictWanted}</dt>
          <dd>{'stage' in wanted ? <StageName stage={wanted.stage} /> : <bdi>{nameOf(wanted.assigneeId)}</bdi>}</dd>
        </div>
      </dl>
    </Dialog>
  )
}
