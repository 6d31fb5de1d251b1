import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Part } from '#domain/content/types/definition.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { api } from '../../api.ts'
import { currentTime } from '../../clock.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { Button } from '../../parts/elements.tsx'
import { Check, Field } from '../../parts/field.tsx'
import { Menu, type MenuItem } from '../../parts/menu.tsx'
import { Failure, useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './content.module.css'
import { type ContentRecord, type Draft, type SeenVersions, seenParts } from './draft.ts'

type Question = 'schedule' | 'unpublish' | 'discard' | 'remove'

interface PublishingProps {
  record: ContentRecord
  draft: Draft
  timeZone: string
  isSingle: boolean
  isReadOnly: boolean
}

export function Publishing({ record, draft, timeZone, isSingle, isReadOnly }: PublishingProps) {
  const { content: texts, say } = useTexts()
  const [asked, ask] = useState<Question>()
  const [behind, askAboutBehind] = useState<readonly Part[]>()
  const publish = usePublish(record, draft, askAboutBehind)
  const waiting = unpublishedParts(record)
  const blocked =
    (waiting.length === 0 && texts.editor.nothingToPublish) || (!record.isPublishable && texts.editor.blocked)
  const items: MenuItem[] = [
    ...(waiting.length > 1 && record.isPublished
      ? waiting.map((part) => ({
          label: say('content.editor.publishOnly', { part: texts.parts[part] }),
          run: () => publish.run([part]),
        }))
      : []),
    ...(draftsOver(record).length > 0 ? [{ label: texts.editor.discard, run: () => ask('discard') }] : []),
    ...(record.isPublished && !isSingle ? [{ label: texts.editor.unpublish, run: () => ask('unpublish') }] : []),
    ...(!record.isPublished && !isSingle
      ? [{ label: texts.editor.remove, danger: true, run: () => ask('remove') }]
      : []),
  ]
  if (isReadOnly) return null
  const close = () => ask(undefined)
  return (
    <>
      {publish.failure && (
        <span className={styles.failure} role="alert">
          {publish.failure}
        </span>
      )}
      <Button blocked={blocked} onClick={() => ask('schedule')} label={texts.editor.schedule} />
      <Button
        look="primary"
        blocked={blocked}
        busy={publish.isBusy}
        onClick={() => publish.run(waiting)}
        label={texts.editor.publish}
      />
      {items.length > 0 && <Menu label={texts.editor.more} items={items} />}
      {asked === 'schedule' && (
        <ScheduleDialog record={record} draft={draft} timeZone={timeZone} parts={waiting} onClose={close} />
      )}
      {behind && (
        <FormDialog
          title={texts.editor.publishBehindTitle}
          text={texts.editor.behindText}
          submit={texts.editor.publishBehind}
          form={{ isBusy: publish.isBusy }}
          onClose={() => askAboutBehind(undefined)}
          onSubmit={() => publish.run(behind, { isBehindMeant: true }).then(() => askAboutBehind(undefined))}
        />
      )}
      {asked && asked !== 'schedule' && <Confirmation asked={asked} record={record} draft={draft} onClose={close} />}
    </>
  )
}

const unpublishedParts = ({ parts }: ContentRecord): Part[] =>
  (Object.keys(parts) as Part[]).filter((part) => parts[part].isDraft || !parts[part].published)

const draftsOver = ({ parts }: ContentRecord): Part[] =>
  (Object.keys(parts) as Part[]).filter((part) => parts[part].isDraft && parts[part].published)

const paramsOf = ({ type, id }: ContentRecord) => ({ type, id: String(id) })

const isBehind = ({ parts }: ContentRecord) => LANGUAGES.some((language) => parts[language].behind.length > 0)

/** Publishes; asks first where a language has not followed what another says now. */
function usePublish(record: ContentRecord, draft: Draft, askAboutBehind: (parts: readonly Part[]) => void) {
  const { content: texts, say, formats } = useTexts()
  const announcements = useAnnouncements()
  const { submit, isBusy, failure } = useSubmit()
  const run = (parts: readonly Part[], { isBehindMeant = false } = {}) =>
    submit(async () => {
      // Includes the last letters typed.
      const seen = await draft.saveSeen()
      if (!seen) return
      if (isBehind(draft.read().record) && !isBehindMeant) return askAboutBehind(parts)
      const body = { parts: seenParts(seen, parts) }
      const { endedSchedules, ...published } = await draft.showingConflict(
        api('POST /content/:type/:id/publish', { params: paramsOf(record), body }),
      )
      draft.receive(published)
      draft.setSmall(false)
      const ended = [...new Set(endedSchedules.map(({ at }) => at))].toSorted()
      draft.setScheduleEnded(ended)
      const sentences = [
        texts.editor.published,
        ...ended.map((at) => say('content.editor.scheduleEnded', { when: formats.moment(at) })),
      ]
      announcements.say(sentences.filter(Boolean).join(' '))
    })
  return { run, isBusy, failure }
}

interface DialogProps {
  record: ContentRecord
  draft: Draft
  onClose(): void
}

function ScheduleDialog({
  record,
  draft,
  timeZone,
  parts,
  onClose,
}: DialogProps & { timeZone: string; parts: readonly Part[] }) {
  const { content: texts, 'field-errors': fieldTexts, say, formats } = useTexts()
  const announcements = useAnnouncements()
  const { submit, isBusy, failure, errorOf } = useSubmit()
  const [chosen, choose] = useState<readonly Part[]>(parts)
  const schedule = (answers: FormData) =>
    submit(async () => {
      const at = String(answers.get('at'))
      if (!at) throw new Failure(fieldTexts.timeFormat)
      const seen = await draft.saveSeen()
      if (!seen) return
      const body = { at, parts: seenParts(seen, chosen) }
      const scheduled = await draft.showingConflict(
        api('PUT /content/:type/:id/schedule', { params: paramsOf(record), body }),
      )
      draft.receive(scheduled)
      announcements.say(
        say('content.editor.scheduled', { when: formats.moment(scheduledAt(scheduled) ?? currentTime()) }),
      )
      onClose()
    })
  return (
    <FormDialog
      title={texts.editor.scheduleTitle}
      text={say('content.editor.scheduleText', { zone: `\u2066${timeZone}\u2069` })}
      submit={texts.editor.scheduleSubmit}
      form={{ isBusy, failure: errorOf('at') ? undefined : failure }}
      blocked={chosen.length === 0 && texts.editor.nothingToPublish}
      onClose={onClose}
      onSubmit={schedule}
    >
      <Field type="datetime-local" name="at" ltr label={texts.editor.scheduleAt} error={errorOf('at')} />
      <fieldset className={styles.group}>
        <legend>{texts.editor.scheduleParts}</legend>
        {parts.map((part) => (
          <Check
            key={part}
            label={texts.parts[part]}
            checked={chosen.includes(part)}
            onChange={({ target }) =>
              choose(parts.filter((each) => (each === part ? target.checked : chosen.includes(each))))
            }
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}

export const scheduledAt = ({ parts }: ContentRecord): string | undefined =>
  Object.values(parts)
    .flatMap(({ scheduled }) => (scheduled ? [scheduled.at] : []))
    .toSorted()[0]

function Confirmation({ asked, record, draft, onClose }: DialogProps & { asked: Exclude<Question, 'schedule'> }) {
  const { content } = useTexts()
  const navigate = useNavigate()
  const announcements = useAnnouncements()
  const { submit, isBusy, failure } = useSubmit()
  const params = paramsOf(record)
  const sentences = {
    unpublish: [content.editor.unpublishTitle, content.editor.unpublishText, content.editor.unpublish],
    discard: [content.editor.discardTitle, content.editor.discardText, content.editor.discard],
    remove: [content.editor.removeTitle, content.editor.removeText, content.editor.remove],
  } as const
  const [title, text, action] = sentences[asked]
  const actions = {
    async unpublish(seen: SeenVersions) {
      const body = { parts: seenParts(seen, Object.keys(seen) as Part[]) }
      const { isClosed, ...changed } = await draft.showingConflict(
        api('POST /content/:type/:id/unpublish', { params, body }),
      )
      draft.receive(changed)
      return isClosed ? content.editor.closedJob : content.editor.unpublished
    },
    async discard(seen: SeenVersions) {
      const body = { parts: seenParts(seen, draftsOver(draft.read().record)) }
      draft.receive(await draft.showingConflict(api('POST /content/:type/:id/discard', { params, body })))
      return content.editor.discarded
    },
    async remove(seen: SeenVersions) {
      await draft.showingConflict(api('DELETE /content/:type/:id', { params, query: seen }))
      draft.remove()
      await navigate(`/content/${record.type}`)
      return content.editor.removed
    },
  }
  const run = () =>
    submit(async () => {
      const seen = await draft.saveSeen()
      if (!seen) return
      announcements.say(await actions[asked](seen))
      onClose()
    })
  return (
    <FormDialog
      title={title}
      text={text}
      submit={action}
      isDanger
      form={{ isBusy, failure }}
      onClose={onClose}
      onSubmit={run}
    />
  )
}
