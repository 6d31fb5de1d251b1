import { type FormEvent, type ReactNode, useRef } from 'react'
import type { DeskTexts } from '#texts/desk/index.ts'
import { api } from '../../api.ts'
import { useActions } from '../../parts/actions.ts'
import { typedSince, useDraft } from '../../parts/drafts.ts'
import { Button, Dot, Note } from '../../parts/elements.tsx'
import { TextField } from '../../parts/field.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { draftNames } from '../../submissions/drafts-and-undo.ts'
import { type Stage, useColleagues } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { type Submission, useOpenSubmission } from './open-submission.ts'
import styles from './submission.module.css'

type Entry = Submission['timeline'][number]

export function History() {
  const { submission, change, refresh } = useOpenSubmission()
  const { submission: texts, submissions: words, formats } = useTexts()
  const announcements = useAnnouncements()
  const { person, can } = useSession()
  const { submit, failure } = useSubmit()
  const sentenceOf = useSentences(submission)
  const { reference, timeline, noteList, questions } = submission
  const removeNote = ({ id, note, mentions }: Submission['noteList'][number]) =>
    submit(async () => {
      const params = { id: reference }
      // The same id for every try stores it once.
      const body = { id: newId(), note, mentions }
      await api('DELETE /submissions/:id/notes/:note', { params: { ...params, note: id } })
      change((former) => ({ noteList: former.noteList.filter((each) => each.id !== id) }))
      announcements.offerUndo({
        text: texts.noteRemoved,
        async undo() {
          await api('POST /submissions/:id/notes', { params, body })
          announcements.show(words.undone.done)
          await refresh()
        },
      })
    })
  return (
    <section id="history">
      <h2 className="h3">{texts.history}</h2>
      {failure && <Note kind="wrong">{failure}</Note>}
      <ol className={styles.history}>
        {withoutRepeats(timeline).map((entry, index) => {
          const asked = questions.find(({ id }) => id === entry.details.question)
          const quoted = entry.kind === 'question' ? asked?.question : asked?.answer
          const note = entry.kind === 'note' ? noteList.find(({ id }) => id === entry.details.note) : undefined
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added at the end
            <li key={`${entry.at}-${index}`}>
              <Dot fill={entry.kind === 'received' ? 'hollow' : 'solid'} />
              <div>
                <p>
                  {sentenceOf(entry)}{' '}
                  <time className="muted small" dateTime={entry.at}>
                    {formats.ago(entry.at)}
                  </time>
                </p>
                {quoted && <blockquote dir="auto">{quoted}</blockquote>}
                {note && (
                  <blockquote dir="auto">
                    {note.note}
                    {can('submissions.change') && note.authorId === person.id && (
                      <Button look="link" small onClick={() => removeNote(note)} label={texts.removeNote} />
                    )}
                  </blockquote>
                )}
              </div>
            </li>
          )
        })}
      </ol>
      {can('submissions.change') && <NoteForm />}
    </section>
  )
}

const LOOKING = ['read', 'cv-opened']

/** Repeated looks by one person become one entry, at the last time. */
function withoutRepeats(timeline: Entry[]) {
  return timeline.filter((entry, index) => {
    const next = timeline[index + 1]
    return !(LOOKING.includes(entry.kind) && next?.kind === entry.kind && next.actorId === entry.actorId)
  })
}

function useSentences(submission: Submission) {
  const { submission: texts, submissions: words, say } = useTexts()
  const { nameOf } = useColleagues()
  const stageName = (stage: unknown) => words.stages[stage as Stage] ?? String(stage ?? '')
  const mailName = (mail: unknown) => texts.mails[mail as keyof DeskTexts['submission']['mails']] ?? texts.mails.letter

  const factOf = ({ kind, details }: Entry) => {
    switch (kind) {
      case 'stage':
        return details.from
          ? say('submission.events.stageFrom', { from: stageName(details.from), stage: stageName(details.to) })
          : say('submission.events.stage', { stage: stageName(details.to) })
      case 'answered':
        return details.isUndone
          ? texts.events.answeredUndone
          : say('submission.events.answered', { by: String(details.by) })
      case 'assign':
        return details.to
          ? say('submission.events.assign', { name: nameOf(String(details.to)) })
          : texts.events.unassign
      default:
        return (texts.events as Record<string, string>)[kind] ?? texts.events.other
    }
  }

  return (entry: Entry): ReactNode => {
    const { kind, details, actorId } = entry
    if (kind === 'received')
      return say('submission.events.received', {
        language: words.languages[submission.language === 'ar' ? 'ar' : 'en'],
      })
    if (kind === 'mail') {
      const mail = mailName(details.mail)
      if (details.isSent) return say('submission.events.mailSent', { mail })
      const tries = Number(details.tries ?? 0)
      return tries > 0
        ? say('submission.events.mailStuck', { mail, count: tries })
        : say('submission.events.mailOwed', { mail })
    }
    return (
      <>
        <b>
          <bdi>{actorId ? nameOf(actorId) : details.by === 'candidate' ? texts.candidate : texts.desk}</bdi>
        </b>{' '}
        {factOf(entry)}
      </>
    )
  }
}

const newId = (): string => crypto.randomUUID()

interface NewNote {
  typed: string
  /** A retry without a response sends the same id, so the note is stored once. */
  tried?: { id: string; note: string }
}

const MENTION = /@([^\s@]*)$/

function NoteForm() {
  const { submission, change } = useOpenSubmission()
  const { submission: texts, say } = useTexts()
  const { submit, isBusy, failure, errorOf } = useSubmit()
  const draft = useDraft<NewNote>(draftNames.note(submission.reference), () => ({ typed: '' }))
  const { typed, tried } = draft.value
  const setTyped = (changed: string) => draft.patch({ typed: changed })
  const form = useRef<HTMLFormElement>(null)
  const { assignable: people } = useColleagues()
  const begun = MENTION.exec(typed)?.[1]
  const offered =
    begun === undefined ? [] : people.filter(({ name }) => name.toLocaleLowerCase().includes(begun.toLocaleLowerCase()))
  const focus = () => form.current?.querySelector('textarea')?.focus()
  useActions([{ id: 'note', label: texts.keys.note, keys: 'N', run: () => focus() }])

  const send = (event?: FormEvent) => {
    event?.preventDefault()
    const note = typed.trim()
    if (!note || isBusy) return
    const id = tried?.note === note ? tried.id : newId()
    draft.change({ typed, tried: { id, note } })
    const mentions = people.filter(({ name }) => note.includes(`@${name}`)).map(({ id }) => id)
    submit(async () => {
      const params = { id: submission.reference }
      const added = await api('POST /submissions/:id/notes', { params, body: { id, note, mentions } })
      change(({ noteList, timeline }) => ({
        noteList: [...noteList.filter((each) => each.id !== id), added],
        timeline: [
          ...timeline.filter(({ details }) => details.note !== id),
          { at: added.createdAt, kind: 'note', actorId: added.authorId, details: { note: added.id } },
        ],
      }))
      draft.update((now) => {
        const left = typedSince(note, now.typed)
        return left ? { typed: left } : undefined
      })
    }, texts.noteAdded)
  }
  return (
    <form ref={form} className={styles.noteForm} onSubmit={send}>
      <TextField
        label={texts.note}
        hint={texts.noteHint}
        dir="auto"
        rows={3}
        value={typed}
        error={errorOf('note')}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
        }}
      />
      {offered.length > 0 && (
        <ul className={styles.mentions}>
          {offered.map(({ id, name }) => (
            <li key={id}>
              <button
                type="button"
                aria-label={say('submission.mention', { name })}
                onClick={() => {
                  setTyped(typed.replace(MENTION, `@${name} `))
                  focus()
                }}
              >
                <bdi>@{name}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
      {failure && !errorOf('note') && <Note kind="wrong">{failure}</Note>}
      <Button type="submit" busy={isBusy} label={texts.addNote} />
    </form>
  )
}
