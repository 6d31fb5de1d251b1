import { MessageSquare } from 'lucide-react'
import { createContext, type FormEvent, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Part } from '#domain/content/types/definition.ts'
import { api, type ResultOf } from '../../api.ts'
import { useDraft } from '../../parts/drafts.ts'
import { Button, Note } from '../../parts/elements.tsx'
import { TextField } from '../../parts/field.tsx'
import { LoadFailure, useLoaded, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './content.module.css'
import type { Draft } from './draft.ts'
import { focusField, placeOf } from './field-input.tsx'
import { labelOf } from './labels.ts'
import { useOpenRecord } from './open-record.ts'

type Listed = ResultOf<'GET /content/:type/:id/comments'>
type Thread = Listed['threads'][number]

interface Chosen {
  part: Part
  field: string
}

interface Comments {
  threads: readonly Thread[]
  nameOf(id: string | null): string
  loading: ReturnType<typeof useLoaded<Listed>>
  /** The field that a new comment is about. */
  chosen: Chosen | undefined
  choose(field: Chosen | undefined): void
  reload(): void
}

const CommentsContext = createContext<Comments | undefined>(undefined)
export const CommentsProvider = CommentsContext.Provider

function useComments(): Comments {
  const comments = use(CommentsContext)
  if (!comments) throw new Error('Comments are used outside of the editor')
  return comments
}

const RELOAD_MILLISECONDS = 30_000

/** Read again every half minute, as long as the record is open. */
export function useLoadedComments(draft: Draft): Comments {
  const { submissions: words } = useTexts()
  const [version, setVersion] = useState(0)
  const [chosen, choose] = useState<Chosen>()
  const reload = useCallback(() => setVersion((before) => before + 1), [])
  const { type = '', id = '' } = draft.params
  const loading = useLoaded(draft.isNew ? undefined : `${type} ${id} ${version}`, (manner) =>
    api('GET /content/:type/:id/comments', { params: draft.params, ...manner, background: true }),
  )
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState !== 'hidden' && reload(), RELOAD_MILLISECONDS)
    return () => clearInterval(timer)
  }, [reload])
  return useMemo(() => {
    const { threads = [], names = {} } = loading.result ?? {}
    const nameOf = (author: string | null) => names[author ?? ''] ?? words.formerColleague
    return { threads, nameOf, loading, chosen, choose, reload }
  }, [loading, chosen, reload, words])
}

/** Below a field: how many open comments it has. Leads to them, or to a new one. */
export function CommentCount({ part, field }: Chosen) {
  const { draft } = useOpenRecord()
  const { threads, choose } = useComments()
  const { review: texts, say } = useTexts()
  if (draft.isNew) return null
  const count = threads
    .filter((thread) => thread.part === part && thread.field === field && !thread.resolvedAt)
    .reduce((all, { comments }) => all + comments.length, 0)
  return (
    <Button
      small
      look="link"
      icon={MessageSquare}
      className={styles.commentCount}
      data-count={count || undefined}
      aria-label={count === 0 ? texts.comment : undefined}
      onClick={() => choose({ part, field })}
      label={count === 0 ? texts.comment : say('review.count', { count })}
    />
  )
}

export function CommentsPanel() {
  const { draft } = useOpenRecord()
  const { threads, loading, chosen } = useComments()
  const { review: texts, say } = useTexts()
  const open = threads.filter(({ resolvedAt }) => !resolvedAt)
  const resolved = threads.filter(({ resolvedAt }) => resolvedAt)
  if (draft.isNew) return null
  return (
    <section className={styles.comments} aria-label={texts.comments}>
      <h2 className="h3">{texts.comments}</h2>
      <LoadFailure loaded={loading} />
      {chosen && <NewThread key={placeOf(chosen.part, chosen.field)} chosen={chosen} />}
      {open.length === 0 && !chosen && <p className="muted small">{texts.none}</p>}
      {open.map((thread) => (
        <OneThread key={thread.id} thread={thread} />
      ))}
      {resolved.length > 0 && (
        <details>
          <summary className="small">{say('review.resolvedOnes', { count: resolved.length })}</summary>
          {resolved.map((thread) => (
            <OneThread key={thread.id} thread={thread} />
          ))}
        </details>
      )}
    </section>
  )
}

function usePlaceName() {
  const { model } = useOpenRecord()
  const all = useTexts()
  return ({ part, field }: Chosen) => `${labelOf(all, model.type, field)} · ${all.content.parts[part]}`
}

function NewThread({ chosen }: { chosen: Chosen }) {
  const { choose } = useComments()
  const { review: texts, shell, say } = useTexts()
  const placeName = usePlaceName()
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    area.current?.focus()
    area.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <CommentForm
      about={chosen}
      label={say('review.on', { place: placeName(chosen) })}
      area={area}
      submit={texts.add}
      onDone={() => choose(undefined)}
      cancel={shell.cancel}
    />
  )
}

interface CommentFormProps {
  about: Chosen
  thread?: string
  label: string
  submit: string
  cancel: string
  area?: React.Ref<HTMLTextAreaElement>
  onDone(): void
}

interface NewComment {
  typed: string
  /** A retry without a response sends the same id, so the comment is stored once. */
  tried?: { id: string; words: string }
}

function CommentForm({ about: { part, field }, thread, label, submit: name, cancel, area, onDone }: CommentFormProps) {
  const { draft: record } = useOpenRecord()
  const { reload } = useComments()
  const { review: texts } = useTexts()
  const { submit, isBusy, failure, errorOf } = useSubmit()
  const { type, id: recordId } = record.params
  const draft = useDraft<NewComment>(`comment ${type}/${recordId} ${part}.${field} ${thread ?? ''}`, () => ({
    typed: '',
  }))
  const { typed, tried } = draft.value
  const send = (event: FormEvent) => {
    event.preventDefault()
    const words = typed.trim()
    if (isBusy) return
    const id = tried?.words === words ? tried.id : crypto.randomUUID()
    draft.patch({ tried: { id, words } })
    const body = { id, part, field, words, ...(thread && { thread }) }
    void submit(async () => {
      await api('POST /content/:type/:id/comments', { params: record.params, body })
      draft.forget()
      reload()
      onDone()
    }, texts.added)
  }
  return (
    <form className={styles.commentForm} onSubmit={send}>
      <TextField
        ref={area}
        label={label}
        dir="auto"
        rows={3}
        value={typed}
        error={errorOf('words')}
        onChange={({ target }) => draft.patch({ typed: target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event)
        }}
      />
      {failure && !errorOf('words') && <Note kind="wrong">{failure}</Note>}
      <div className={styles.commentActions}>
        <Button small type="submit" look="primary" busy={isBusy} label={name} />
        <Button small look="quiet" onClick={onDone} label={cancel} />
      </div>
    </form>
  )
}

function OneThread({ thread }: { thread: Thread }) {
  const { draft } = useOpenRecord()
  const { nameOf, reload } = useComments()
  const { review: texts, shell, say, formats } = useTexts()
  const { person } = useSession()
  const { submit, isBusy, failure } = useSubmit()
  const [isReplying, setReplying] = useState(false)
  const placeName = usePlaceName()
  const { id, part, field, resolvedAt, resolvedBy, comments } = thread
  const isLast = (place: number) => place === comments.length - 1
  const act = (work: () => Promise<unknown>, said: string) =>
    submit(async () => {
      await work()
      reload()
    }, said)
  const params = (comment: string) => ({ ...draft.params, comment })
  const resolve = (isResolved: boolean) =>
    act(
      () => api('PUT /content/:type/:id/comments/:comment/resolved', { params: params(id), body: { isResolved } }),
      isResolved ? texts.resolved : texts.reopened,
    )
  return (
    <article className={styles.thread}>
      <Button look="link" small onClick={() => focusField(part, field)} label={placeName(thread)} />
      {comments.map((comment, place) => (
        <div key={comment.id}>
          <p className="muted small">
            <bdi>{nameOf(comment.authorId)}</bdi> ·{' '}
            <time dateTime={comment.createdAt}>{formats.ago(comment.createdAt)}</time>
          </p>
          <p dir="auto" className={styles.words}>
            {comment.words}
          </p>
          {comment.authorId === person.id && isLast(place) && (
            <Button
              look="link"
              small
              busy={isBusy}
              onClick={() =>
                act(
                  () => api('DELETE /content/:type/:id/comments/:comment', { params: params(comment.id) }),
                  texts.removed,
                )
              }
              label={texts.remove}
            />
          )}
        </div>
      ))}
      {resolvedAt && (
        <p className="muted small">
          {say('review.resolvedBy', { name: nameOf(resolvedBy), when: formats.ago(resolvedAt) })}
        </p>
      )}
      {failure && <Note kind="wrong">{failure}</Note>}
      {isReplying ? (
        <CommentForm
          about={thread}
          thread={id}
          label={say('review.replyLabel', { name: nameOf(comments.at(-1)?.authorId ?? null) })}
          submit={texts.reply}
          cancel={shell.cancel}
          onDone={() => setReplying(false)}
        />
      ) : (
        <div className={styles.commentActions}>
          <Button small onClick={() => setReplying(true)} label={texts.reply} />
          <Button
            small
            look="quiet"
            busy={isBusy}
            onClick={() => resolve(!resolvedAt)}
            label={resolvedAt ? texts.reopen : texts.resolve}
          />
        </div>
      )}
    </article>
  )
}
