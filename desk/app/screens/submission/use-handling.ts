import { useState } from 'react'
import { api, Refusal } from '../../api.ts'
import { currentTime } from '../../clock.ts'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { useNameOf } from '../../submissions/colleagues.ts'
import type { Declining } from '../../submissions/decline-dialog.tsx'
import { draftNames, useForgetDraft, useHasDraft } from '../../submissions/drafts.ts'
import type { Colleague, Stage } from '../../submissions/item.tsx'
import { useTakeBack } from '../../submissions/use-take-back.ts'
import { useTexts } from '../../texts.tsx'
import type { ChangeSubmission, Submission } from './whole-submission.ts'

export type Wanted = ({ stage: Stage } & Partial<Declining>) | { assigneeId: string | null }
/** What the server says there is now, where somebody was quicker. */
export type Current = Pick<Submission, 'stage' | 'assigneeId' | 'version' | 'moves' | 'dueAt' | 'declineReason'>

export interface HandlingProps {
  submission: Submission
  colleagues: readonly Colleague[]
  onChange: ChangeSubmission
  onRefresh(): Promise<void>
}

/** Moving a submission and handing it over: what is said, what is taken back, and what meets a colleague's change. */
export function useHandling({ submission, colleagues, onChange, onRefresh }: HandlingProps) {
  const { submissions: words, say } = useTexts()
  const announcements = useAnnouncements()
  const takeStepBack = useTakeBack()
  const nameOf = useNameOf(colleagues)
  const { person } = useSession()
  const { submit, isBusy, failure, errorOf } = useSubmit()
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
        onChange(({ timeline }) => ({ ...changed, timeline: [...timeline, entryOf(wanted, known.stage, person.id)] }))
        // Also what a colleague did meanwhile is part of what happened, and so is a letter that waits, or waits no more.
        if (mayTouchLetters(wanted, known.stage) || known !== submission) await onRefresh()
        if (undo && 'stage' in wanted && wanted.stage === 'declined')
          return announcements.offerUndo({ text: say('letters.declined', { name }), undo: () => takeBack(undo) })
        announcements.say(
          'stage' in wanted
            ? say('submission.moved', { stage: words.stages[wanted.stage] })
            : say('submission.assigned', { name: wanted.assigneeId ? nameOf(wanted.assigneeId) : words.nobody }),
        )
      } catch (error) {
        const current = currentIn(error)
        if (!current) throw error
        setDeclining(false)
        setConflict({ current, wanted })
      }
    })
  const takeBack = async (step: string) => {
    await takeStepBack(step)
    await onRefresh()
  }
  /** A refusal of what is tried next is shown on the page itself. */
  const leaveConflict = ({ current }: { current: Current }) => {
    onChange(() => current)
    setConflict(undefined)
  }

  return {
    perform,
    isBusy,
    failure,
    errorOf,
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

/** Declining may owe a letter or join one that waits already, and whoever is taken up again is not sent it. */
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

function currentIn(error: unknown): Current | undefined {
  if (!(error instanceof Refusal) || error.problem !== 'conflict') return undefined
  return (error.body.details as { current?: Current } | undefined)?.current
}

function entryOf(wanted: Wanted, from: Stage, actorId: string): Submission['timeline'][number] {
  const at = currentTime().toISOString()
  return 'stage' in wanted
    ? { at, kind: 'stage', actorId, details: { from, to: wanted.stage } }
    : { at, kind: 'assign', actorId, details: { to: wanted.assigneeId } }
}
