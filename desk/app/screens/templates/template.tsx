import { Copy, Save } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { api, currentIn, type Refusal } from '../../api.ts'
import { useActions } from '../../parts/actions.ts'
import { useDraft } from '../../parts/drafts.ts'
import { Body, Button, Head, Ltr, Note, Row, TextLink } from '../../parts/elements.tsx'
import { Choice, Field, TextField } from '../../parts/field.tsx'
import { FormContext, useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import { type BilingualTemplate, bilingual, type TemplateText } from './bilingual.ts'
import styles from './templates.module.css'

const NEW = 'new'
const EMPTY: TemplateText = { name: '', subject: '', body: '' }

type Content = Pick<BilingualTemplate, 'kind' | 'texts'>

export async function loader({ params, request }: LoaderFunctionArgs) {
  const { templates, placeholders } = bilingual(await api('GET /letters/templates', { signal: request.signal }))
  const wanted = params.id ?? NEW
  const found = templates.find(({ id }) => id === wanted)
  if (!found && wanted !== NEW) throw new Response(null, { status: 404 })
  const copied = templates.find(({ id }) => id === new URL(request.url).searchParams.get('copy'))
  return { template: found, copied, placeholders }
}

export function Component() {
  const { template, copied } = useLoaderData<typeof loader>()
  if (template?.version === null) return <BuiltIn template={template} />
  const about = `template ${template?.id ?? [NEW, copied?.id].join(' ')}`
  return <Editor key={about} about={about} />
}

function BuiltIn({ template }: { template: BilingualTemplate }) {
  const { templates: texts, language } = useTexts()
  const navigate = useNavigate()
  const copy = () => navigate(`/templates/${NEW}?copy=${template.id}`)
  useActions([{ id: 'copy-template', label: texts.copy, keys: 'E', icon: Copy, run: copy }])
  return (
    <>
      <Head
        title={template.texts[language].name}
        note={<BackLink />}
        actions={<Button look="primary" icon={Copy} onClick={copy} label={texts.copy} />}
      />
      <Body>
        <Note>{texts.builtInText}</Note>
        <div className={styles.sides} dir="ltr">
          {LANGUAGES.map((each) => (
            <section key={each} className={styles.sheet} lang={each} dir={each === 'ar' ? 'rtl' : 'ltr'}>
              <h2 className="h3">{template.texts[each].subject}</h2>
              <p className={styles.letter}>{template.texts[each].body}</p>
            </section>
          ))}
        </div>
      </Body>
    </>
  )
}

function Editor({ about }: { about: string }) {
  const { template, copied, placeholders } = useLoaderData<typeof loader>()
  const { templates: texts, shell, say, language } = useTexts()
  const navigate = useNavigate()
  const announcements = useAnnouncements()
  const { revalidate } = useRevalidator()
  const form = useSubmit()
  const { submit, isBusy } = form
  const draft = useDraft<Content>(about, () => template ?? copyOf(copied))
  const [version, setVersion] = useState(template?.version ?? null)
  const formId = useId()
  const { kind, texts: written } = draft.value

  const save = (against = version) =>
    submit(async () => {
      const body = { kind, texts: written }
      if (template && against !== null)
        await api('PUT /letters/templates/:id', { params: { id: template.id }, body: { ...body, version: against } })
      else await api('POST /letters/templates', { body })
      draft.forget()
      announcements.say(say('templates.saved', { name: written[language].name }))
      await navigate('/templates')
    })
  useActions([{ id: 'save-template', label: shell.save, keys: 'Mod+S', icon: Save, run: () => save() }])

  return (
    <>
      <Head
        title={template ? template.texts[language].name : texts.newTitle}
        note={
          <>
            <BackLink /> {draft.isBegun && <span role="status">· {texts.unsaved}</span>}
          </>
        }
        actions={
          <>
            {draft.isBegun && (
              <Button look="quiet" busy={isBusy} onClick={() => draft.discard(true)} label={texts.discard} />
            )}
            <Button type="submit" form={formId} look="primary" icon={Save} busy={isBusy} label={shell.save} />
          </>
        }
      />
      <Body>
        <SaveFailure
          form={form}
          onTake={(theirs) => {
            setVersion(theirs.version)
            draft.change({ kind: theirs.kind, texts: theirs.texts })
            revalidate()
          }}
          onSave={(against) => {
            setVersion(against)
            save(against)
          }}
        />
        <form
          id={formId}
          className={styles.form}
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            save()
          }}
        >
          <Choice legend={texts.kind} {...draft.choice('kind')} options={texts.kinds} />
          {/* English is always left, Arabic always right. */}
          <div className={styles.sides} dir="ltr">
            <FormContext value={form}>
              {LANGUAGES.map((each) => (
                <Side
                  key={each}
                  language={each}
                  text={written[each]}
                  placeholders={placeholders}
                  onChange={(text) => draft.patch({ texts: { ...written, [each]: text } })}
                />
              ))}
            </FormContext>
          </div>
        </form>
      </Body>
    </>
  )
}

type Stored = Content & { version: number }

interface SaveFailureProps {
  form: ReturnType<typeof useSubmit>
  onTake(theirs: Stored): void
  /** Over the version that a colleague saved, or as a new template. */
  onSave(against: number | null): void
}

function SaveFailure({ form: { failure, refusal }, onTake, onSave }: SaveFailureProps) {
  const { templates: texts, shell, say } = useTexts()
  const theirs = currentIn<Stored>(refusal)
  const unknown = unknownIn(refusal)
  if (theirs) {
    const buttons = (
      <>
        <Button onClick={() => onTake(theirs)} label={texts.takeTheirs} />
        <Button look="primary" onClick={() => onSave(theirs.version)} label={texts.saveMine} />
      </>
    )
    return (
      <Note kind="wrong" title={texts.conflictTitle} actions={buttons}>
        {texts.conflictText}
      </Note>
    )
  }
  if (refusal?.problem === 'notFound')
    return (
      <Note kind="wrong" actions={<Button onClick={() => onSave(null)} label={shell.save} />}>
        {texts.gone}
      </Note>
    )
  if (!failure) return null
  return (
    <Note kind="wrong">
      {failure} {unknown && say('templates.unknown', { names: unknown })}
    </Note>
  )
}

const MAX_LENGTHS = { name: 80, subject: 200 }

interface SideProps {
  language: Language
  text: TemplateText
  placeholders: readonly string[]
  onChange(text: TemplateText): void
}

function Side({ language, text, placeholders, onChange }: SideProps) {
  const { templates: texts, submissions: words, say, language: desk } = useTexts()
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = (name: string) => {
    const field = area.current
    if (!field) return
    field.focus()
    field.setRangeText(`{${name}}`, field.selectionStart, field.selectionEnd, 'end')
    onChange({ ...text, body: field.value })
  }
  const own = { lang: language, dir: language === 'ar' ? 'rtl' : 'ltr', spellCheck: true } as const
  return (
    <fieldset className={styles.side} dir={desk === 'ar' ? 'rtl' : 'ltr'}>
      <legend className="h3">{words.languages[language]}</legend>
      {(['name', 'subject'] as const).map((field) => (
        <Field
          key={field}
          {...own}
          label={texts[field]}
          name={`texts.${language}.${field}`}
          autoComplete="off"
          maxLength={MAX_LENGTHS[field]}
          value={text[field]}
          onChange={({ target }) => onChange({ ...text, [field]: target.value })}
        />
      ))}
      <TextField
        {...own}
        ref={area}
        label={texts.body}
        name={`texts.${language}.body`}
        rows={14}
        value={text.body}
        onChange={({ target }) => onChange({ ...text, body: target.value })}
      />
      <p className="muted small">{texts.placeholders}</p>
      <Row>
        {placeholders.map((name) => (
          <Button
            key={name}
            small
            aria-label={say('templates.insert', { name })}
            onClick={() => insert(name)}
            label={<Ltr>{`{${name}}`}</Ltr>}
          />
        ))}
      </Row>
    </fieldset>
  )
}

function BackLink() {
  const { templates } = useTexts()
  return <TextLink to="/templates">{templates.back}</TextLink>
}

function copyOf(copied: BilingualTemplate | undefined): Content {
  if (!copied) return { kind: 'answer', texts: { en: EMPTY, ar: EMPTY } }
  const { en, ar } = copied.texts
  return { kind: copied.kind, texts: { en: { ...en, name: `${en.name} 2` }, ar: { ...ar, name: `${ar.name} ٢` } } }
}

function unknownIn(refusal: Refusal | undefined) {
  const { unfilled } = (refusal?.body.details ?? {}) as { unfilled?: string[] }
  return unfilled?.map((name) => `\u2066${name}\u2069`).join(' ')
}
