import { Eye, Send } from 'lucide-react'
import { type ComponentProps, type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { mailtoOf } from '#contract/mail-address.ts'
import { directionOf } from '#texts/languages.ts'
import { api, Refusal, type ResultOf } from '../../api.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { type Closing, useDraft } from '../../parts/drafts.ts'
import { Button, buttonClass, Ltr, Note, Row } from '../../parts/elements.tsx'
import { Choice, MarkedField, Options, SelectField } from '../../parts/field.tsx'
import { LoadFailure, useAnnouncements, useLoaded, useSubmit } from '../../parts/work.tsx'
import { draftNames } from '../../submissions/drafts-and-undo.ts'
import { type FillIns, fillIn, MarkedText, placeholdersIn } from '../../submissions/fill-ins.tsx'
import { type Letter, newLetter, type Templates, useTemplateChoice } from '../../submissions/letter-fields.tsx'
import { useTexts } from '../../texts.tsx'
import { AttachedFiles } from './attached-files.tsx'
import { type Submission, useBegunVersion, useOpenSubmission } from './open-submission.ts'
import styles from './submission.module.css'
import { type Opening, useFocusOnOpening } from './use-focus-on-opening.ts'

interface LetterPanelProps extends Closing, Opening {
  onWithdrawn(letter: Letter): void
}

/** A letter to the sender. It leaves after ten seconds, so undo can stop it. */
export function LetterPanel(props: LetterPanelProps) {
  const { submission } = useOpenSubmission()
  const { letters: texts } = useTexts()
  const { reference, version, email } = submission
  const loading = useLoaded('templates', (manner) => api('GET /letters/templates', manner))
  const filling = useLoaded(`${reference} ${version}`, (manner) =>
    api('GET /submissions/:id/letters/values', { params: { id: reference }, ...manner }),
  )
  const templates = loading.result
  if (templates && !templates.canSend)
    return (
      <Note
        actions={
          <a className={buttonClass({ small: true })} href={mailtoOf(email)}>
            {texts.writeYourself}
          </a>
        }
      >
        {texts.mailOff} <Ltr>{email}</Ltr>
      </Note>
    )
  return (
    <>
      <LoadFailure loaded={loading.failure ? loading : filling} />
      {templates && filling.result && <LetterForm templates={templates} values={filling.result} {...props} />}
    </>
  )
}

/** A retry without a response sends the same id, so the letter is mailed once. */
const newId = (): string => crypto.randomUUID()

interface LetterFormProps extends LetterPanelProps {
  templates: Templates
  values: FillIns
}

function LetterForm({ templates, values, opening, onWithdrawn, ...closing }: LetterFormProps) {
  const { submission, refresh } = useOpenSubmission()
  const { letters: texts, shell, say, formats } = useTexts()
  const announcements = useAnnouncements()
  const { revalidate } = useRevalidator()
  const { submit, isBusy, failure, refusal, errorOf } = useSubmit()
  const first = () => filled(newLetter(templates, 'answer', submission.language, usualTemplate(submission)), values)
  const draft = useDraft(draftNames.letter(submission.reference), () => ({ id: newId(), ...first() }))
  const { id, ...letter } = draft.value
  const [preview, setPreview] = useState<ResultOf<'POST /submissions/:id/letters/preview'>>()
  const form = useFocusOnOpening(opening)
  const version = useBegunVersion(true)
  const params = { id: submission.reference }
  const { replyTo: _replyTo, files = [], ...text } = letter
  const empty = placeholdersIn(`${letter.subject}\n${letter.body}`)
  const missing = empty.length > 0 && say('letters.unfilled', { names: formats.list(empty) })

  const send = (event?: FormEvent) => {
    event?.preventDefault()
    if (isBusy || missing) return
    submit(async () => {
      const { files: _files, ...written } = letter
      const body = { ...written, attachments: files.map((file) => file.id), id, version }
      const sent = await api('POST /submissions/:id/letters', { params, body }).catch(async (error) => {
        // The author reads the news first; sending it then makes another letter.
        if (error instanceof Refusal && error.problem === 'conflict') {
          draft.update((now) => ({ ...now, id: newId() }))
          await refresh()
        }
        throw error
      })
      // Text typed while it was sent is another letter.
      const isLeft = draft.update((now) =>
        now.subject === letter.subject && now.body === letter.body ? undefined : { ...now, id: newId() },
      )
      if (!isLeft) closing.onClose()
      announcements.offerUndo({
        text: texts.sent,
        async undo() {
          await api('DELETE /submissions/:id/letters/:letter', { params: { ...params, letter: sent.id } })
          onWithdrawn(letter)
          announcements.show(texts.withdrawn)
          await Promise.all([revalidate(), refresh()])
        },
      })
      await refresh()
    })
  }
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
      }}
    >
      <FilledFields
        templates={templates}
        values={values}
        letter={letter}
        onChange={(changed) => draft.change({ id, ...changed })}
        errorOf={errorOf}
      />
      <AttachedFiles
        templates={templates}
        files={files}
        onChange={(next) => draft.update((now) => ({ ...now, files: next(now.files ?? []) }))}
      />
      {missing && <Note kind="wrong">{missing}</Note>}
      {failure && refusal?.problem !== 'invalid' && <Note kind="wrong">{failure}</Note>}
      <Row>
        <Button type="submit" look="primary" icon={Send} busy={isBusy} blocked={missing} label={texts.send} />
        <Button
          icon={Eye}
          onClick={() =>
            submit(async () => setPreview(await api('POST /submissions/:id/letters/preview', { params, body: text })))
          }
          label={texts.preview}
        />
        <Button
          look="quiet"
          busy={isBusy}
          onClick={() => draft.discard(letter.subject !== first().subject || letter.body !== first().body, closing)}
          label={shell.cancel}
        />
      </Row>
      {preview && <Preview preview={preview} language={letter.language} onClose={() => setPreview(undefined)} />}
    </form>
  )
}

const filled = (letter: Letter, values: FillIns): Letter => ({
  ...letter,
  subject: fillIn(letter.subject, letter.language, values),
  body: fillIn(letter.body, letter.language, values),
})

function usualTemplate({ kind, stage }: Submission) {
  if (kind === 'contact-message') return 'answer'
  return stage === 'interview' ? 'interview' : 'application'
}

interface FilledFieldsProps {
  templates: Templates
  values: FillIns
  letter: Letter
  onChange(letter: Letter): void
  errorOf(field: string): string | undefined
}

/** Shows values instead of placeholders; one that is typed becomes its value at once. */
function FilledFields({ templates, values, letter, onChange, errorOf }: FilledFieldsProps) {
  const { submission } = useOpenSubmission()
  const { letters: texts, replies, submissions: words, say } = useTexts()
  const { language } = letter
  const { chosen, names, change, speak, choose } = useTemplateChoice(
    { templates, kind: 'answer', letter, onChange },
    (text, own) => fillIn(text, own, values),
  )
  const typed = { language, values, dir: directionOf(language), lang: language }
  return (
    <>
      <div className={styles.letterHead}>
        <SelectField label={texts.template} value={chosen?.id ?? ''} onChange={({ target }) => choose(target.value)}>
          <option value="">{texts.ownText}</option>
          <Options of={names} />
        </SelectField>
        <Choice
          legend={texts.language}
          name="answer-language"
          value={language}
          onChange={speak}
          options={words.languages}
        />
      </div>
      <p className="muted small">{say('letters.to', { email: submission.email })}</p>
      <FilledField
        {...typed}
        label={texts.subject}
        isOneLine
        rows={1}
        value={letter.subject}
        error={errorOf('subject')}
        onWrite={(subject) => change({ subject })}
      />
      <FilledField
        {...typed}
        label={texts.body}
        rows={7}
        value={letter.body}
        error={errorOf('body')}
        onWrite={(body) => change({ body })}
      />
      {templates.teamAddress && (
        <Choice
          legend={texts.replyTo}
          name="answer-reply-to"
          value={letter.replyTo}
          onChange={(replyTo) => change({ replyTo })}
          options={{ team: templates.repliesArriveHere ? texts.replyToRecord : texts.replyToTeam, me: texts.replyToMe }}
        />
      )}
      <p className="muted small">
        {templates.repliesArriveHere && letter.replyTo === 'team' ? replies.arriveHere : texts.replyNote}
      </p>
    </>
  )
}

interface FilledFieldProps extends Omit<ComponentProps<typeof MarkedField>, 'children' | 'onChange'> {
  language: Letter['language']
  values: FillIns
  isOneLine?: boolean
  onWrite(text: string): void
}

function FilledField({ language, values, isOneLine, onWrite, ...area }: FilledFieldProps) {
  const caret = useRef<{ area: HTMLTextAreaElement; at: number }>(undefined)
  useLayoutEffect(() => {
    caret.current?.area.setSelectionRange(caret.current.at, caret.current.at)
    caret.current = undefined
  })
  const write = (typed: HTMLTextAreaElement) => {
    const { value, selectionStart } = typed
    const text = fillIn(isOneLine ? value.replace(/\n+/g, ' ') : value, language, values)
    // A value is longer or shorter than its placeholder.
    if (text !== value)
      caret.current = { area: typed, at: fillIn(value.slice(0, selectionStart), language, values).length }
    onWrite(text)
  }
  return (
    <MarkedField
      {...area}
      onKeyDown={(event) => {
        if (isOneLine && event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
      }}
      onChange={({ target }) => write(target)}
    >
      <MarkedText text={area.value} language={language} values={values} />
    </MarkedField>
  )
}

interface PreviewProps {
  preview: ResultOf<'POST /submissions/:id/letters/preview'>
  language: string
  onClose(): void
}

function Preview({ preview, language, onClose }: PreviewProps) {
  const { letters: texts, shell, say } = useTexts()
  return (
    <Dialog
      title={texts.previewTitle}
      wide
      onClose={onClose}
      actions={<Button onClick={onClose} label={shell.close} />}
    >
      {preview.unfilled.length > 0 && (
        <Note kind="wrong">{say('letters.unfilled', { names: preview.unfilled.join(' ') })}</Note>
      )}
      <p className="muted small">
        <Ltr>{preview.to}</Ltr>
      </p>
      <p lang={language} dir="auto">
        <b>{preview.subject}</b>
      </p>
      <p lang={language} dir="auto" className={styles.framed}>
        {preview.text}
      </p>
    </Dialog>
  )
}
