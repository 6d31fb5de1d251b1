import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { movesFrom } from '#domain/submissions/stages.ts'
import { classNames } from '#site/brand/class-names.ts'
import { api, type CallOptions, Refusal } from '../../api.ts'
import { useAnnouncements } from '../../parts/announcements.tsx'
import { Button } from '../../parts/button.tsx'
import { Dot } from '../../parts/dot.tsx'
import { Field } from '../../parts/field.tsx'
import { filterClass } from '../../parts/filters.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Failure, useSubmit } from '../../parts/use-submit.ts'
import { useSession } from '../../session.tsx'
import { useActions } from '../../shell/actions.tsx'
import { assignable, useNameOf } from '../../submissions/colleagues.ts'
import { DeclineDialog } from '../../submissions/decline-dialog.tsx'
import type { Colleague, Filters, Item, Stage } from '../../submissions/item.ts'
import { useTakeBack } from '../../submissions/use-take-back.ts'
import { useSay, useTexts } from '../../texts.tsx'
import { ExportDialog } from './export-dialog.tsx'
import styles from './inbox.module.css'

interface BulkBarProps {
  /** Those that were selected; of all that the filters find, those that are shown. */
  items: Item[]
  /** Everything that the filters find is meant, also what is not shown yet. */
  all: { filters: Filters } | undefined
  /** How many the filters find, in words. */
  total: string
  colleagues: readonly Colleague[]
  /** Where there are more than those that were selected. */
  onAll: (() => void) | undefined
  onClear(): void
}

type BulkAction = CallOptions<'POST /submissions/bulk'>['body']['action']

/** What can be done with all that are selected: counted before, taken back afterwards. */
export function BulkBar({ items, all, total, colleagues, onAll, onClear }: BulkBarProps) {
  const texts = useTexts('inbox')
  const words = useTexts('submissions')
  const say = useSay('inbox')
  const announcements = useAnnouncements()
  const takeStepBack = useTakeBack()
  const nameOf = useNameOf(colleagues)
  const { can } = useSession()
  const { revalidate } = useRevalidator()
  const { submit, isBusy, failure, errorOf } = useSubmit()
  const [isDeclining, setDeclining] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const [asked, setAsked] = useState<{ action: BulkAction; count: number }>()
  useActions([{ id: 'unselect', label: texts.unselect, keys: 'Escape', keysOnly: true, run: onClear }])
  const references = items.map(({ reference }) => reference)
  const chosen = all ? { filters: all.filters } : { references }
  const countText = all ? say('allSelected', { count: total }) : say('selected', { count: items.length })
  const stages = (Object.keys(words.stages) as Stage[]).filter((stage) =>
    items.some((item) => movesFrom(item.kind, item.stage).includes(stage)),
  )
  const sentenceOf = (action: BulkAction, count: number) =>
    action.kind === 'stage'
      ? say('moved', { count, stage: words.stages[action.stage] })
      : say('assigned', { count, name: action.assigneeId ? nameOf(action.assigneeId) : words.nobody })

  const perform = async (action: BulkAction, count?: number) => {
    const body = { ...chosen, action, ...(count !== undefined && { count }) }
    const { changed, skipped, undo } = await api('POST /submissions/bulk', { body })
    setAsked(undefined)
    setDeclining(false)
    const text =
      changed === 0
        ? texts.nothingChanged
        : [sentenceOf(action, changed), skipped > 0 && say('partly', { count: skipped })].filter(Boolean).join(' ')
    if (undo && changed > 0) announcements.offerUndo({ text, undo: () => takeStepBack(undo) })
    else announcements.show(text)
    onClear()
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
        // The new number is asked for, with the reason beside it.
        if (error instanceof Refusal && error.problem === 'countChanged') {
          const { changing } = await api('POST /submissions/bulk/preview', { body: { ...chosen, action } })
          setAsked({ action, count: changing })
        }
        throw error
      }
    })
  const mark = (isRead: boolean) =>
    submit(async () => {
      for (const id of references) await api('PUT /submissions/:id/read', { params: { id }, body: { isRead } })
      announcements.say(say(isRead ? 'markedRead' : 'markedUnread', { count: references.length }))
      onClear()
    }).finally(revalidate)

  return (
    <section className={styles.bulk} aria-label={countText}>
      <span className={styles.count}>
        <Dot fill="solid" colour="cinnabar" />
        {countText}
      </span>
      {onAll && !all && (
        <Button small onClick={onAll}>
          {say('selectFound', { count: total })}
        </Button>
      )}
      {can('submissions.change') && (
        <>
          <span className={classNames(filterClass, styles.choice)}>
            <select
              aria-label={texts.moveTo}
              value=""
              onChange={({ target }) => {
                const stage = target.value as Stage
                if (stage === 'declined') setDeclining(true)
                else begin({ kind: 'stage', stage })
              }}
            >
              <option value="">{texts.moveTo}</option>
              {stages.map((stage) => (
                <option key={stage} value={stage}>
                  {words.stages[stage]}
                </option>
              ))}
            </select>
          </span>
          <span className={classNames(filterClass, styles.choice)}>
            <select
              aria-label={texts.assign}
              value=""
              onChange={({ target }) =>
                begin({ kind: 'assign', assigneeId: target.value === 'nobody' ? null : target.value })
              }
            >
              <option value="">{texts.assign}</option>
              <option value="nobody">{words.nobody}</option>
              {assignable(colleagues).map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </span>
          {!all && (
            <>
              <Button small busy={isBusy} onClick={() => mark(true)}>
                {texts.markRead}
              </Button>
              <Button small busy={isBusy} onClick={() => mark(false)}>
                {texts.markUnread}
              </Button>
            </>
          )}
        </>
      )}
      {can('submissions.export') && (
        <Button small onClick={() => setExporting(true)}>
          {texts.export}
        </Button>
      )}
      {failure && !isDeclining && !asked && <span role="alert">{failure}</span>}
      <Button small onClick={onClear}>
        {texts.unselect} <kbd aria-hidden>Esc</kbd>
      </Button>
      {isDeclining && (
        <DeclineDialog
          name={countText}
          language={items[0]?.language ?? 'en'}
          isBusy={isBusy}
          failure={failure}
          errorOf={errorOf}
          onClose={() => setDeclining(false)}
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
          isBusy={isBusy}
          failure={failure}
          onClose={() => setAsked(undefined)}
          onConfirm={() => confirm(asked)}
        />
      )}
    </section>
  )
}

interface CountDialogProps {
  count: number
  isBusy: boolean
  failure: string | undefined
  onClose(): void
  onConfirm(): void
}

/** Many are changed by somebody who knows how many. */
function CountDialog({ count, isBusy, failure, onClose, onConfirm }: CountDialogProps) {
  const texts = useTexts('inbox')
  const say = useSay('inbox')
  const [typed, setTyped] = useState('')
  const isRight = Number(latinDigits(typed)) === count
  return (
    <FormDialog
      title={say('confirmTitle', { count })}
      text={say('confirmText', { count })}
      submit={texts.confirm}
      isBusy={isBusy}
      blocked={!isRight && say('confirmText', { count })}
      failure={failure}
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

/** An Arabic keyboard types ٣١ where a Latin one types 31. */
const latinDigits = (typed: string) =>
  typed.replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660)).trim()
