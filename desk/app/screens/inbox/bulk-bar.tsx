import { type ComponentProps, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { MAX_TOGETHER } from '#domain/hiring/interviews/limits.ts'
import { movesFrom } from '#domain/submissions/stages.ts'
import { classNames } from '#site/brand/class-names.ts'
import { latinDigits } from '#texts/spelling.ts'
import { api, type CallOptions, Refusal, save } from '../../api.ts'
import { useActions } from '../../parts/actions.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { useForgetDraft } from '../../parts/drafts.ts'
import { Button, Dot } from '../../parts/elements.tsx'
import { Choice, Field, Options, openToChoose } from '../../parts/field.tsx'
import { filterClass } from '../../parts/filters.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Failure, useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { DeclineDialog } from '../../submissions/decline-dialog.tsx'
import { DECLINE_MANY, useTakeBack } from '../../submissions/drafts-and-undo.ts'
import { type Filters, type Item, type Stage, useColleagues, useTold } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
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
  const tells = useTold()
  const navigate = useNavigate()
  const [isExporting, setExporting] = useState(false)
  useActions([{ id: 'unselect', label: texts.unselect, keys: 'Escape', keysOnly: true, run: onClear }])
  const references = items.map(({ reference }) => reference)
  const { begin, confirm, mark, form, isDeclining, setDeclining, asked, setAsked } = useBulkChange(
    all ?? { references },
    onClear,
  )
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
            <Menu
              label={texts.moveTo}
              text={texts.moveTo}
              items={stages.map((stage) => ({
                label: words.stages[stage],
                note: tells(stage),
                run: () => (stage === 'declined' ? setDeclining(true) : begin({ kind: 'stage', stage })),
              }))}
            />
            <BulkSelect
              label={texts.assign}
              options={[['nobody', words.nobody], ...assignable.map(({ id, name }) => [id, name] as const)]}
              onChoose={(id) => begin({ kind: 'assign', assigneeId: id === 'nobody' ? null : id })}
            />
            {items.some(({ kind }) => kind !== 'contact-message') && (
              <Button
                small
                blocked={(all || references.length > MAX_TOGETHER) && texts.tooManyForTimes}
                onClick={() => navigate(timesFor(references))}
                label={texts.proposeTimes}
              />
            )}
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
          onSubmit={() => confirm(asked)}
        />
      )}
    </>
  )
}

const timesFor = (references: string[]) =>
  `/interviews/together?${new URLSearchParams(references.map((reference) => ['reference', reference]))}`

interface BulkSelectProps<Value extends string> {
  label: string
  options: readonly (readonly [value: Value, text: string])[]
  onChoose(value: Value): void
}

/** Acts at once and shows its own name again. */
function BulkSelect<Value extends string>({ label, options, onChoose }: BulkSelectProps<Value>) {
  return (
    <span className={classNames(filterClass, styles.choice)}>
      <select
        aria-label={label}
        value=""
        onKeyDown={openToChoose}
        onChange={({ target }) => onChoose(target.value as Value)}
      >
        <option value="">{label}</option>
        <Options of={options} />
      </select>
    </span>
  )
}

type CountDialogProps = Pick<ComponentProps<typeof FormDialog>, 'form' | 'onClose' | 'onSubmit'> & { count: number }

function CountDialog({ count, ...dialog }: CountDialogProps) {
  const { inbox: texts, say } = useTexts()
  const [typed, setTyped] = useState('')
  // Separators as in 1,200 are allowed.
  const isRight = Number(latinDigits(typed).replace(/[,\u066c\s]/g, '')) === count
  return (
    <FormDialog
      title={say('inbox.confirmTitle', { count })}
      text={say('inbox.confirmText', { count })}
      submit={texts.confirm}
      blocked={!isRight && say('inbox.confirmText', { count })}
      {...dialog}
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

type BulkAction = CallOptions<'POST /submissions/bulk'>['body']['action']

type Chosen = { filters: Filters } | { references: string[] }

/** Counted before, confirmed above thirty, undone afterwards. */
function useBulkChange(chosen: Chosen, onDone: () => void) {
  const { inbox: texts, submissions: words, say } = useTexts()
  const { undone } = words
  const announcements = useAnnouncements()
  const takeStepBack = useTakeBack()
  const tells = useTold()
  const { nameOf } = useColleagues()
  const forgetDraft = useForgetDraft()
  const { revalidate } = useRevalidator()
  const { submit, ...form } = useSubmit()
  const [isDeclining, setDeclining] = useState(false)
  const [asked, setAsked] = useState<{ action: BulkAction; count: number }>()
  const sentenceOf = (action: BulkAction, count: number) =>
    action.kind === 'stage'
      ? [say('inbox.moved', { count, stage: words.stages[action.stage] }), !action.reason && tells(action.stage)]
          .filter(Boolean)
          .join(' ')
      : say('inbox.assigned', { count, name: nameOf(action.assigneeId) })

  const perform = async (action: BulkAction, count?: number) => {
    const body = { ...chosen, action, ...(count !== undefined && { count }) }
    const { changed, skipped, undo } = await api('POST /submissions/bulk', { body })
    setAsked(undefined)
    const restoreDraft = isDeclining ? forgetDraft(DECLINE_MANY) : undefined
    setDeclining(false)
    const text =
      changed === 0
        ? texts.nothingChanged
        : [sentenceOf(action, changed), skipped > 0 && say('inbox.partly', { count: skipped })]
            .filter(Boolean)
            .join(' ')
    const takeBack = async (step: string) => {
      await takeStepBack(step)
      restoreDraft?.()
    }
    if (undo && changed > 0) announcements.offerUndo({ text, undo: () => takeBack(undo) })
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

interface ExportDialogProps {
  wanted: Filters | { references: string[] }
  count: string
  onClose(): void
}

export function ExportDialog({ wanted, count, onClose }: ExportDialogProps) {
  const { inbox: texts, say } = useTexts()
  const { submit, ...form } = useSubmit()
  const [format, setFormat] = useState<keyof typeof texts.exportFormats>('xlsx')
  return (
    <FormDialog
      title={texts.exportTitle}
      text={say('inbox.exportText', { found: count })}
      submit={texts.export}
      form={form}
      onClose={onClose}
      onSubmit={() => submit(() => save('POST /export', { body: { ...wanted, format } }).then(onClose))}
    >
      <Choice
        legend={texts.exportFormat}
        name="format"
        look="cards"
        value={format}
        onChange={setFormat}
        options={texts.exportFormats}
      />
    </FormDialog>
  )
}
