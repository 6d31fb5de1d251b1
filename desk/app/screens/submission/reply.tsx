import { Eye, Mail, Send } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { mailtoOf } from '#contract/mail-address.ts'
import { api, Refusal, type ResultOf } from '../../api.ts'
import { useActions } from '../../parts/actions.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { type Closing, useDraft, useHasDraft } from '../../parts/drafts.ts'
import { Button, buttonClass, Icon, Ltr, Note, Row } from '../../parts/elements.tsx'
import { LoadFailure, useAnnouncements, useLoaded, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { draftNames } from '../../submissions/drafts-and-undo.ts'
import { LetterFields, newLetter, type Templates } from '../../submissions/letter-fields.tsx'
import { useTexts } from '../../texts.tsx'
import { type Submission, useOpenSubmission } from './open-submission.ts'
import styles from './submission.module.css'

/** A letter to the sender. It leaves after ten seconds, so undo can stop it. */
export function Reply() {
  const { submission } = useOpenSubmission()
  const { letters: texts } = useTexts()
  const { can } = useSession()
  const [isOpen, setOpen] = useState(useHasDraft(draftOf(submission)))
  const isAsked = useRef(false)
  const mayWrite = can('submissions.change')
  const open = () => {
    isAsked.current = true
    setOpen(true)
  }
  useActions(mayWrite ? [{ id: 'reply', label: texts.reply, keys: 'R', icon: Mail, run: open }] : [])
  const loading = useLoaded(isOpen ? 'templates' : undefined, (manner) => api('GET /letters/templates', manner))
  const templates = loading.result
  if (!mayWrite) return null
  return (
    <section className={styles.reply}>
      {!isOpen && <Button look="primary" icon={Mail} onClick={open} label={texts.reply} />}
      {isOpen && <LoadFailure loaded={loading} />}
      {isOpen && templates && !templates.canSend && (
        <Note
          actions={
            <a className={buttonClass({ small: true })} href={mailtoOf(submission.email)}>
              {texts.writeYourself}
            </a>
          }
        >
          {texts.mailOff} <Ltr>{submission.email}</Ltr>
        </Note>
      )}
      {isOpen && templates?.canSend && (
        <ReplyForm templates={templates} takesFocus={isAsked.current} onClose={() => setOpen(false)} onReopen={open} />
      )}
      <Letters />
    </section>
  )
}

/** A retry without a response sends the same id, so the letter is mailed once. */
const newId = (): string => crypto.randomUUID()

const draftOf = ({ reference }: Submission) => draftNames.letter(reference)

function ReplyForm({ templates, takesFocus, ...closing }: Closing & { templates: Templates; takesFocus: boolean }) {
  const { submission, refresh } = useOpenSubmission()
  const { letters: texts, shell, say } = useTexts()
  const announcements = useAnnouncements()
  const { revalidate } = useRevalidator()
  const { submit, isBusy, failure, refusal, errorOf } = useSubmit()
  const first = () => newLetter(templates, 'answer', submission.language, usualTemplate(submission))
  const draft = useDraft(draftOf(submission), () => ({ id: newId(), ...first() }))
  const { id, ...letter } = draft.value
  const [preview, setPreview] = useState<ResultOf<'POST /submissions/:id/letters/preview'>>()
  const form = useRef<HTMLFormElement>(null)
  const params = { id: submission.reference }
  const { replyTo: _replyTo, ...text } = letter
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('textarea')?.focus()
  }, [takesFocus])

  const send = (event?: FormEvent) => {
    event?.preventDefault()
    if (isBusy) return
    submit(async () => {
      const body = { ...letter, id, version: submission.version }
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
      className={styles.replyForm}
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
      }}
    >
      <div>
        <h2 className="h3">{texts.reply}</h2>
        <p className="muted small">{say('letters.to', { email: submission.email })}</p>
      </div>
      <LetterFields
        templates={templates}
        kind="answer"
        letter={letter}
        onChange={(changed) => draft.change({ id, ...changed })}
        errorOf={errorOf}
      />
      {failure && refusal?.problem !== 'invalid' && <Note kind="wrong">{failure}</Note>}
      <Row>
        <Button type="submit" look="primary" icon={Send} busy={isBusy} label={texts.send} />
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
      <p lang={language} dir="auto" className={styles.letter}>
        {preview.text}
      </p>
    </Dialog>
  )
}

function Letters() {
  const { submission, refresh } = useOpenSubmission()
  const { letters: texts, say, formats } = useTexts()
  const announcements = useAnnouncements()
  const { submit, failure } = useSubmit()
  const { reference, letters } = submission
  if (letters.length === 0) return null
  const withdraw = (letter: string) =>
    submit(async () => {
      await api('DELETE /submissions/:id/letters/:letter', { params: { id: reference, letter } })
      announcements.say(texts.withdrawn)
      await refresh()
    })
  return (
    <section>
      <h2 className="h3">{texts.letters}</h2>
      {failure && <Note kind="wrong">{failure}</Note>}
      <ul className={styles.letters}>
        {letters.map(({ id, subject, language, sendAt, sentAt }) => (
          <li key={id}>
            <Icon of={Mail} small />
            <span lang={language} dir="auto" className="own">
              {subject}
            </span>
            <span className="muted small">
              {sentAt
                ? say('letters.wasSent', { when: formats.ago(sentAt) })
                : say('letters.waits', { when: formats.moment(sendAt) })}
            </span>
            {!sentAt && <Button look="link" small onClick={() => withdraw(id)} label={texts.withdraw} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function usualTemplate({ kind, stage }: Submission) {
  if (kind === 'contact-message') return 'answer'
  return stage === 'interview' ? 'interview' : 'application'
}
