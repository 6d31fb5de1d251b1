import { Eye, Mail, MessageCircleQuestion, Send } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { mailtoOf } from '#contract/mail-address.ts'
import { directionOf, type Language } from '#texts/languages.ts'
import { api, Refusal, type ResultOf } from '../../api.ts'
import { useActions } from '../../parts/actions.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { type Closing, typedSince, useBringBack, useDraft, useHasDraft } from '../../parts/drafts.ts'
import { Button, buttonClass, Icon, Ltr, Note, Row } from '../../parts/elements.tsx'
import { Choice, TextField } from '../../parts/field.tsx'
import { LoadFailure, useAnnouncements, useLoaded, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { draftNames } from '../../submissions/drafts-and-undo.ts'
import { useColleagues } from '../../submissions/item.tsx'
import { type Letter, LetterFields, newLetter, type Templates } from '../../submissions/letter-fields.tsx'
import { useTexts } from '../../texts.tsx'
import { type Submission, useBegunVersion, useOpenSubmission } from './open-submission.ts'
import styles from './submission.module.css'

/** A letter to the sender. It leaves after ten seconds, so undo can stop it. */
export function Reply() {
  const { submission } = useOpenSubmission()
  const { letters: texts } = useTexts()
  const { can } = useSession()
  const { isOpen, open, opened } = useOpenForm(draftNames.letter(submission.reference))
  const mayWrite = can('submissions.change')
  const bringBack = useBringBack()
  /** A letter that is not sent is open again as it was; below a text that was begun since. */
  const reopen = ({ language, subject, body, replyTo }: Letter) => {
    const own = { id: newId(), language, subject, body, replyTo }
    bringBack<typeof own>(draftNames.letter(submission.reference), (begun) =>
      begun ? { ...begun, body: `${begun.body}\n\n${body}` } : own,
    )
    open()
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
      {isOpen && templates?.canSend && <ReplyForm templates={templates} onWithdrawn={reopen} {...opened} />}
      <Letters onWithdrawn={reopen} />
    </section>
  )
}

/** A retry without a response sends the same id, so the letter is mailed once. */
const newId = (): string => crypto.randomUUID()

interface Withdrawing {
  onWithdrawn(letter: Letter): void
}

function ReplyForm({
  templates,
  takesFocus,
  onWithdrawn,
  ...closing
}: Opened & Withdrawing & { templates: Templates }) {
  const { submission, refresh } = useOpenSubmission()
  const { letters: texts, shell, say } = useTexts()
  const announcements = useAnnouncements()
  const { revalidate } = useRevalidator()
  const { submit, isBusy, failure, refusal, errorOf } = useSubmit()
  const first = () => newLetter(templates, 'answer', submission.language, usualTemplate(submission))
  const draft = useDraft(draftNames.letter(submission.reference), () => ({ id: newId(), ...first() }))
  const { id, ...letter } = draft.value
  const [preview, setPreview] = useState<ResultOf<'POST /submissions/:id/letters/preview'>>()
  const form = useFocusOnOpening(takesFocus)
  const version = useBegunVersion(true)
  const params = { id: submission.reference }
  const { replyTo: _replyTo, ...text } = letter

  const send = (event?: FormEvent) => {
    event?.preventDefault()
    if (isBusy) return
    submit(async () => {
      const body = { ...letter, id, version }
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

function Letters({ onWithdrawn }: Withdrawing) {
  const { submission, refresh } = useOpenSubmission()
  const { letters: texts, say, formats } = useTexts()
  const announcements = useAnnouncements()
  const { submit, failure } = useSubmit()
  const { nameOf } = useColleagues()
  const { reference, letters } = submission
  if (letters.length === 0) return null
  const withdraw = (letter: Submission['letters'][number]) =>
    submit(async () => {
      await api('DELETE /submissions/:id/letters/:letter', { params: { id: reference, letter: letter.id } })
      if (letter.kind === 'answer') onWithdrawn(letter)
      announcements.say(texts.withdrawn)
      await refresh()
    })
  const stateOf = ({ sentAt, sendAt, isRefused, tries }: Submission['letters'][number]) => {
    if (sentAt) return say('letters.wasSent', { when: formats.moment(sentAt) })
    if (isRefused) return texts.refused
    return tries > 0 ? texts.triedAgain : say('letters.waits', { when: formats.moment(sendAt) })
  }
  return (
    <section>
      <h2 className="h3">{texts.letters}</h2>
      {failure && <Note kind="wrong">{failure}</Note>}
      <ul className={styles.letters}>
        {letters.map((letter) => (
          <li key={letter.id}>
            <Icon of={Mail} small />
            <details>
              <summary>
                <span lang={letter.language} dir="auto" className="own">
                  {letter.subject}
                </span>{' '}
                <span className="muted small">{stateOf(letter)}</span>
              </summary>
              <p className="muted small">
                {say('letters.writtenBy', { name: nameOf(letter.authorId) })} ·{' '}
                <Ltr>{letter.sentTo ?? submission.email}</Ltr>
              </p>
              <p lang={letter.language} dir="auto" className={styles.letter}>
                {letter.body}
              </p>
            </details>
            {!letter.sentAt && !letter.isRefused && (
              <Button look="link" small onClick={() => withdraw(letter)} label={texts.withdraw} />
            )}
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

export function Questions() {
  const { submission, refresh } = useOpenSubmission()
  const { submission: texts, say } = useTexts()
  const { can } = useSession()
  const { isOpen, open, opened } = useOpenForm(draftNames.question(submission.reference))
  const { questions } = submission
  const mayAsk = can('submissions.change')
  const withdrawing = useSubmit()
  const withdraw = (question: string) =>
    withdrawing
      .submit(
        () => api('DELETE /submissions/:id/questions/:question', { params: { id: submission.reference, question } }),
        texts.questionWithdrawn,
      )
      .finally(refresh)
  useActions(mayAsk ? [{ id: 'ask', label: texts.ask, icon: MessageCircleQuestion, run: open }] : [])
  if (!mayAsk && questions.length === 0) return null
  return (
    <section className={styles.reply}>
      {questions.length > 0 && (
        <div>
          <h2 className="h3">{texts.questions}</h2>
          {withdrawing.failure && <Note kind="wrong">{withdrawing.failure}</Note>}
          <ol className={styles.asked}>
            {questions.map(({ id, question, language, answer }) => (
              <li key={id}>
                <b dir="auto" lang={language ?? submission.language}>
                  {question}
                </b>
                {answer === null ? (
                  <span className="muted small">
                    {texts.waitsForAnswer}{' '}
                    {mayAsk && (
                      <Button
                        look="link"
                        small
                        aria-label={say('submission.withdrawQuestionNamed', { question })}
                        onClick={() => withdraw(id)}
                        label={texts.withdrawQuestion}
                      />
                    )}
                  </span>
                ) : (
                  <span dir="auto" lang={submission.language}>
                    {answer}
                  </span>
                )}
              </li>
            ))}
          </ol>
        </div>
      )}
      {mayAsk && !isOpen && <Button icon={MessageCircleQuestion} onClick={open} label={texts.ask} />}
      {mayAsk && isOpen && <AskForm {...opened} />}
    </section>
  )
}

function AskForm({ takesFocus, ...closing }: Opened) {
  const { submission, refresh } = useOpenSubmission()
  const { submission: texts, submissions: words, shell } = useTexts()
  const announcements = useAnnouncements()
  const { submit, isBusy, failure, errorOf } = useSubmit()
  const draft = useDraft(draftNames.question(submission.reference), () => '')
  const [language, setLanguage] = useState(() => languageOf(draft.value) ?? submission.language)
  const form = useFocusOnOpening(takesFocus)
  const send = (event: FormEvent) => {
    event.preventDefault()
    submit(async () => {
      const params = { id: submission.reference }
      const question = draft.value
      await api('POST /submissions/:id/questions', { params, body: { question, language } })
      if (!draft.update((now) => typedSince(question, now) || undefined)) closing.onClose()
      announcements.say(texts.questionSent)
      await refresh()
    })
  }
  return (
    <form ref={form} className={styles.replyForm} onSubmit={send}>
      <Choice
        legend={texts.questionLanguage}
        name="question-language"
        value={language}
        onChange={setLanguage}
        options={words.languages}
      />
      <TextField
        label={texts.question}
        hint={texts.questionHint}
        dir={draft.value ? 'auto' : directionOf(language)}
        lang={language}
        rows={3}
        value={draft.value}
        error={errorOf('question')}
        onChange={({ target }) => draft.change(target.value)}
      />
      {failure && !errorOf('question') && <Note kind="wrong">{failure}</Note>}
      <Row>
        <Button type="submit" look="primary" icon={Send} busy={isBusy} label={texts.sendQuestion} />
        <Button
          look="quiet"
          busy={isBusy}
          onClick={() => draft.discard(draft.value.trim() !== '', closing)}
          label={shell.cancel}
        />
      </Row>
    </form>
  )
}

interface Opened extends Closing {
  takesFocus: boolean
}

/** Open while it has a draft; it takes the focus only if the person opened it. */
function useOpenForm(about: string) {
  const [isOpen, setOpen] = useState(useHasDraft(about))
  const isAsked = useRef(false)
  const open = () => {
    isAsked.current = true
    setOpen(true)
  }
  const opened: Opened = { takesFocus: isAsked.current, onClose: () => setOpen(false), onReopen: open }
  return { isOpen, open, opened }
}

function useFocusOnOpening(takesFocus: boolean) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('textarea')?.focus()
  }, [takesFocus])
  return form
}

/** Of a draft that somebody comes back to. */
const languageOf = (text: string): Language | undefined =>
  /\p{Script=Arabic}/u.test(text) ? 'ar' : /\p{Script=Latin}/u.test(text) ? 'en' : undefined
