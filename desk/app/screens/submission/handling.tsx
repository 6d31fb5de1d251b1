import { useRef, useState } from 'react'
import { classNames } from '#site/brand/class-names.ts'
import { api, currentIn } from '../../api.ts'
import { currentTime } from '../../clock.ts'
import { useActions } from '../../parts/actions.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useForgetDraft, useHasDraft } from '../../parts/drafts.ts'
import { Button, Fact, Note } from '../../parts/elements.tsx'
import { Options, openToChoose, SelectField } from '../../parts/field.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { DeclineDialog, type DeclineReason, type Declining } from '../../submissions/decline-dialog.tsx'
import { draftNames, useTakeBack } from '../../submissions/drafts-and-undo.ts'
import { type Stage, StageDot, StageName, useColleagues } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { type Submission, useOpenSubmission } from './open-submission.ts'
import styles from './submission.module.css'

export function Handling() {
  const { submission } = useOpenSubmission()
  const { submission: texts, submissions: words, say } = useTexts()
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
      {conflict && <ConflictDialog {...conflict} />}
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

function ConflictDialog({ current, wanted, onKeep, onMine }: NonNullable<ReturnType<typeof useHandling>['conflict']>) {
  const { nameOf } = useColleagues()
  const { submission: texts } = useTexts()
  return (
    <Dialog
      title={texts.conflictTitle}
      text={texts.conflictText}
      stays
      onClose={onKeep}
      actions={
        <>
          <Button onClick={onKeep} label={texts.keepTheirs} />
          <Button look="primary" onClick={onMine} label={texts.doMine} />
        </>
      }
    >
      <dl className={styles.conflict}>
        <Fact label={texts.conflictNow}>
          <StageName stage={current.stage} /> · <bdi>{nameOf(current.assigneeId)}</bdi>
        </Fact>
        <Fact label={texts.conflictWanted}>
          {'stage' in wanted ? <StageName stage={wanted.stage} /> : <bdi>{nameOf(wanted.assigneeId)}</bdi>}
        </Fact>
      </dl>
    </Dialog>
  )
}

type Wanted = ({ stage: Stage } & Partial<Declining>) | { assigneeId: string | null }
type Current = Pick<Submission, 'stage' | 'assigneeId' | 'version' | 'moves' | 'dueAt' | 'declineReason'>

function useHandling() {
  const { submission, change, refresh } = useOpenSubmission()
  const { submissions: words, say } = useTexts()
  const announcements = useAnnouncements()
  const takeStepBack = useTakeBack()
  const { nameOf } = useColleagues()
  const { person } = useSession()
  const { submit, ...form } = useSubmit()
  const { reference, name, moves } = submission
  const declineDraft = draftNames.decline(reference)
  const forgetDraft = useForgetDraft()
  const [isDeclining, setDeclining] = useState(useHasDraft(declineDraft) && moves.includes('declined'))
  const [conflict, setConflict] = useState<{ current: Current; wanted: Wanted }>()

  const perform = (wanted: Wanted, known: Pick<Current, 'version' | 'stage'> = submission) =>
    submit(async () => {
      try {
        const { undo, letters: _newOnes, ...changed } = await request(reference, wanted, known.version)
        if ('stage' in wanted && wanted.stage === 'declined') forgetDraft(declineDraft)
        setDeclining(false)
        change(({ timeline }) => ({ ...changed, timeline: [...timeline, entryOf(wanted, known.stage, person.id)] }))
        // Letters and a colleague's changes are on the server only.
        if (mayTouchLetters(wanted, known.stage) || known !== submission) await refresh()
        if (undo && 'stage' in wanted && wanted.stage === 'declined')
          return announcements.offerUndo({ text: say('letters.declined', { name }), undo: () => takeBack(undo) })
        announcements.say(
          'stage' in wanted
            ? say('submission.moved', { stage: words.stages[wanted.stage] })
            : say('submission.assigned', { name: nameOf(wanted.assigneeId) }),
        )
      } catch (error) {
        const current = currentIn<Current>(error)
        if (!current) throw error
        setDeclining(false)
        setConflict({ current, wanted })
      }
    })
  const takeBack = async (step: string) => {
    await takeStepBack(step)
    await refresh()
  }
  const leaveConflict = ({ current }: { current: Current }) => {
    change(() => current)
    setConflict(undefined)
  }

  return {
    perform,
    form,
    isDeclining,
    setDeclining,
    conflict: conflict && {
      ...conflict,
      onKeep: () => leaveConflict(conflict),
      onMine: () => {
        leaveConflict(conflict)
        perform(conflict.wanted, conflict.current)
      },
    },
  }
}

/** Declining may add a letter; leaving that stage withdraws one. */
const mayTouchLetters = (wanted: Wanted, from: Stage) =>
  'stage' in wanted && (wanted.stage === 'declined' || from === 'declined')

async function request(reference: string, wanted: Wanted, version: number) {
  const params = { id: reference }
  if ('stage' in wanted) return api('PUT /submissions/:id/stage', { params, body: { ...wanted, version } })
  return {
    ...(await api('PUT /submissions/:id/assignee', { params, body: { ...wanted, version } })),
    undo: null,
    letters: 0,
  }
}

function entryOf(wanted: Wanted, from: Stage, actorId: string): Submission['timeline'][number] {
  const at = currentTime().toISOString()
  return 'stage' in wanted
    ? { at, kind: 'stage', actorId, details: { from, to: wanted.stage } }
    : { at, kind: 'assign', actorId, details: { to: wanted.assigneeId } }
}
