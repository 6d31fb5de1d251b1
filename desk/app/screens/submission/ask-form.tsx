import { Send } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { directionOf, type Language } from '#texts/languages.ts'
import { api } from '../../api.ts'
import { type Closing, typedSince, useDraft } from '../../parts/drafts.ts'
import { Button, Note, Row } from '../../parts/elements.tsx'
import { Choice, TextField } from '../../parts/field.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { draftNames } from '../../submissions/drafts-and-undo.ts'
import { useTexts } from '../../texts.tsx'
import { useOpenSubmission } from './open-submission.ts'
import styles from './submission.module.css'
import { type Opening, useFocusOnOpening } from './use-focus-on-opening.ts'

/** A question that is answered on the sender's own page. */
export function AskForm({ opening, ...closing }: Closing & Opening) {
  const { submission, refresh } = useOpenSubmission()
  const { submission: texts, submissions: words, shell } = useTexts()
  const announcements = useAnnouncements()
  const { submit, isBusy, failure, errorOf } = useSubmit()
  const draft = useDraft(draftNames.question(submission.reference), () => '')
  const [language, setLanguage] = useState(() => languageOf(draft.value) ?? submission.language)
  const form = useFocusOnOpening(opening)
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
    <form ref={form} className={styles.form} onSubmit={send}>
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

/** Of a draft that somebody comes back to. */
const languageOf = (text: string): Language | undefined =>
  /\p{Script=Arabic}/u.test(text) ? 'ar' : /\p{Script=Latin}/u.test(text) ? 'en' : undefined
