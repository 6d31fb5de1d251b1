import { useState } from 'react'
import { api } from '../../api.ts'
import { currentTime } from '../../clock.ts'
import { useForgetDraft, useHasDraft } from '../../parts/drafts.ts'
import { currentIn, useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { useColleagues } from '../../submissions/colleagues.tsx'
import type { Declining } from '../../submissions/decline-dialog.tsx'
import { draftNames } from '../../submissions/draft-names.ts'
import type { Stage } from '../../submissions/item.tsx'
import { useTakeBack } from '../../submissions/use-take-back.ts'
import { useTexts } from '../../texts.tsx'
import { type Submission, useOpenSubmission } from './open-submission.ts'

export type Wanted = ({ stage: Stage } & Partial<Declining>) | { assigneeId: string | null }
export type Current = Pick<Submission, 'stage' | 'assigneeId' | 'version' | 'moves' | 'dueAt' | 'declineReason'>

export function useHandling() {
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
