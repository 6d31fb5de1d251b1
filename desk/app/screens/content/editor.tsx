import { Save } from 'lucide-react'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import type { Part } from '#domain/content/types/definition.ts'
import type { FormField, TypeForm } from '#domain/content/types/index.ts'
import { classNames } from '#site/brand/class-names.ts'
import { directionOf, LANGUAGES, type Language, otherLanguage } from '#texts/languages.ts'
import { api } from '../../api.ts'
import { currentTime } from '../../clock.ts'
import { useActions } from '../../parts/actions.ts'
import { Button, Dot, Head, Note, TextLink } from '../../parts/elements.tsx'
import { Check } from '../../parts/field.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { useTexts } from '../../texts.tsx'
import { BehindNotes, Conflicts } from './behind.tsx'
import { Checks } from './checks.tsx'
import styles from './content.module.css'
import { type ContentRecord, type Draft, draftOf, type SaveState } from './draft.ts'
import { currentValue } from './edits.ts'
import { FieldInput, isTall } from './field-input.tsx'
import { History } from './history.tsx'
import { useLock } from './lock.ts'
import { Preview } from './preview.tsx'
import { Publishing, scheduledAt } from './publishing.tsx'
import { type LanguageState, StateMark } from './state.tsx'

export const handle = { folded: true }

export async function loader({ params, request }: LoaderFunctionArgs) {
  const { signal } = request
  const { type = '', id = '' } = params
  const [{ types, timeZone }, record] = await Promise.all([
    api('GET /content', { signal }),
    api('GET /content/:type/:id', { params: { type, id }, signal }),
  ])
  return { model: types.find((each) => each.type === record.type) as TypeForm, timeZone, record }
}

export function Component() {
  const { record } = useLoaderData<typeof loader>()
  return <Editor key={`${record.type}/${record.id}`} />
}

function Editor() {
  const { model, timeZone, record: loaded } = useLoaderData<typeof loader>()
  const { content: texts, say, language: desk } = useTexts()
  const { person } = useSession()
  const [draft] = useState(() => draftOf(loaded, person.id))
  const { record, conflicts, isRestored, isSmall, save } = useSyncExternalStore(draft.subscribe, draft.read)
  const { revalidate } = useRevalidator()
  useEffect(() => draft.open(revalidate), [draft, revalidate])
  useEffect(() => {
    if (loaded !== draft.read().record) draft.receive(loaded)
  }, [draft, loaded])
  const { writer, takeOver } = useLock(draft, useReading(draft))
  const takingOver = useSubmit()
  const isReadOnly = writer !== undefined
  useActions([
    { id: 'save-record', label: texts.editor.save, keys: 'Mod+S', icon: Save, run: () => void draft.saveNow() },
  ])
  const title = (language: Language) => String(record.parts[language].fields[model.titleField] ?? '')
  const common = { model, record, draft, isReadOnly }

  return (
    <>
      <Head
        title={model.isSingle ? texts.types[model.type] : title(desk) || title(otherLanguage(desk)) || texts.untitled}
        note={
          <>
            <TextLink to={model.isSingle ? '/content' : `/content/${model.type}`}>
              {model.isSingle ? texts.title : texts.types[model.type]}
            </TextLink>{' '}
            · <SaveStatus save={save} />
          </>
        }
        actions={
          <>
            <Preview record={record} draft={draft} />
            {!isReadOnly && (
              <Button
                icon={Save}
                onClick={() => void draft.saveNow()}
                aria-keyshortcuts="Control+S"
                label={texts.editor.save}
              />
            )}
            <Publishing
              record={record}
              draft={draft}
              timeZone={timeZone}
              isSingle={model.isSingle}
              isReadOnly={isReadOnly}
            />
          </>
        }
      />
      <div className={styles.editor}>
        <div className={styles.main}>
          {writer !== undefined && (
            <Note
              title={say('content.editor.writing', { name: writer })}
              actions={
                <Button
                  small
                  busy={takingOver.isBusy}
                  onClick={() => takingOver.submit(takeOver)}
                  label={texts.editor.takeOver}
                />
              }
            >
              {texts.editor.writingText}
            </Note>
          )}
          {writer !== undefined && takingOver.failure && <Note kind="wrong">{takingOver.failure}</Note>}
          {isRestored && <Note>{texts.editor.restored}</Note>}
          <Conflicts model={model} conflicts={conflicts} draft={draft} />
          <Scheduled record={record} draft={draft} />
          <BehindNotes model={model} record={record} draft={draft} />
          {!isReadOnly && (
            <Check
              label={texts.editor.small}
              checked={isSmall}
              onChange={({ target }) => draft.setSmall(target.checked)}
            />
          )}
          <SideBySide {...common} />
          <Facts {...common} />
        </div>
        <aside className={styles.side} aria-label={texts.editor.before}>
          <Checks model={model} record={record} />
          <History {...common} />
        </aside>
      </div>
    </>
  )
}

/** A reader sees a colleague's edits as they are saved; a writer is asked in a conflict. */
function useReading(draft: Draft) {
  return useCallback(
    (versions: Record<Part, number>) => {
      const { type, id, parts } = draft.read().record
      const isOutdated = (Object.keys(versions) as Part[]).some((part) => versions[part] > parts[part].version)
      if (!isOutdated || draft.hasUnsent()) return
      api('GET /content/:type/:id', { params: { type, id: String(id) }, background: true }).then(
        draft.receive,
        () => {},
      )
    },
    [draft],
  )
}

function SaveStatus({ save }: { save: SaveState }) {
  const { content, say, formats } = useTexts()
  const sentences = {
    saved: () => say('content.editor.saved', { when: formats.short((save as { at: string }).at) }),
    pending: () => content.editor.saving,
    offline: () => content.editor.offline,
    refused: () => say('content.editor.refused', { reason: (save as { refusal: Error }).refusal.message }),
    conflict: () => content.editor.conflicted,
  }
  const isWrong = save.kind !== 'saved' && save.kind !== 'pending'
  return (
    <span role="status" className={isWrong ? styles.failure : undefined}>
      {sentences[save.kind]()}
    </span>
  )
}

function Scheduled({ record, draft }: { record: ContentRecord; draft: Draft }) {
  const { content, say, formats } = useTexts()
  const announcements = useAnnouncements()
  const { submit, isBusy, failure } = useSubmit()
  const { scheduleEnded } = useSyncExternalStore(draft.subscribe, draft.read)
  const at = scheduledAt(record)
  if (!at)
    return scheduleEnded.map((ended) => (
      <Note key={ended} title={say('content.editor.scheduleEnded', { when: formats.moment(ended) })} />
    ))
  const unschedule = () =>
    submit(async () => {
      const seen = await draft.saveSeen()
      if (!seen) return
      const params = { type: record.type, id: String(record.id) }
      draft.receive(await draft.showingConflict(api('DELETE /content/:type/:id/schedule', { params, query: seen })))
      announcements.say(content.editor.unscheduled)
    })
  return (
    <Note
      title={say(isOverdue(at) ? 'content.editor.overdue' : 'content.editor.scheduledFor', {
        when: formats.moment(at),
      })}
      actions={<Button small busy={isBusy} onClick={unschedule} label={content.editor.unschedule} />}
    >
      {failure}
    </Note>
  )
}

const OVERDUE_MILLISECONDS = 60_000

const isOverdue = (at: string) => currentTime().getTime() - Date.parse(at) > OVERDUE_MILLISECONDS

interface FormProps {
  model: TypeForm
  draft: Draft
  isReadOnly: boolean
}

/** English is always left, Arabic always right; a dot between them says whether they are in step. */
function SideBySide({ model, draft, isReadOnly }: FormProps) {
  const { content: texts, language: desk } = useTexts()
  const { record } = useSyncExternalStore(draft.subscribe, draft.read)
  const written = model.fields.filter((field) => field.in === 'languages')
  return (
    <div className={styles.sides} dir="ltr">
      <div className={styles.pair}>
        {LANGUAGES.map((language) => (
          <div key={language} className={styles.languageHead} dir={directionOf(desk)}>
            <b>{texts.parts[language]}</b>
            <StateMark state={partState(record, language)}>
              {partState(record, language) === 'published' && record.parts[language].isDraft && texts.edited}
            </StateMark>
          </div>
        ))}
      </div>
      {written.map((field) => (
        <Pair key={field.name} model={model} field={field} draft={draft} isReadOnly={isReadOnly} />
      ))}
    </div>
  )
}

function partState({ parts, isPublished }: ContentRecord, language: Language): LanguageState {
  const { isMissing, behind, scheduled } = parts[language]
  if (isMissing) return 'missing'
  if (behind.length > 0) return 'behind'
  if (scheduled) return 'scheduled'
  return isPublished ? 'published' : 'draft'
}

function Pair({ model, field, draft, isReadOnly }: FormProps & { field: FormField }) {
  const { content: texts, language: desk } = useTexts()
  const { record, edits } = useSyncExternalStore(draft.subscribe, draft.read)
  const isBehind = LANGUAGES.some((language) => record.parts[language].behind.some((each) => each.field === field.name))
  const isWritten = LANGUAGES.every((language) => {
    const value = currentValue(edits, record.parts, language, field.name)
    return Array.isArray(value) ? value.length > 0 : Boolean(value)
  })
  return (
    <div className={classNames(styles.pair, isTall(field) && styles.tall)}>
      {LANGUAGES.map((language) => (
        <fieldset key={language} className={styles.cell} dir={directionOf(desk)}>
          <legend>{texts.parts[language]}</legend>
          <PartField model={model} field={field} part={language} draft={draft} isReadOnly={isReadOnly} />
        </fieldset>
      ))}
      <span className={styles.spine}>
        <Dot fill={isWritten && !isBehind ? 'solid' : 'hollow'} colour={isBehind ? 'cinnabar' : 'ink'} />
      </span>
    </div>
  )
}

function Facts({ model, draft, isReadOnly }: FormProps) {
  const { content: texts } = useTexts()
  const facts = model.fields.filter((field) => field.in === 'shared')
  if (facts.length === 0) return null
  return (
    <section className={styles.factsPart}>
      <h2 className="h3">{texts.parts.shared}</h2>
      <div className={styles.facts}>
        {facts.map((field) => (
          <PartField key={field.name} model={model} field={field} part="shared" draft={draft} isReadOnly={isReadOnly} />
        ))}
      </div>
    </section>
  )
}

function PartField({ model, field, part, draft, isReadOnly }: FormProps & { field: FormField; part: Part }) {
  const { 'field-errors': fieldTexts } = useTexts()
  const { record, edits, save } = useSyncExternalStore(draft.subscribe, draft.read)
  const [fault] = save.kind === 'refused' ? (save.refusal.body.errors?.[`${part}.${field.name}`] ?? []) : []
  return (
    <FieldInput
      type={model.type}
      field={field}
      part={part}
      value={currentValue(edits, record.parts, part, field.name)}
      isReadOnly={isReadOnly}
      error={fault && (fieldTexts[fault as keyof typeof fieldTexts] ?? fieldTexts.invalid)}
      onChange={(value) => draft.change(part, field.name, value)}
    />
  )
}
