import { useRef } from 'react'
import { classNames } from '#site/brand/class-names.ts'
import { useActions } from '../../parts/actions.tsx'
import { Note } from '../../parts/elements.tsx'
import { openToChoose, SelectField } from '../../parts/field.tsx'
import { useSession } from '../../session.tsx'
import { assignable, useNameOf } from '../../submissions/colleagues.ts'
import { DeclineDialog, type DeclineReason } from '../../submissions/decline-dialog.tsx'
import { draftNames } from '../../submissions/drafts.ts'
import type { Colleague, Stage } from '../../submissions/item.tsx'
import { StageDot } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import styles from './submission.module.css'
import { type HandlingProps, useHandling } from './use-handling.ts'
import type { Submission } from './whole-submission.ts'

/** Where it stands and who has it. */
export function Handling(props: HandlingProps) {
  const { submission, colleagues } = props
  const { submission: texts, submissions: words, say } = useTexts()
  const nameOf = useNameOf(colleagues)
  const { can } = useSession()
  const { perform, isBusy, failure, errorOf, isDeclining, setDeclining, conflict } = useHandling(props)
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
        <StageList submission={submission} canMove={canMove} onMove={(to) => !isBusy && move(to)} />
        <Declined submission={submission} />
        {failure && !isDeclining && <Note kind="wrong">{failure}</Note>}
      </section>
      <div ref={select}>
        <Assignee
          assigneeId={submission.assigneeId}
          colleagues={colleagues}
          disabled={!mayChange}
          onAssign={(assigneeId) => perform({ assigneeId })}
        />
      </div>
      {isDeclining && (
        <DeclineDialog
          name={submission.name}
          about={draftNames.decline(submission.reference)}
          language={submission.language}
          isBusy={isBusy}
          failure={failure}
          errorOf={errorOf}
          onClose={() => setDeclining(false)}
          onReopen={() => setDeclining(true)}
          onDecline={(declining) => perform({ stage: 'declined', ...declining })}
        />
      )}
      {conflict && <ConflictDialog {...conflict} nameOf={(id) => (id ? nameOf(id) : words.nobody)} />}
    </>
  )
}

interface StageListProps {
  submission: Submission
  canMove(to: Stage): boolean
  onMove(to: Stage): void
}

function StageList({ submission: { stage, stages }, canMove, onMove }: StageListProps) {
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

/** Why, and whether the person knows: that stays true for whoever goes on after all. */
function Declined({ submission: { declineReason, letters } }: { submission: Submission }) {
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

interface AssigneeProps {
  assigneeId: string | null
  colleagues: readonly Colleague[]
  disabled: boolean
  onAssign(assigneeId: string | null): void
}

function Assignee({ assigneeId, colleagues, disabled, onAssign }: AssigneeProps) {
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
      {assigneeId && !colleagues.some(({ id }) => id === assigneeId) && (
        <option value={assigneeId}>{words.formerColleague}</option>
      )}
      {assignable(colleagues).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
