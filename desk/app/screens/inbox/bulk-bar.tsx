import { useRevalidator } from 'react-router'
import { movesFrom } from '#domain/submissions/stages.ts'
import { api, Refusal } from '../../api.ts'
import { useAnnouncements } from '../../parts/announcements.tsx'
import { Button } from '../../parts/button.tsx'
import { Dot } from '../../parts/dot.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { useSession } from '../../session.tsx'
import { useActions } from '../../shell/actions.tsx'
import { assignable, useNameOf } from '../../submissions/colleagues.ts'
import type { Colleague, Item, Stage } from '../../submissions/item.ts'
import { useSay, useTexts } from '../../texts.tsx'
import styles from './inbox.module.css'

interface BulkBarProps {
  items: Item[]
  colleagues: readonly Colleague[]
  onClear(): void
}

/** What can be done with all that are selected. */
export function BulkBar({ items, colleagues, onClear }: BulkBarProps) {
  const texts = useTexts('inbox')
  const words = useTexts('submissions')
  const say = useSay('inbox')
  const announcements = useAnnouncements()
  const nameOf = useNameOf(colleagues)
  const { can } = useSession()
  const { revalidate } = useRevalidator()
  const { submit, isBusy, failure } = useSubmit()
  useActions([{ id: 'unselect', label: texts.unselect, keys: 'Escape', keysOnly: true, run: onClear }])
  // Declining takes a reason for each, so it is not done to many at once.
  const stages = (Object.keys(words.stages) as Stage[]).filter(
    (stage) => stage !== 'declined' && items.some((item) => movesFrom(item.kind, item.stage).includes(stage)),
  )

  const changeEach = (change: (item: Item) => Promise<unknown>, sentence: (count: number) => string) =>
    submit(async () => {
      let done = 0
      for (const item of items) {
        try {
          await change(item)
          done++
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
        }
      }
      const left = items.length - done
      announcements.say([sentence(done), left > 0 && say('partly', { count: left })].filter(Boolean).join(' '))
      onClear()
    }).finally(revalidate)

  return (
    <section className={styles.bulk} aria-label={say('selected', { count: items.length })}>
      <span className={styles.count}>
        <Dot fill="solid" colour="cinnabar" />
        {say('selected', { count: items.length })}
      </span>
      {can('submissions.change') && (
        <>
          <span className={styles.filter}>
            <select
              aria-label={texts.moveTo}
              value=""
              onChange={({ target }) => {
                const stage = target.value as Stage
                changeEach(
                  ({ reference, version }) =>
                    api('PUT /submissions/:id/stage', { params: { id: reference }, body: { stage, version } }),
                  (count) => say('moved', { count, stage: words.stages[stage] }),
                )
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
          <span className={styles.filter}>
            <select
              aria-label={texts.assign}
              value=""
              onChange={({ target }) => {
                const assigneeId = target.value === 'nobody' ? null : target.value
                changeEach(
                  ({ reference, version }) =>
                    api('PUT /submissions/:id/assignee', { params: { id: reference }, body: { assigneeId, version } }),
                  (count) => say('assigned', { count, name: assigneeId ? nameOf(assigneeId) : words.nobody }),
                )
              }}
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
          {([true, false] as const).map((isRead) => (
            <Button
              key={String(isRead)}
              small
              busy={isBusy}
              onClick={() =>
                changeEach(
                  ({ reference }) => api('PUT /submissions/:id/read', { params: { id: reference }, body: { isRead } }),
                  (count) => say(isRead ? 'markedRead' : 'markedUnread', { count }),
                )
              }
            >
              {isRead ? texts.markRead : texts.markUnread}
            </Button>
          ))}
        </>
      )}
      {failure && <span role="alert">{failure}</span>}
      <Button small onClick={onClear}>
        {texts.unselect} <kbd>Esc</kbd>
      </Button>
    </section>
  )
}
