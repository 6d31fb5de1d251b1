import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Part } from '#domain/content/types/definition.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { api } from '../../api.ts'
import { currentTime } from '../../clock.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { Button } from '../../parts/elements.tsx'
import { CheckList, Field } from '../../parts/field.tsx'
import { Menu, type MenuItem } from '../../parts/menu.tsx'
import { Failure, useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import { focusFirstFault } from './checks.tsx'
import styles from './content.module.css'
import { type ContentRecord, scheduledAt, seenParts } from './draft.ts'
import { useOpenRecord } from './open-record.ts'
import { usePublishingRight } from './publishing-right.ts'

type Question = 'schedule' | 'unpublish' | 'discard' | 'remove'

export function Publishing() {
  const { model, record, draft, isReadOnly } = useOpenRecord()
  const { content: texts, review, say } = useTexts()
  const mayPublish = usePublishingRight(record)
  const [asked, ask] = useState<Question>()
  const [behind, askAboutBehind] = useState<readonly Part[]>()
  const publish = usePublish(askAboutBehind)
  const waiting = unpublishedParts(record)
  const blocked = (waiting.length === 0 && texts.editor.nothingToPublish) || (!mayPublish && review.needed)
  const afterChecks = useAfterChecks()
  const { isPublished } = record
  const items: (MenuItem | false)[] = [
    ...waiting.map(
      (part) =>
        waiting.length > 1 &&
        mayPublish &&
        isPublished && {
          label: say('content.editor.publishOnly', { part: texts.parts[part] }),
          run: () => afterChecks(() => publish.run([part])),
        },
    ),
    draftsOver(record).length > 0 && { label: texts.editor.discard, run: () => ask('discard') },
    isPublished && !model.isSingle && { label: texts.editor.unpublish, run: () => ask('unpublish') },
    !isPublished &&
      !model.isSingle &&
      !draft.isNew && { label: texts.editor.remove, danger: true, run: () => ask('remove') },
  ]
  const offered = items.filter((item) => item !== false)
  if (isReadOnly) return null
  const close = () => ask(undefined)
  return (
    <>
      {publish.failure && (
        <span className={styles.failure} role="alert">
          {publish.failure}
        </span>
      )}
      <FaultCount />
      <Button blocked={blocked} onClick={() => afterChecks(() => ask('schedule'))} label={texts.editor.schedule} />
      <Button
        look="primary"
        blocked={blocked}
        busy={publish.isBusy}
        onClick={() => afterChecks(() => publish.run(waiting))}
        label={texts.editor.publish}
      />
      {offered.length > 0 && <Menu label={texts.editor.more} items={offered} />}
      {asked === 'schedule' && <ScheduleDialog parts={waiting} onClose={close} />}
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
      {asked && asked !== 'schedule' && <Confirmation asked={asked} onClose={close} />}
    </>
  )
}

/** Leads to the list of faults where it is not beside the form. */
function FaultCount() {
  const { shown } = useOpenRecord().checks
  const { say } = useTexts()
  const count = shown.filter(({ isBlocking }) => isBlocking).length
  if (count === 0) return null
  return (
    <Button
      look="link"
      className={styles.faultCount}
      onClick={() => document.getElementById('checks')?.scrollIntoView({ block: 'center' })}
      label={say('content.editor.faultCount', { count })}
    />
  )
}

/** Shows every fault and goes to the first; without any, goes on. */
function useAfterChecks() {
  const { model, draft, checks } = useOpenRecord()
  const { content: texts } = useTexts()
  const announcements = useAnnouncements()
  return async (goOn: () => void) => {
    checks.showAll()
    await draft.saveNow()
    const { record } = draft.read()
    if (record.isPublishable) return goOn()
    announcements.say(texts.editor.blocked)
    focusFirstFault(model, record)
  }
}

export const unpublishedParts = ({ parts }: ContentRecord): Part[] =>
  (Object.keys(parts) as Part[]).filter((part) => parts[part].isDraft || !parts[part].published)

const draftsOver = ({ parts }: ContentRecord): Part[] =>
  (Object.keys(parts) as Part[]).filter((part) => parts[part].isDraft && parts[part].published)

const isBehind = ({ parts }: ContentRecord) => LANGUAGES.some((language) => parts[language].behind.length > 0)

/** Publishes; asks first where a language has not followed what another says now. */
function usePublish(askAboutBehind: (parts: readonly Part[]) => void) {
  const { draft } = useOpenRecord()
  const { content: texts, say, formats } = useTexts()
  const { submit, isBusy, failure } = useSubmit()
  const run = (parts: readonly Part[], { isBehindMeant = false } = {}) =>
    submit(
      async () => {
        const published = await draft.act(async (seen) => {
          if (!isBehind(draft.read().record) || isBehindMeant)
            return api('POST /content/:type/:id/publish', {
              params: draft.params,
              body: { parts: seenParts(seen, parts) },
            })
          askAboutBehind(parts)
          return undefined
        })
        if (!published) return undefined
        draft.setSmall(false)
        const ended = [...new Set(published.endedSchedules.map(({ at }) => at))].toSorted()
        draft.setScheduleEnded(ended)
        return ended
      },
      (ended) =>
        ended &&
        [
          texts.editor.published,
          ...ended.map((at) => say('content.editor.scheduleEnded', { when: formats.moment(at) })),
        ].join(' '),
    )
  return { run, isBusy, failure }
}

function ScheduleDialog({ parts, onClose }: { parts: readonly Part[]; onClose(): void }) {
  const { draft, timeZone } = useOpenRecord()
  const { content: texts, 'field-errors': fieldTexts, say, formats } = useTexts()
  const { submit, isBusy, failure, errorOf } = useSubmit()
  const [chosen, choose] = useState<readonly Part[]>(parts)
  const schedule = (answers: FormData) =>
    submit(
      async () => {
        const at = String(answers.get('at'))
        if (!at) throw new Failure(fieldTexts.timeFormat)
        const scheduled = await draft.act((seen) => {
          const body = { at, parts: seenParts(seen, chosen) }
          return api('PUT /content/:type/:id/schedule', { params: draft.params, body })
        })
        if (scheduled) onClose()
        return scheduled
      },
      (scheduled) =>
        scheduled && say('content.editor.scheduled', { when: formats.moment(scheduledAt(scheduled) ?? currentTime()) }),
    )
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
        <CheckList of={parts.map((part) => [part, texts.parts[part]])} chosen={chosen} onChange={choose} />
      </fieldset>
    </FormDialog>
  )
}

function Confirmation({ asked, onClose }: { asked: Exclude<Question, 'schedule'>; onClose(): void }) {
  const { record, draft } = useOpenRecord()
  const { editor } = useTexts().content
  const navigate = useNavigate()
  const { submit, isBusy, failure } = useSubmit()
  const { params } = draft
  const sentences = {
    unpublish: [editor.unpublishTitle, editor.unpublishText, editor.unpublish],
    discard: [editor.discardTitle, editor.discardText, editor.discard],
    remove: [editor.removeTitle, editor.removeText, editor.remove],
  } as const
  const [title, text, action] = sentences[asked]
  const actions = {
    async unpublish() {
      const changed = await draft.act((seen) => {
        const body = { parts: seenParts(seen, Object.keys(seen) as Part[]) }
        return api('POST /content/:type/:id/unpublish', { params, body })
      })
      return changed && (changed.isClosed ? editor.closedJob : editor.unpublished)
    },
    async discard() {
      const changed = await draft.act((seen) => {
        const body = { parts: seenParts(seen, draftsOver(draft.read().record)) }
        return api('POST /content/:type/:id/discard', { params, body })
      })
      return changed && editor.discarded
    },
    async remove() {
      await draft.act(async (seen) => {
        await api('DELETE /content/:type/:id', { params, query: seen })
        draft.remove()
        return undefined
      })
      if (!draft.isRemoved) return undefined
      await navigate(`/content/${record.type}`)
      return editor.removed
    },
  }
  const run = () =>
    submit(
      async () => {
        const done = await actions[asked]()
        if (done) onClose()
        return done
      },
      (done) => done,
    )
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
