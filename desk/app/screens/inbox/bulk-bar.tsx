import { useState } from 'react'
import { movesFrom } from '#domain/submissions/stages.ts'
import { classNames } from '#site/brand/class-names.ts'
import { useActions } from '../../parts/actions.tsx'
import { Button, Dot } from '../../parts/elements.tsx'
import { Options, openToChoose } from '../../parts/field.tsx'
import { filterClass } from '../../parts/filters.tsx'
import { useSession } from '../../session.tsx'
import { useColleagues } from '../../submissions/colleagues.tsx'
import { DeclineDialog } from '../../submissions/decline-dialog.tsx'
import { DECLINE_MANY } from '../../submissions/draft-names.ts'
import type { Filters, Item, Stage } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { CountDialog } from './count-dialog.tsx'
import { ExportDialog } from './export-dialog.tsx'
import styles from './inbox.module.css'
import { useBulkChange } from './use-bulk-change.ts'

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
        {onAll && !all && (
          <Button small onClick={onAll}>
            {say('inbox.selectFound', { found: total })}
          </Button>
        )}
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
            <Button small busy={form.isBusy} onClick={() => mark(true)}>
              {texts.markRead}
            </Button>
            <Button small busy={form.isBusy} onClick={() => mark(false)}>
              {texts.markUnread}
            </Button>
          </>
        )}
        {can('submissions.export') && (
          <Button small onClick={() => setExporting(true)}>
            {texts.export}
          </Button>
        )}
        {form.failure && !isDeclining && !asked && <span role="alert">{form.failure}</span>}
        <Button small onClick={onClear}>
          {texts.unselect} <kbd aria-hidden>Esc</kbd>
        </Button>
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
