import { useRef } from 'react'
import { classNames } from '#site/brand/class-names.ts'
import { useActions } from '../../parts/actions.tsx'
import { Note } from '../../parts/elements.tsx'
import { Options, openToChoose, SelectField } from '../../parts/field.tsx'
import { useSession } from '../../session.tsx'
import { useColleagues } from '../../submissions/colleagues.tsx'
import { DeclineDialog, type DeclineReason } from '../../submissions/decline-dialog.tsx'
import { draftNames } from '../../submissions/draft-names.ts'
import type { Stage } from '../../submissions/item.tsx'
import { StageDot } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { useOpenSubmission } from './open-submission.ts'
import styles from './submission.module.css'
import { useHandling } from './use-handling.ts'

export function Handling() {
  const { submission } = useOpenSubmission()
  const { submission: texts, submissions: words, say } = useTexts()
  const { nameOf } = useColleagues()
  const { can } = useSession()
  const { perform, form, isDeclining, setDeclining, conflict } = useHandling()
  const select = useRef<HTMLDivElement>(null)
  const { stages, moves } = submission
  const mayChange = can('submissions.change')
  const move = (to: Stage) => (to === 'declined' ? setDeclining(true) : perform({ stage: to }))
  const canMove = (to: Stage) => mayChange && moves.includes(to)

  useActions(
    mayChange
      ? [
          ...stages.map((to, index) => ({
            id: `stage-${to}`,
            label: say('submission.keys.stageNumber', { stage: words.stages[to] }),
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
        <StageList canMove={canMove} onMove={(to) => !form.isBusy && move(to)} />
        <Declined />
        {form.failure && !isDeclining && <Note kind="wrong">{form.failure}</Note>}
      </section>
      <div ref={select}>
        <Assignee disabled={!mayChange} onAssign={(assigneeId) => perform({ assigneeId })} />
      </div>
      {isDeclining && (
        <DeclineDialog
          name={submission.name}
          about={draftNames.decline(submission.reference)}
          language={submission.language}
          form={form}
          onClose={() => setDeclining(false)}
          onReopen={() => setDeclining(true)}
          onDecline={(declining) => perform({ stage: 'declined', ...declining })}
        />
      )}
      {conflict && <ConflictDialog {...conflict} nameOf={nameOf} />}
    </>
  )
}

function StageList({ canMove, onMove }: { canMove(to: Stage): boolean; onMove(to: Stage): void }) {
  const { stage, stages } = useOpenSubmission().submission
  const { submissions: words, say } = useTexts()
  return (
    <ol className={styles.stages}>
      {stages.map((each, index) => {
        const isHere = each === stage
        const isBarred = !isHere && !canMove(each)
        return (
          <li key={each}>
            <button
              type="button"
              className={classNames(styles.stageButton, isHere && styles.isHere)}
              aria-current={isHere ? 'step' : undefined}
              aria-disabled={isBarred || undefined}
              title={isBarred ? say('submission.moveNotAllowed', { stage: words.stages[stage] }) : undefined}
              onClick={() => !isHere && canMove(each) && onMove(each)}
            >
              <StageDot stage={each} />
              <span>{words.stages[each]}</span>
              <kbd aria-hidden>{index + 1}</kbd>
            </button>
          </li>
        )
      })}
    </ol>
  )
}

function Declined() {
  const { declineReason, letters } = useOpenSubmission().submission
  const { submissions: words, say, formats } = useTexts()
  const sent = letters.find(({ kind, sentAt }) => kind === 'decline' && sentAt !== null)
  return (
    <>
      {declineReason && <p className="second small">{words.reasons[declineReason as DeclineReason]}</p>}
      {sent?.sentAt && (
        <p className="second small">{say('submission.declineLetterSent', { when: formats.moment(sent.sentAt) })}</p>
      )}
    </>
  )
}

function Assignee({ disabled, onAssign }: { disabled: boolean; onAssign(assigneeId: string | null): void }) {
  const { assigneeId } = useOpenSubmission().submission
  const { assignable, isColleague } = useColleagues()
  const { submission: texts, submissions: words } = useTexts()
  return (
    <SelectField
      label={texts.assignedTo}
      value={assigneeId ?? ''}
      disabled={disabled}
      onKeyDown={openToChoose}
      onChange={({ target }) => onAssign(target.value || null)}
    >
      <option value="">{words.nobody}</option>
      {assigneeId && !isColleague(assigneeId) && <option value={assigneeId}>{words.formerColleague}</option>}
      <Options of={assignable.map(({ id, name }) => [id, name] as const)} />
    </SelectField>
  )
}
