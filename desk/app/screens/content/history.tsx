import { useState } from 'react'
import type { Part } from '#domain/content/types/definition.ts'
import type { FormField, TypeForm } from '#domain/content/types/index.ts'
import { isLanguage } from '#texts/languages.ts'
import { api, type ResultOf } from '../../api.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { Button, Dot, type DotColour, type DotFill } from '../../parts/elements.tsx'
import { LoadFailure, useAnnouncements, useLoaded, useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './content.module.css'
import { FieldDiff } from './diff.tsx'
import { isSame } from './edits.ts'
import { useOpenRecord } from './open-record.ts'

type Listed = ResultOf<'GET /content/:type/:id/history'>
type Revision = Listed['revisions'][number]

const SHOWN_FIRST = 8
const LOOKS: Record<Revision['state'], { fill: DotFill; colour: DotColour }> = {
  draft: { fill: 'hollow', colour: 'cinnabar' },
  scheduled: { fill: 'half', colour: 'focus' },
  published: { fill: 'solid', colour: 'ink' },
  superseded: { fill: 'solid', colour: 'edge' },
}

export function History() {
  const { record, draft } = useOpenRecord()
  const { content: texts, say, formats } = useTexts()
  const { type, id, parts } = record
  const [areAllShown, showAll] = useState(false)
  const [compared, compare] = useState<Revision>()
  const versions = Object.values(parts)
    .map(({ version, published, isDraft }) => `${version} ${published?.number} ${isDraft}`)
    .join()
  const loading = useLoaded(`${type} ${id} ${versions}`, (manner) =>
    api('GET /content/:type/:id/history', { params: draft.params, ...manner }),
  )
  const listed = loading.result
  const revisions = listed?.revisions ?? []
  return (
    <section className={styles.history}>
      <h2 className="h3">{texts.editor.history}</h2>
      <LoadFailure loaded={loading} />
      <ol>
        {revisions.slice(0, areAllShown ? undefined : SHOWN_FIRST).map((revision) => {
          const { part, number, author, changedAt, state, isSmall, restoredFrom } = revision
          const when = formats.ago(changedAt)
          return (
            <li key={`${part} ${number}`}>
              <Dot {...LOOKS[state]} />
              <div>
                <p>
                  <b>{texts.parts[part]}</b> · {texts.editor.revision[state]}
                  {isSmall && ` · ${texts.editor.isSmall}`}
                  {restoredFrom !== null && ` · ${texts.editor.fromRestore}`}
                </p>
                <p className="muted small">
                  <bdi>{author ? listed?.names[author] : texts.editor.files}</bdi> ·{' '}
                  <time dateTime={changedAt}>{when}</time>
                </p>
              </div>
              <Button
                small
                look="quiet"
                aria-label={say('content.editor.compareLabel', { part: texts.parts[part], when })}
                onClick={() => compare(revision)}
                label={texts.editor.compare}
              />
            </li>
          )
        })}
      </ol>
      {!areAllShown && revisions.length > SHOWN_FIRST && (
        <Button small onClick={() => showAll(true)} label={texts.editor.all} />
      )}
      {compared && <CompareDialog revision={compared} onClose={() => compare(undefined)} />}
    </section>
  )
}

function CompareDialog({ revision, onClose }: { revision: Revision; onClose(): void }) {
  const { model, record, draft, isReadOnly } = useOpenRecord()
  const { content: texts, say, formats } = useTexts()
  const announcements = useAnnouncements()
  const { submit, isBusy, failure } = useSubmit()
  const { part, number, changedAt } = revision
  const { params } = draft
  const looking = useLoaded(`${part} ${number}`, async ({ signal }) => {
    const revisionParams = { ...params, part, number: String(number) }
    return api('GET /content/:type/:id/history/:part/:number', { params: revisionParams, signal })
  })
  const before = looking.result?.fields
  const now = record.parts[part].fields
  const differing = before ? fieldsOf(model, part).filter(({ name }) => !isSame(before[name], now[name])) : []
  const restore = () =>
    submit(async () => {
      const restored = await draft.act((seen) => {
        const body = { part, number, version: seen[part] }
        return api('POST /content/:type/:id/restore', { params, body })
      })
      if (!restored) return
      if (restored.missingPictures === 0) announcements.say(texts.editor.restoredVersion)
      else announcements.show(texts.editor.restoredWithout)
      onClose()
    })
  return (
    <FormDialog
      wide
      title={say('content.editor.compareTitle', { part: texts.parts[part], when: formats.moment(changedAt) })}
      text={texts.editor.compareText}
      submit={texts.editor.restore}
      form={{ isBusy, failure: failure ?? looking.failure }}
      blocked={(isReadOnly || differing.length === 0) && texts.editor.alike}
      onClose={onClose}
      onSubmit={restore}
    >
      {before && differing.length === 0 && <p>{texts.editor.alike}</p>}
      {before &&
        differing.map((field) => (
          <FieldDiff
            key={field.name}
            type={record.type}
            field={field}
            language={isLanguage(part) ? part : undefined}
            before={before[field.name] ?? null}
            after={now[field.name] ?? null}
          />
        ))}
    </FormDialog>
  )
}

const fieldsOf = ({ fields }: TypeForm, part: Part): FormField[] =>
  fields.filter((field) => (field.in === 'shared') === (part === 'shared'))
