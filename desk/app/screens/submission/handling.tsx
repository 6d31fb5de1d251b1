import { useId, useState } from 'react'
import type { AnswerChannel } from '#domain/platform/database/tables.ts'
import { STAGES } from '#domain/platform/database/tables.ts'
import { UNDO_MINUTES } from '#domain/submissions/stages.ts'
import { classNames } from '#site/brand/class-names.ts'
import { api, currentIn } from '../../api.ts'
import { useActions } from '../../parts/actions.ts'
import { Dialog, FormDialog } from '../../parts/dialog.tsx'
import { useForgetDraft } from '../../parts/drafts.ts'
import { Button, Fact, Note } from '../../parts/elements.tsx'
import { Choice, Options, openToChoose, SelectField } from '../../parts/field.tsx'
import { Nothing, Picker } from '../../parts/picker.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useRoleNames } from '../../roles.ts'
import { useSession } from '../../session.tsx'
import { DeclineDialog, type Declining, useDeclineReasons } from '../../submissions/decline-dialog.tsx'
import { draftNames, useTakeBack } from '../../submissions/drafts-and-undo.ts'
import {
  isAtStage,
  type Stage,
  type StageAt,
  StageDot,
  StageName,
  stageKey,
  useColleagues,
  useStageName,
  useTold,
} from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { offeredFor } from './mentions.ts'
import { type Submission, useBegunVersion, useOpenSubmission } from './open-submission.ts'
import styles from './submission.module.css'

export function Handling() {
  const { submission } = useOpenSubmission()
  const { submission: texts, say } = useTexts()
  const { can } = useSession()
  const { perform, form, asked, setAsked, conflict } = useHandling()
  const { stages, moves, stage, answeredAt } = submission
  const mayChange = can('submissions.change')
  const mayMove = can('submissions.move')
  const stageName = useStageName()
  const move = ({ stage: to, step, name }: StageAt) =>
    to === 'declined' || to === 'answered' ? setAsked(to) : perform({ stage: to, step, name })
  const takesAnswers = stages.some((each) => each.stage === 'answered')
  const isAnswerable = mayChange && (answeredAt === null || (takesAnswers && stage !== 'answered'))
  const canMove = ({ stage: to }: StageAt) =>
    to === 'answered' ? isAnswerable : mayMove && (to === stage || moves.includes(to))

  useActions(
    mayMove
      ? [
          ...stages.map((to) => ({
            id: `stage-${stageKey(to)}`,
            label: say('submission.keys.stageNumber', { stage: stageName(to) }),
            // A stage of the job's own is found by its name in the palette.
            ...(to.step === '' && { keys: keyOf(to.stage) }),
            run: () => {
              if (canMove(to) && !isAtStage(submission, to)) move(to)
            },
          })),
          ...(mayChange
            ? [{ id: 'assign', label: texts.keys.assign, keys: 'A', run: () => setAsked('assignee') }]
            : []),
          ...(isAnswerable
            ? [{ id: 'answered-elsewhere', label: texts.answeredElsewhere, run: () => setAsked('answered') }]
            : []),
        ]
      : [],
  )

  return (
    <>
      <section>
        <h2 className="h3">{texts.stage}</h2>
        <StageList canMove={canMove} onMove={(to) => !form.isBusy && move(to)} />
        <Declined />
        {isAnswerable && (
          <Button small look="quiet" onClick={() => setAsked('answered')} label={texts.answeredElsewhere} />
        )}
        {form.failure && !asked && <Note kind="wrong">{form.failure}</Note>}
      </section>
      <Assignee disabled={!mayChange} onAssign={(assigneeId) => perform({ assigneeId })} />
      {asked === 'assignee' && (
        <AssigneePicker onClose={() => setAsked(undefined)} onAssign={(assigneeId) => perform({ assigneeId })} />
      )}
      {asked === 'declined' && (
        <DeclineDialog
          name={submission.name}
          about={draftNames.decline(submission.reference)}
          language={submission.language}
          form={form}
          onClose={() => setAsked(undefined)}
          onReopen={() => setAsked('declined')}
          onDecline={(declining) => perform({ stage: 'declined', ...declining })}
        />
      )}
      {asked === 'answered' && (
        <AnsweredElsewhere form={form} onClose={() => setAsked(undefined)} onAnswered={(by) => perform({ by })} />
      )}
      {conflict && <ConflictDialog {...conflict} />}
    </>
  )
}

/** By the place in the list of all stages, so that a key means the same on every kind. */
const keyOf = (stage: Stage) => String(STAGES.indexOf(stage) + 1)

interface AnsweredElsewhereProps {
  form: ReturnType<typeof useHandling>['form']
  onClose(): void
  onAnswered(by: AnswerChannel): void
}

function AnsweredElsewhere({ form, onClose, onAnswered }: AnsweredElsewhereProps) {
  const { name } = useOpenSubmission().submission
  const { submission: texts, say } = useTexts()
  const [by, setBy] = useState<AnswerChannel>('telephone')
  return (
    <FormDialog
      title={say('submission.answeredElsewhereTitle', { name })}
      text={say('submission.answeredElsewhereText', { minutes: UNDO_MINUTES })}
      submit={texts.markAnswered}
      form={form}
      onClose={onClose}
      onSubmit={() => onAnswered(by)}
    >
      <Choice legend={texts.channel} name="by" look="cards" value={by} onChange={setBy} options={texts.channels} />
    </FormDialog>
  )
}

function StageList({ canMove, onMove }: { canMove(to: StageAt): boolean; onMove(to: StageAt): void }) {
  const { submission } = useOpenSubmission()
  const { stage, stages, stageName } = submission
  const { say } = useTexts()
  const nameOf = useStageName()
  const tells = useTold()
  const id = useId()
  return (
    <ol className={styles.stages}>
      {stages.map((each) => {
        const isHere = isAtStage(submission, each)
        const key = stageKey(each)
        const told = each.stage === stage ? undefined : tells(each.stage)
        const isBarred = !isHere && !canMove(each)
        return (
          <li key={key}>
            <button
              type="button"
              className={classNames(styles.stageButton, isHere && styles.isHere)}
              aria-describedby={isHere || isBarred || !told ? undefined : `${id}-${key}`}
              aria-current={isHere ? 'step' : undefined}
              aria-disabled={isBarred || undefined}
              title={
                isBarred ? say('submission.moveNotAllowed', { stage: nameOf({ stage, name: stageName }) }) : undefined
              }
              onClick={() => !isHere && canMove(each) && onMove(each)}
            >
              <StageDot stage={each.stage} />
              <span>
                {nameOf(each)}
                {!isHere && !isBarred && told && (
                  <small id={`${id}-${key}`} aria-hidden>
                    {told}
                  </small>
                )}
              </span>
              {each.step === '' && <kbd aria-hidden>{keyOf(each.stage)}</kbd>}
            </button>
          </li>
        )
      })}
    </ol>
  )
}

function Declined() {
  const { declineReason, letters } = useOpenSubmission().submission
  const reasons = useDeclineReasons(Boolean(declineReason))
  const { say, formats } = useTexts()
  const sent = letters.find(({ kind, sentAt }) => kind === 'decline' && sentAt !== null)
  return (
    <>
      {declineReason && <p className="second small">{reasons.nameOf(declineReason)}</p>}
      {sent?.sentAt && (
        <p className="second small">{say('submission.declineLetterSent', { when: formats.moment(sent.sentAt) })}</p>
      )}
    </>
  )
}

function Assignee({ disabled, onAssign }: { disabled: boolean; onAssign(assigneeId: string | null): void }) {
  const { assigneeId, ...submission } = useOpenSubmission().submission
  const { assignable, isColleague } = useColleagues(submission)
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

/** By key: `A`, the beginning of a name, Enter. */
function AssigneePicker({ onClose, onAssign }: { onClose(): void; onAssign(assigneeId: string | null): void }) {
  const { assignable } = useColleagues(useOpenSubmission().submission)
  const { submission: texts, submissions: words, say } = useTexts()
  const rolesOf = useRoleNames()
  const [typed, setTyped] = useState('')
  const people = offeredFor(typed.trim(), assignable)
  const options = [
    ...people.map(({ id, name, roles }) => ({
      id,
      label: <bdi>{name}</bdi>,
      aside: rolesOf(roles),
      choose: () => onAssign(id),
    })),
    ...(typed.trim() ? [] : [{ id: 'nobody', label: words.nobody, choose: () => onAssign(null) }]),
  ]
  return (
    <Picker
      label={texts.assignedTo}
      placeholder={texts.assigneeName}
      typed={typed}
      onType={setTyped}
      groups={[{ options }]}
      onClose={onClose}
    >
      {options.length === 0 && <Nothing>{say('submission.colleaguesFound', { count: 0 })}</Nothing>}
    </Picker>
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
          {'stage' in wanted && <StageName stage={wanted.stage} name={wanted.name ?? null} />}
          {'assigneeId' in wanted && <bdi>{nameOf(wanted.assigneeId)}</bdi>}
          {'by' in wanted && texts.channels[wanted.by]}
        </Fact>
      </dl>
    </Dialog>
  )
}

type Wanted =
  | ({ stage: Stage; step?: string; name?: StageAt['name'] } & Partial<Declining>)
  | { assigneeId: string | null }
  | { by: AnswerChannel }
type Current = Pick<Submission, 'stage' | 'assigneeId' | 'version' | 'moves' | 'dueAt' | 'declineReason' | 'answeredAt'>

function useHandling() {
  const { submission, change, refresh } = useOpenSubmission()
  const { submission: texts, say } = useTexts()
  const stageName = useStageName()
  const announcements = useAnnouncements()
  const takeStepBack = useTakeBack()
  const tells = useTold()
  const { nameOf } = useColleagues()
  const { submit, ...form } = useSubmit()
  const { reference, name } = submission
  const declineDraft = draftNames.decline(reference)
  const forgetDraft = useForgetDraft()
  const [asked, setAsked] = useState<'declined' | 'answered' | 'assignee'>()
  const [conflict, setConflict] = useState<{ current: Current; wanted: Wanted }>()

  const version = useBegunVersion(asked !== undefined)
  const perform = (wanted: Wanted, known: Pick<Current, 'version'> = { version }) =>
    submit(async () => {
      try {
        const { undo, letters: _newOnes, ...changed } = await request(reference, wanted, known.version)
        const restoreDraft = isDecline(wanted) ? forgetDraft(declineDraft) : undefined
        setAsked(undefined)
        change(() => changed)
        await refresh()
        const text = sentenceOf(wanted)
        if (!undo) return announcements.say(text)
        announcements.offerUndo({
          text,
          async undo() {
            await takeStepBack(undo)
            restoreDraft?.()
            await refresh()
          },
        })
      } catch (error) {
        const current = currentIn<Current>(error)
        if (!current) throw error
        setAsked(undefined)
        setConflict({ current, wanted })
      }
    })
  const sentenceOf = (wanted: Wanted) => {
    if ('by' in wanted) return texts.answerNoted
    if ('assigneeId' in wanted) return say('submission.assigned', { name: nameOf(wanted.assigneeId) })
    if (isDecline(wanted)) return say('letters.declined', { name })
    const moved = say('submission.moved', { stage: stageName({ stage: wanted.stage, name: wanted.name ?? null }) })
    return wanted.stage === submission.stage ? moved : `${moved} ${tells(wanted.stage)}`
  }
  const leaveConflict = ({ current }: { current: Current }) => {
    change(() => current)
    setConflict(undefined)
  }

  return {
    perform,
    form,
    asked,
    setAsked,
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

const isDecline = (wanted: Wanted) => 'stage' in wanted && wanted.stage === 'declined'

async function request(reference: string, wanted: Wanted, version: number) {
  const params = { id: reference }
  if ('stage' in wanted) {
    const { name: _, ...move } = wanted
    return api('PUT /submissions/:id/stage', { params, body: { ...move, version } })
  }
  if ('by' in wanted) return api('PUT /submissions/:id/answered', { params, body: { ...wanted, version } })
  return api('PUT /submissions/:id/assignee', { params, body: { ...wanted, version } })
}
