import { useState } from 'react'
import type { FormField, TypeForm } from '#domain/content/types/index.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { api } from '../../api.ts'
import { Button, Note } from '../../parts/elements.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import { FieldDiff } from './diff.tsx'
import type { Draft } from './draft.ts'
import { type ContentRecord, seenParts } from './draft-state.ts'
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
          <Button small aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? texts.editor.hideChanges : texts.editor.seeChanges}
          </Button>
          <Button small look="quiet" busy={isBusy} onClick={confirm}>
            {say('content.editor.stillRight', { language: texts.parts[language] })}
          </Button>
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
