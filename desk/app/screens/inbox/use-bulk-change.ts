import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api, type CallOptions, Refusal } from '../../api.ts'
import { useForgetDraft } from '../../parts/drafts.ts'
import { Failure, useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useColleagues } from '../../submissions/colleagues.tsx'
import { DECLINE_MANY } from '../../submissions/draft-names.ts'
import type { Filters } from '../../submissions/item.tsx'
import { useTakeBack } from '../../submissions/use-take-back.ts'
import { useTexts } from '../../texts.tsx'

type BulkAction = CallOptions<'POST /submissions/bulk'>['body']['action']

interface BulkChange {
  chosen: { filters: Filters } | { references: string[] }
  onDone(): void
}

export function useBulkChange({ chosen, onDone }: BulkChange) {
  const { inbox: texts, submissions: words, say } = useTexts()
  const { undone } = words
  const announcements = useAnnouncements()
  const takeStepBack = useTakeBack()
  const { nameOf } = useColleagues()
  const forgetDraft = useForgetDraft()
  const { revalidate } = useRevalidator()
  const { submit, ...form } = useSubmit()
  const [isDeclining, setDeclining] = useState(false)
  const [asked, setAsked] = useState<{ action: BulkAction; count: number }>()
  const sentenceOf = (action: BulkAction, count: number) =>
    action.kind === 'stage'
      ? say('inbox.moved', { count, stage: words.stages[action.stage] })
      : say('inbox.assigned', { count, name: nameOf(action.assigneeId) })

  const perform = async (action: BulkAction, count?: number) => {
    const body = { ...chosen, action, ...(count !== undefined && { count }) }
    const { changed, skipped, undo } = await api('POST /submissions/bulk', { body })
    setAsked(undefined)
    if (isDeclining) forgetDraft(DECLINE_MANY)
    setDeclining(false)
    const text =
      changed === 0
        ? texts.nothingChanged
        : [sentenceOf(action, changed), skipped > 0 && say('inbox.partly', { count: skipped })]
            .filter(Boolean)
            .join(' ')
    if (undo && changed > 0) announcements.offerUndo({ text, undo: () => takeStepBack(undo) })
    else announcements.show(text)
    onDone()
    await revalidate()
  }
  const begin = (action: BulkAction) =>
    submit(async () => {
      const preview = await api('POST /submissions/bulk/preview', { body: { ...chosen, action } })
      if (preview.isTooMany) throw new Failure(texts.tooManyFound)
      if (preview.mustTypeCount) setAsked({ action, count: preview.changing })
      else await perform(action)
    })
  const confirm = ({ action, count }: { action: BulkAction; count: number }) =>
    submit(async () => {
      try {
        await perform(action, count)
      } catch (error) {
        // Asks for the new number, with the reason beside it.
        if (error instanceof Refusal && error.problem === 'countChanged') {
          const { changing } = await api('POST /submissions/bulk/preview', { body: { ...chosen, action } })
          setAsked({ action, count: changing })
        }
        throw error
      }
    })
  const mark = (isRead: boolean) =>
    submit(async () => {
      const { references } = await api('POST /submissions/bulk/read', { body: { ...chosen, isRead } })
      const count = references.length
      const text =
        count === 0 ? texts.nothingChanged : say(isRead ? 'inbox.markedRead' : 'inbox.markedUnread', { count })
      const undo = async () => {
        await api('POST /submissions/bulk/read', { body: { references, isRead: !isRead } })
        announcements.show(undone.done)
        await revalidate()
      }
      if (count > 0) announcements.offerUndo({ text, undo })
      else announcements.show(text)
      onDone()
      await revalidate()
    })

  return { begin, confirm, mark, form, isDeclining, setDeclining, asked, setAsked }
}
