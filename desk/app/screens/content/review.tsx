import { useState } from 'react'
import { mayDo } from '#domain/people/rights.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { Button, Note } from '../../parts/elements.tsx'
import { Options, SelectField, TextField } from '../../parts/field.tsx'
import { LoadFailure, useLoaded, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { useTexts } from '../../texts.tsx'
import { seenParts } from './draft.ts'
import { useOpenRecord } from './open-record.ts'
import { unpublishedParts } from './publishing.tsx'

/** The state of the review, above the form. */
export function ReviewNote() {
  const { record, draft } = useOpenRecord()
  const { review: texts, submissions: words, say } = useTexts()
  const { person } = useSession()
  const [isReturning, setReturning] = useState(false)
  const { submit, isBusy, failure } = useSubmit()
  const { review, names } = record
  if (!review) return null
  const nameOf = (id: string) => names[id] ?? words.formerColleague
  const { state, askedBy, reviewerId } = review
  const isMine = state === 'asked' && reviewerId === person.id
  const withdraw = () =>
    submit(
      () => draft.act(() => api('DELETE /content/:type/:id/review', { params: draft.params })),
      (done) => done && texts.withdrawn,
    )
  const title = isMine
    ? say('review.toMe', { name: nameOf(askedBy) })
    : say(state === 'asked' ? 'review.waits' : 'review.cameBack', { name: nameOf(reviewerId) })
  return (
    <>
      <Note
        title={title}
        actions={
          isMine ? (
            <Button small onClick={() => setReturning(true)} label={texts.return} />
          ) : (
            askedBy === person.id && <Button small busy={isBusy} onClick={withdraw} label={texts.withdraw} />
          )
        }
      >
        {review.words && (
          <p dir="auto" className="own">
            {review.words}
          </p>
        )}
        {isMine && <p>{texts.toMeText}</p>}
        {state === 'asked' && !isMine && <p>{say('review.waitsText', { by: nameOf(askedBy) })}</p>}
      </Note>
      {failure && <Note kind="wrong">{failure}</Note>}
      {isReturning && <ReturnDialog name={nameOf(askedBy)} onClose={() => setReturning(false)} />}
    </>
  )
}

function ReturnDialog({ name, onClose }: { name: string; onClose(): void }) {
  const { draft } = useOpenRecord()
  const { review: texts, say } = useTexts()
  const { submit, isBusy, failure, errorOf } = useSubmit()
  const send = (answers: FormData) =>
    submit(
      async () => {
        const body = { words: String(answers.get('words')) }
        const done = await draft.act(() => api('POST /content/:type/:id/review/return', { params: draft.params, body }))
        if (done) onClose()
        return done
      },
      (done) => done && texts.returned,
    )
  return (
    <FormDialog
      title={say('review.returnTitle', { name })}
      text={texts.returnText}
      submit={texts.return}
      form={{ isBusy, failure: errorOf('words') ? undefined : failure }}
      onClose={onClose}
      onSubmit={send}
    >
      <TextField name="words" dir="auto" label={texts.returnWords} error={errorOf('words')} />
    </FormDialog>
  )
}

/** Beside "Publish", where the company wants reviews and there is something to review. */
export function AskForReview() {
  const { record, draft, isReadOnly } = useOpenRecord()
  const { review: texts } = useTexts()
  const [isAsking, setAsking] = useState(false)
  const waiting = unpublishedParts(record)
  if (!record.isReviewOn || isReadOnly || draft.isNew || waiting.length === 0) return null
  return (
    <>
      <Button onClick={() => setAsking(true)} label={record.review ? texts.askAgain : texts.ask} />
      {isAsking && <AskDialog onClose={() => setAsking(false)} />}
    </>
  )
}

function AskDialog({ onClose }: { onClose(): void }) {
  const { record, draft } = useOpenRecord()
  const { review: texts } = useTexts()
  const { person } = useSession()
  const { submit, isBusy, failure, errorOf } = useSubmit()
  const loading = useLoaded('colleagues', (manner) => api('GET /colleagues', manner))
  const reviewers = loading.result?.colleagues.filter(
    ({ id, roles }) => id !== person.id && mayDo(roles, 'content.change'),
  )
  const [reviewerId, choose] = useState('')
  const send = (answers: FormData) =>
    submit(
      async () => {
        await draft.saveNow()
        const done = await draft.act((seen) => {
          const parts = seenParts(seen, unpublishedParts(draft.read().record))
          const body = { reviewerId, words: String(answers.get('words')), parts }
          return api('PUT /content/:type/:id/review', { params: draft.params, body })
        })
        if (done) onClose()
        return done
      },
      (done) => done && texts.asked,
    )
  return (
    <FormDialog
      title={texts.askTitle}
      text={texts.askText}
      submit={texts.ask}
      form={{ isBusy, failure: errorOf('words') ? undefined : failure }}
      blocked={reviewerId === '' && (reviewers?.length === 0 ? texts.nobody : texts.choose)}
      onClose={onClose}
      onSubmit={send}
    >
      <LoadFailure loaded={loading} />
      {reviewers?.length === 0 ? (
        <Note>{texts.nobody}</Note>
      ) : (
        <SelectField label={texts.reviewer} value={reviewerId} onChange={({ target }) => choose(target.value)}>
          <option value="">{texts.choose}</option>
          <Options of={(reviewers ?? []).map(({ id, name }) => [id, name])} />
        </SelectField>
      )}
      <TextField
        name="words"
        dir="auto"
        label={texts.words}
        hint={texts.wordsHint}
        defaultValue={
          record.review?.askedBy === person.id && record.review.state === 'asked' ? record.review.words : ''
        }
        error={errorOf('words')}
      />
    </FormDialog>
  )
}
