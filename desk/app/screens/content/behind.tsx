import { useState } from 'react'
import type { FormField, TypeForm } from '#domain/content/types/index.ts'
import { directionOf, isLanguage, LANGUAGES, type Language } from '#texts/languages.ts'
import { api } from '../../api.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Button, Note, Row } from '../../parts/elements.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './content.module.css'
import { FieldDiff, useTextOf } from './diff.tsx'
import { type ContentRecord, type Draft, seenParts } from './draft.ts'
import type { FieldConflict } from './edits.ts'
import { labelOf } from './labels.ts'

interface BehindProps {
  model: TypeForm
  record: ContentRecord
  draft: Draft
}

export function BehindNotes(props: BehindProps) {
  return LANGUAGES.filter((language) => props.record.parts[language].behind.length > 0).map((language) => (
    <BehindNote key={language} {...props} language={language} />
  ))
}

function BehindNote({ model, record, draft, language }: BehindProps & { language: Language }) {
  const { content: texts, say, language: desk } = useTexts()
  const announcements = useAnnouncements()
  const { submit, isBusy, failure } = useSubmit()
  const [isShown, setShown] = useState(false)
  const changes = record.parts[language].behind
  const lists = new Intl.ListFormat(desk, { type: 'conjunction' })
  const others = [...new Set(changes.map((change) => texts.parts[change.language]))]
  const fields = [...new Set(changes.map(({ field }) => field))]
  const confirm = () =>
    submit(async () => {
      const seen = await draft.saveSeen()
      if (!seen) return
      const params = { type: record.type, id: String(record.id) }
      const body = { language, fields, parts: seenParts(seen, LANGUAGES) }
      draft.receive(await draft.showingConflict(api('POST /content/:type/:id/confirm', { params, body })))
      announcements.say(say('content.editor.confirmed', { language: texts.parts[language] }))
    })
  return (
    <Note
      title={say('content.editor.behindTitle', { other: lists.format(others), language: texts.parts[language] })}
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
          fields: lists.format(fields.map((field) => labelOf(texts, model.type, field))),
        })}
      </p>
      {failure && <p role="alert">{failure}</p>}
      {isShown &&
        changes.map((change) => (
          <FieldDiff
            key={`${change.language} ${change.field}`}
            type={model.type}
            field={model.fields.find(({ name }) => name === change.field) as FormField}
            language={change.language}
            before={change.before}
            after={change.after}
          />
        ))}
    </Note>
  )
}

interface ConflictsProps {
  model: TypeForm
  conflicts: readonly FieldConflict[]
  draft: Draft
}

export function Conflicts({ model, conflicts, draft }: ConflictsProps) {
  const { content: texts } = useTexts()
  if (conflicts.length === 0) return null
  return (
    <Note kind="wrong" title={texts.editor.conflictTitle}>
      <p>{texts.editor.conflictText}</p>
      <ul className={styles.conflicts}>
        {conflicts.map((conflict) => (
          <Conflict key={`${conflict.part} ${conflict.name}`} model={model} conflict={conflict} draft={draft} />
        ))}
      </ul>
    </Note>
  )
}

function Conflict({ model, conflict, draft }: Omit<ConflictsProps, 'conflicts'> & { conflict: FieldConflict }) {
  const { content: texts } = useTexts()
  const textOf = useTextOf()
  const { part, name, mine, theirs } = conflict
  const field = model.fields.find((each) => each.name === name) as FormField
  const label = `${labelOf(texts, model.type, name)} · ${texts.parts[part]}`
  const own = isLanguage(part) ? { lang: part, dir: directionOf(part) } : { dir: 'auto' }
  return (
    <li>
      <p className={styles.name}>{label}</p>
      <dl className={styles.versions}>
        <div>
          <dt>{texts.editor.mine}</dt>
          <dd {...own}>{textOf(field, mine)}</dd>
        </div>
        <div>
          <dt>{texts.editor.theirs}</dt>
          <dd {...own}>{textOf(field, theirs)}</dd>
        </div>
      </dl>
      <Row>
        <Button small look="primary" onClick={() => draft.settle(conflict, 'mine')} label={texts.editor.keepMine} />
        <Button small onClick={() => draft.settle(conflict, 'theirs')} label={texts.editor.takeTheirs} />
        <CopyButton text={textOf(field, mine)} />
      </Row>
    </li>
  )
}
