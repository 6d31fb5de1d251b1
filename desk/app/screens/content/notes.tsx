import { useState } from 'react'
import type { FormField } from '#domain/content/types/index.ts'
import { directionOf, isLanguage, LANGUAGES, type Language, otherLanguage } from '#texts/languages.ts'
import { api } from '../../api.ts'
import { currentTime } from '../../clock.ts'
import { CopyButton } from '../../parts/dialog.tsx'
import { Button, Note, Row } from '../../parts/elements.tsx'
import { useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './content.module.css'
import { FieldDiff, useTextOf } from './diff.tsx'
import { scheduledAt, seenParts } from './draft.ts'
import type { FieldConflict } from './edits.ts'
import { labelOf } from './labels.ts'
import { useOpenRecord } from './open-record.ts'

export function BehindNotes() {
  const { parts } = useOpenRecord().record
  return LANGUAGES.filter((language) => parts[language].behind.length > 0).map((language) => (
    <BehindNote key={language} language={language} />
  ))
}

/** Where one language has texts that the other lacks. */
export function MissingNotes() {
  const { record, isReadOnly, draft } = useOpenRecord()
  if (isReadOnly || draft.isNew) return null
  return LANGUAGES.filter((language) => record.parts[language].isMissing).map((language) => (
    <MissingNote key={language} language={language} />
  ))
}

function MissingNote({ language }: { language: Language }) {
  const { draft } = useOpenRecord()
  const { content: texts, say } = useTexts()
  const { submit, isBusy, failure } = useSubmit()
  const from = otherLanguage(language)
  const names = { language: texts.parts[language], other: texts.parts[from] }
  const copy = () =>
    submit(
      () =>
        draft.act((seen) => {
          const body = { from, to: language, parts: seenParts(seen, LANGUAGES) }
          return api('POST /content/:type/:id/copy', { params: draft.params, body })
        }),
      (copied) => copied && say('content.editor.copied', names),
    )
  return (
    <Note
      title={say('content.editor.missingTitle', names)}
      actions={<Button small busy={isBusy} onClick={copy} label={say('content.editor.copyMissing', names)} />}
    >
      <p>{texts.editor.missingText}</p>
      {failure && <p role="alert">{failure}</p>}
    </Note>
  )
}

function BehindNote({ language }: { language: Language }) {
  const { model, record, draft } = useOpenRecord()
  const all = useTexts()
  const { content: texts, say, formats } = all
  const { submit, isBusy, failure } = useSubmit()
  const [isShown, setShown] = useState(false)
  const changes = record.parts[language].behind
  const others = [...new Set(changes.map((change) => texts.parts[change.language]))]
  const fields = [...new Set(changes.map(({ field }) => field))]
  const confirm = () =>
    submit(
      () =>
        draft.act((seen) => {
          const body = { language, fields, parts: seenParts(seen, LANGUAGES) }
          return api('POST /content/:type/:id/confirm', { params: draft.params, body })
        }),
      (confirmed) => confirmed && say('content.editor.confirmed', { language: texts.parts[language] }),
    )
  return (
    <Note
      title={say('content.editor.behindTitle', { other: formats.list(others), language: texts.parts[language] })}
      actions={
        <>
          <Button
            small
            aria-expanded={isShown}
            onClick={() => setShown(!isShown)}
            label={isShown ? texts.editor.hideChanges : texts.editor.seeChanges}
          />
          <Button
            small
            look="quiet"
            busy={isBusy}
            onClick={confirm}
            label={say('content.editor.stillRight', { language: texts.parts[language] })}
          />
        </>
      }
    >
      <p>
        {say('content.editor.behindFields', {
          fields: formats.list(fields.map((field) => labelOf(all, model.type, field))),
        })}
      </p>
      {failure && <p role="alert">{failure}</p>}
      {isShown &&
        changes.map(({ field, language: changed, before, after }) => (
          <FieldDiff
            key={`${changed} ${field}`}
            type={model.type}
            field={model.fields.find(({ name }) => name === field) as FormField}
            language={changed}
            before={before}
            after={after}
          />
        ))}
    </Note>
  )
}

/** Nothing is stored over the other text before the person has chosen. */
export function Conflicts() {
  const { conflicts } = useOpenRecord()
  const { content: texts } = useTexts()
  if (conflicts.length === 0) return null
  return (
    <Note kind="wrong" title={texts.editor.conflictTitle}>
      <p>{texts.editor.conflictText}</p>
      <ul className={styles.conflicts}>
        {conflicts.map((conflict) => (
          <Conflict key={`${conflict.part} ${conflict.name}`} conflict={conflict} />
        ))}
      </ul>
    </Note>
  )
}

function Conflict({ conflict }: { conflict: FieldConflict }) {
  const { model, draft } = useOpenRecord()
  const all = useTexts()
  const { content: texts } = all
  const { editor } = texts
  const textOf = useTextOf()
  const { part, name, mine, theirs } = conflict
  const field = model.fields.find((each) => each.name === name) as FormField
  const own = isLanguage(part) ? { lang: part, dir: directionOf(part) } : { dir: 'auto' }
  const versions = [
    [editor.mine, mine],
    [editor.theirs, theirs],
  ] as const
  return (
    <li>
      <p className={styles.name}>{`${labelOf(all, model.type, name)} · ${texts.parts[part]}`}</p>
      <dl className={styles.versions}>
        {versions.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd {...own}>{textOf(field, text)}</dd>
          </div>
        ))}
      </dl>
      <Row>
        <Button small look="primary" onClick={() => draft.settle(conflict, 'mine')} label={editor.keepMine} />
        <Button small onClick={() => draft.settle(conflict, 'theirs')} label={editor.takeTheirs} />
        <CopyButton text={textOf(field, mine)} />
      </Row>
    </li>
  )
}

const OVERDUE_MILLISECONDS = 60_000

export function Scheduled() {
  const { record, draft, scheduleEnded } = useOpenRecord()
  const { content, say, formats } = useTexts()
  const { submit, isBusy, failure } = useSubmit()
  const at = scheduledAt(record)
  if (!at)
    return scheduleEnded.map((ended) => (
      <Note key={ended} title={say('content.editor.scheduleEnded', { when: formats.moment(ended) })} />
    ))
  const unschedule = () =>
    submit(
      () => draft.act((seen) => api('DELETE /content/:type/:id/schedule', { params: draft.params, query: seen })),
      (ended) => ended && content.editor.unscheduled,
    )
  const isOverdue = currentTime().getTime() - Date.parse(at) > OVERDUE_MILLISECONDS
  const sentence = isOverdue ? 'content.editor.overdue' : 'content.editor.scheduledFor'
  return (
    <Note
      title={say(sentence, { when: formats.moment(at) })}
      actions={<Button small busy={isBusy} onClick={unschedule} label={content.editor.unschedule} />}
    >
      {failure}
    </Note>
  )
}
