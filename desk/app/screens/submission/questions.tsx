import { MessageCircleQuestion, Send } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api } from '../../api.ts'
import { useActions } from '../../parts/actions.ts'
import { type Closing, typedSince, useDraft, useHasDraft } from '../../parts/drafts.ts'
import { Button, Note, Row } from '../../parts/elements.tsx'
import { TextField } from '../../parts/field.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { draftNames } from '../../submissions/drafts-and-undo.ts'
import { useTexts } from '../../texts.tsx'
import { type Submission, useOpenSubmission } from './open-submission.ts'
import styles from './submission.module.css'

export function Questions() {
  const { submission, refresh } = useOpenSubmission()
  const { submission: texts, say } = useTexts()
  const { can } = useSession()
  const [isOpen, setOpen] = useState(useHasDraft(draftOf(submission)))
  const isAsked = useRef(false)
  const { questions } = submission
  const mayAsk = can('submissions.change')
  const open = () => {
    isAsked.current = true
    setOpen(true)
  }
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
            {questions.map(({ id, question, answer }) => (
              <li key={id}>
                <b dir="auto">{question}</b>
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
      {mayAsk && isOpen && <AskForm takesFocus={isAsked.current} onClose={() => setOpen(false)} onReopen={open} />}
    </section>
  )
}

const draftOf = ({ reference }: Submission) => draftNames.question(reference)

function AskForm({ takesFocus, ...closing }: Closing & { takesFocus: boolean }) {
  const { submission, refresh } = useOpenSubmission()
  const { submission: texts, shell } = useTexts()
  const announcements = useAnnouncements()
  const { submit, isBusy, failure, errorOf } = useSubmit()
  const draft = useDraft(draftOf(submission), () => '')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('textarea')?.focus()
  }, [takesFocus])
  const send = (event: FormEvent) => {
    event.preventDefault()
    submit(async () => {
      const params = { id: submission.reference }
      const question = draft.value
      await api('POST /submissions/:id/questions', { params, body: { question } })
      if (!draft.update((now) => typedSince(question, now) || undefined)) closing.onClose()
      announcements.say(texts.questionSent)
      await refresh()
    })
  }
  return (
    <form ref={form} className={styles.replyForm} onSubmit={send}>
      <TextField
        label={texts.question}
        hint={texts.questionHint}
        dir="auto"
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
