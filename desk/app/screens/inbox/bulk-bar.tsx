import { useState } from 'react'
import { movesFrom } from '#domain/submissions/stages.ts'
import { classNames } from '#site/brand/class-names.ts'
import { useActions } from '../../parts/actions.tsx'
import { Button, Dot } from '../../parts/elements.tsx'
import { openToChoose } from '../../parts/field.tsx'
import { filterClass } from '../../parts/filters.tsx'
import { useSession } from '../../session.tsx'
import { assignable } from '../../submissions/colleagues.ts'
import { DeclineDialog } from '../../submissions/decline-dialog.tsx'
import { DECLINE_MANY } from '../../submissions/drafts.ts'
import type { Colleague, Filters, Item, Stage } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { CountDialog } from './count-dialog.tsx'
import { ExportDialog } from './export-dialog.tsx'
import styles from './inbox.module.css'
import { useBulkChange } from './use-bulk-change.ts'

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

/** What can be done with all that are selected: counted before, taken back afterwards. */
export function BulkBar({ items, all, total, colleagues, onAll, onClear }: BulkBarProps) {
  const { inbox: texts, submissions: words, say } = useTexts()
  const { can } = useSession()
  const [isExporting, setExporting] = useState(false)
  useActions([{ id: 'unselect', label: texts.unselect, keys: 'Escape', keysOnly: true, run: onClear }])
  const references = items.map(({ reference }) => reference)
  const { begin, confirm, mark, isBusy, failure, errorOf, isDeclining, setDeclining, asked, setAsked } = useBulkChange({
    chosen: all ? { filters: all.filters } : { references },
    colleagues,
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
                onKeyDown={openToChoose}
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
            <Button small busy={isBusy} onClick={() => mark(true)}>
              {texts.markRead}
            </Button>
            <Button small busy={isBusy} onClick={() => mark(false)}>
              {texts.markUnread}
            </Button>
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
      </section>
      {/* Beside the bar: within it they would be written in its colours. */}
      {isDeclining && (
        <DeclineDialog
          name={countText}
          about={DECLINE_MANY}
          language={items[0]?.language ?? 'en'}
          isBusy={isBusy}
          failure={failure}
          errorOf={errorOf}
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
          isBusy={isBusy}
          failure={failure}
          onClose={() => setAsked(undefined)}
          onConfirm={() => confirm(asked)}
        />
      )}
    </>
  )
}
