import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { movesFrom } from '#domain/submissions/stages.ts'
import { classNames } from '#site/brand/class-names.ts'
import { api, type CallOptions, Refusal } from '../../api.ts'
import { useActions } from '../../parts/actions.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { useForgetDraft } from '../../parts/drafts.ts'
import { Button, Dot } from '../../parts/elements.tsx'
import { Field, Options, openToChoose } from '../../parts/field.tsx'
import { filterClass } from '../../parts/filters.tsx'
import { Failure, useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { DeclineDialog } from '../../submissions/decline-dialog.tsx'
import { DECLINE_MANY, useTakeBack } from '../../submissions/drafts-and-undo.ts'
import { type Filters, type Item, type Stage, useColleagues } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { ExportDialog } from './export-dialog.tsx'
import styles from './inbox.module.css'

interface BulkBarProps {
  /** The selected ones; where all found ones are selected, the shown ones. */
  items: Item[]
  all: { filters: Filters } | undefined
  total: string
  onAll: (() => void) | undefined
  onClear(): void
}

export function BulkBar({ items, all, total, onAll, onClear }: BulkBarProps) {
  const { assignable } = useColleagues()
  const { inbox: texts, submissions: words, say } = useTexts()
  const { can } = useSession()
  const [isExporting, setExporting] = useState(false)
  useActions([{ id: 'unselect', label: texts.unselect, keys: 'Escape', keysOnly: true, run: onClear }])
  const references = items.map(({ reference }) => reference)
  const { begin, confirm, mark, form, isDeclining, setDeclining, asked, setAsked } = useBulkChange({
    chosen: all ? { filters: all.filters } : { references },
    onDone: onClear,
  })
  const countText = all ? say('inbox.allSelected', { found: total }) : say('inbox.selected', { count: items.length })
  const stages = (Object.keys(words.stages) as Stage[]).filter((stage) =>
    items.some((item) => movesFrom(item.kind, item.stage).includes(stage)),
  )

  return (
    <>
      <section className={styles.bulk} aria-label={countText}>
        <span className={styles.count}>
          <Dot fill="solid" colour="cinnabar" />
          {countText}
        </span>
        {onAll && !all && <Button small onClick={onAll} label={say('inbox.selectFound', { found: total })} />}
        {can('submissions.change') && (
          <>
            <span className={classNames(filterClass, styles.choice)}>
              <select
                aria-label={texts.moveTo}
                value=""
                onKeyDown={openToChoose}
                onChange={({ target }) => {
                  const stage = target.value as Stage
                  if (stage === 'declined') setDeclining(true)
                  else begin({ kind: 'stage', stage })
                }}
              >
                <option value="">{texts.moveTo}</option>
                <Options of={stages.map((stage) => [stage, words.stages[stage]] as const)} />
              </select>
            </span>
            <span className={classNames(filterClass, styles.choice)}>
              <select
                aria-label={texts.assign}
                value=""
                onKeyDown={openToChoose}
                onChange={({ target }) =>
                  begin({ kind: 'assign', assigneeId: target.value === 'nobody' ? null : target.value })
                }
              >
                <option value="">{texts.assign}</option>
                <option value="nobody">{words.nobody}</option>
                <Options of={assignable.map(({ id, name }) => [id, name] as const)} />
              </select>
            </span>
            <Button small busy={form.isBusy} onClick={() => mark(true)} label={texts.markRead} />
            <Button small busy={form.isBusy} onClick={() => mark(false)} label={texts.markUnread} />
          </>
        )}
        {can('submissions.export') && <Button small onClick={() => setExporting(true)} label={texts.export} />}
        {form.failure && !isDeclining && !asked && <span role="alert">{form.failure}</span>}
        <Button
          small
          onClick={onClear}
          label={
            <>
              {texts.unselect} <kbd aria-hidden>Esc</kbd>
            </>
          }
        />
      </section>
      {isDeclining && (
        <DeclineDialog
          name={countText}
          about={DECLINE_MANY}
          language={items[0]?.language ?? 'en'}
          form={form}
          onClose={() => setDeclining(false)}
          onReopen={() => setDeclining(true)}
          onDeclineMany={(declining) => begin({ kind: 'stage', stage: 'declined', ...declining })}
        />
      )}
      {isExporting && (
        <ExportDialog
          wanted={all ? all.filters : { references }}
          count={countText}
          onClose={() => setExporting(false)}
        />
      )}
      {asked && (
        <CountDialog
          count={asked.count}
          form={form}
          onClose={() => setAsked(undefined)}
          onConfirm={() => confirm(asked)}
        />
      )}
    </>
  )
}

interface CountDialogProps {
  count: number
  form: { isBusy: boolean; failure: string | undefined }
  onClose(): void
  onConfirm(): void
}

export function CountDialog({ count, form, onClose, onConfirm }: CountDialogProps) {
  const { inbox: texts, say } = useTexts()
  const [typed, setTyped] = useState('')
  const isRight = Number(latinDigits(typed)) === count
  return (
    <FormDialog
      title={say('inbox.confirmTitle', { count })}
      text={say('inbox.confirmText', { count })}
      submit={texts.confirm}
      form={form}
      blocked={!isRight && say('inbox.confirmText', { count })}
      onClose={onClose}
      onSubmit={onConfirm}
    >
      <Field
        ltr
        inputMode="numeric"
        label={texts.confirmNumber}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  )
}

/** Arabic keyboards type ٣١ for 31; separators as in 1,200 are allowed. */
const latinDigits = (typed: string) =>
  typed.replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660)).replace(/[,\u066c\s]/g, '')

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
