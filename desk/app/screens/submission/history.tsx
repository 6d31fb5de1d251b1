import type { DeskTexts } from '#texts/desk/index.ts'
import { api } from '../../api.ts'
import { Button, Dot, Note } from '../../parts/elements.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { type Stage, useColleagues } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { readMentions } from './mentions.ts'
import { NoteForm } from './note-form.tsx'
import { type Submission, useOpenSubmission } from './open-submission.ts'
import styles from './submission.module.css'

type Entry = Submission['timeline'][number]

export function History() {
  const { submission, change, refresh } = useOpenSubmission()
  const { submission: texts, submissions: words, formats } = useTexts()
  const announcements = useAnnouncements()
  const { person, can } = useSession()
  const { submit, failure } = useSubmit()
  const sentenceOf = useSentences(submission.language)
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
                  <Sentence {...sentenceOf(entry)} />{' '}
                  <time className="muted small" dateTime={entry.at}>
                    {formats.ago(entry.at)}
                  </time>
                </p>
                {quoted && <blockquote dir="auto">{quoted}</blockquote>}
                {note && (
                  <blockquote dir="auto">
                    <NoteText note={note} />
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

/** Only people whom the note really mentions stand out. */
function NoteText({ note: { note, mentions } }: { note: Submission['noteList'][number] }) {
  const { assignable } = useColleagues()
  const mentioned = assignable.filter(({ id }) => mentions.includes(id))
  return readMentions(note, mentioned).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a stored note never changes
    'ids' in part ? <b key={index}>{part.text}</b> : part.text,
  )
}

export const LOOKING: string[] = ['read', 'cv-opened']

/** Repeated looks by one person become one entry, at the last time. */
function withoutRepeats(timeline: Entry[]) {
  return timeline.filter((entry, index) => {
    const next = timeline[index + 1]
    return !(LOOKING.includes(entry.kind) && next?.kind === entry.kind && next.actorId === entry.actorId)
  })
}

function Sentence({ who, what }: { who?: string; what: string }) {
  if (!who) return what
  return (
    <>
      <b>
        <bdi>{who}</bdi>
      </b>{' '}
      {what}
    </>
  )
}

export function useSentences(language: string) {
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

  const mailSentence = ({ details }: Entry) => {
    const mail = mailName(details.mail)
    if (details.isSent) return say('submission.events.mailSent', { mail })
    const tries = Number(details.tries ?? 0)
    return tries > 0
      ? say('submission.events.mailStuck', { mail, count: tries })
      : say('submission.events.mailOwed', { mail })
  }

  return (entry: Entry): { who?: string; what: string } => {
    const { kind, details, actorId } = entry
    if (kind === 'received')
      return { what: say('submission.events.received', { language: words.languages[language === 'ar' ? 'ar' : 'en'] }) }
    if (kind === 'mail') return { what: mailSentence(entry) }
    const nobody = details.by === 'candidate' ? texts.candidate : texts.desk
    return { who: actorId ? nameOf(actorId) : nobody, what: factOf(entry) }
  }
}

const newId = (): string => crypto.randomUUID()
