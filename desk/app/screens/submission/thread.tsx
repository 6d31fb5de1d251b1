import { Lock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api } from '../../api.ts'
import { Button, Dot, type DotColour, type DotFill, Icon, Ltr, Note } from '../../parts/elements.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { useColleagues } from '../../submissions/item.tsx'
import type { Letter as LetterText } from '../../submissions/letter-fields.tsx'
import { useTexts } from '../../texts.tsx'
import { readMentions } from './mentions.ts'
import { type Submission, useOpenSubmission } from './open-submission.ts'
import { Attachments, bounceReason, ReplyBody, ReplyHead } from './reply-item.tsx'
import { type Entry, Steps } from './steps.tsx'
import styles from './submission.module.css'
import { type Kind, type Shown, threadOf } from './thread-entries.ts'

interface Withdrawing {
  onWithdrawn(letter: LetterText): void
}

const FILTERS = ['all', 'letter', 'reply', 'question', 'note', 'steps'] as const

export function Thread({ onWithdrawn }: Withdrawing) {
  const { submission } = useOpenSubmission()
  const { submission: texts } = useTexts()
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>('all')
  const shown = threadOf(submission).filter(({ kind }) => filter === 'all' || filter === kind)
  return (
    <>
      <fieldset className={styles.chips}>
        <legend className="vh">{texts.threadFilter}</legend>
        {FILTERS.map((each) => (
          <Button
            key={each}
            small
            aria-pressed={filter === each}
            onClick={() => setFilter(each)}
            label={texts.threadFilters[each]}
          />
        ))}
        <span className="muted small">{texts.newestFirst}</span>
      </fieldset>
      {shown.length === 0 && <p className="second">{texts.threadEmpty}</p>}
      <ol className={styles.thread}>
        {shown.map((entry) => (
          <ThreadItem key={entry.key} entry={entry} onWithdrawn={onWithdrawn} />
        ))}
      </ol>
    </>
  )
}

function ThreadItem({ entry, onWithdrawn }: Withdrawing & { entry: Shown }) {
  switch (entry.kind) {
    case 'letter':
      return <Letter letter={entry.letter} onWithdrawn={onWithdrawn} />
    case 'reply':
      return <Reply reply={entry.reply} />
    case 'question':
      return <Question question={entry.question} />
    case 'note':
      return <PrivateNote note={entry.note} />
    default:
      return <StepsItem entries={entry.entries} />
  }
}

interface ItemProps {
  kind: Kind
  fill: DotFill
  colour?: DotColour
  head?: ReactNode
  children: ReactNode
}

function Item({ kind, fill, colour = 'ink', head, children }: ItemProps) {
  return (
    <li data-kind={kind}>
      <Dot fill={fill} colour={colour} />
      <div>
        {head && <p className={styles.itemHead}>{head}</p>}
        {children}
      </div>
    </li>
  )
}

/** An automatic reply and a mail that came back stand back behind what a person wrote. */
function Reply({ reply }: { reply: Submission['replies'][number] }) {
  const isWritten = reply.kind === 'reply' || reply.kind === 'pasted'
  return (
    <Item
      kind="reply"
      fill={isWritten ? 'hollow' : 'gone'}
      colour={isWritten ? 'cinnabar' : 'edge'}
      head={<ReplyHead reply={reply} />}
    >
      <ReplyBody reply={reply} />
    </Item>
  )
}

const StepsItem = ({ entries }: { entries: Entry[] }) => (
  <Item kind="steps" fill="hollow" colour="edge">
    <Steps entries={entries} />
  </Item>
)

type SentLetter = Submission['letters'][number]

function Letter({ letter, onWithdrawn }: Withdrawing & { letter: SentLetter }) {
  const { submission, refresh } = useOpenSubmission()
  const { letters: texts, say } = useTexts()
  const { can } = useSession()
  const announcements = useAnnouncements()
  const { submit, failure } = useSubmit()
  const { nameOf } = useColleagues()
  const stateOf = useLetterState()
  const isWaiting = !letter.sentAt && !letter.isRefused
  const isWrong = letter.isRefused || letter.bouncedAt !== null
  const files = submission.attachments.filter(({ letterId }) => letterId === letter.id)
  const withdraw = () =>
    submit(async () => {
      const params = { id: submission.reference, letter: letter.id }
      await api('DELETE /submissions/:id/letters/:letter', { params })
      if (letter.kind === 'answer') onWithdrawn(letter)
      announcements.say(texts.withdrawn)
      await refresh()
    })
  const head = (
    <>
      <b>{texts.letter}</b>{' '}
      <span className="muted small">
        {say('letters.writtenBy', { name: nameOf(letter.authorId) })} · <Ltr>{letter.sentTo ?? submission.email}</Ltr>
      </span>{' '}
      <span className={isWrong ? styles.wrong : 'muted small'}>{stateOf(letter)}</span>
    </>
  )
  return (
    <Item kind="letter" fill={isWaiting ? 'hollow' : 'solid'} colour={isWrong ? 'accent' : 'ink'} head={head}>
      {failure && <Note kind="wrong">{failure}</Note>}
      <div className={styles.framed} lang={letter.language} dir="auto">
        <b>{letter.subject}</b>
        {'\n\n'}
        {letter.body.trim()}
      </div>
      <Attachments files={files} of={{ submission: submission.reference }} />
      {isWaiting && can('submissions.change') && <Button look="link" small onClick={withdraw} label={texts.withdraw} />}
    </Item>
  )
}

function useLetterState() {
  const { letters: texts, replies, say, formats } = useTexts()
  return ({ sentAt, sendAt, isRefused, tries, bouncedAt, bounceCode }: SentLetter) => {
    if (bouncedAt) return say('replies.bouncedLetter', { reason: bounceReason(replies.bounces, bounceCode) })
    if (sentAt) return say('letters.wasSent', { when: formats.moment(sentAt) })
    if (isRefused) return texts.refused
    return tries > 0 ? texts.triedAgain : say('letters.waits', { when: formats.moment(sendAt) })
  }
}

function Question({ question: asked }: { question: Submission['questions'][number] }) {
  const { submission, refresh } = useOpenSubmission()
  const { submission: texts, say, formats } = useTexts()
  const { can } = useSession()
  const { nameOf } = useColleagues()
  const { submit, failure } = useSubmit()
  const { id, question, language, answer, answeredAt, askedAt, authorId } = asked
  const withdraw = () =>
    submit(
      () => api('DELETE /submissions/:id/questions/:question', { params: { id: submission.reference, question: id } }),
      texts.questionWithdrawn,
    ).finally(refresh)
  const head = (
    <>
      <b>{texts.questionOnPage}</b>{' '}
      <span className="muted small">
        <bdi>{nameOf(authorId)}</bdi> · {formats.moment(askedAt)}
      </span>
    </>
  )
  return (
    <Item kind="question" fill={answer === null ? 'hollow' : 'solid'} head={head}>
      {failure && <Note kind="wrong">{failure}</Note>}
      <div className={styles.framed}>
        <b dir="auto" lang={language ?? submission.language}>
          {question}
        </b>
        {answer !== null && (
          <blockquote>
            <p className="muted small">
              {texts.answer} {answeredAt && formats.moment(answeredAt)}
            </p>
            <p dir="auto" lang={submission.language}>
              {answer}
            </p>
          </blockquote>
        )}
      </div>
      {answer === null && (
        <p className="muted small">
          {texts.waitsForAnswer}{' '}
          {can('submissions.change') && (
            <Button
              look="link"
              small
              aria-label={say('submission.withdrawQuestionNamed', { question })}
              onClick={withdraw}
              label={texts.withdrawQuestion}
            />
          )}
        </p>
      )}
    </Item>
  )
}

type StoredNote = Submission['noteList'][number]

function PrivateNote({ note }: { note: StoredNote }) {
  const { submission: texts, formats } = useTexts()
  const { person, can } = useSession()
  const { nameOf } = useColleagues()
  const { failure, remove } = useRemoveNote(note)
  const head = (
    <>
      <b>
        <bdi>{note.authorId === null ? texts.desk : nameOf(note.authorId)}</bdi>
      </b>{' '}
      <span className={styles.teamOnly}>
        <Icon of={Lock} small /> {texts.teamOnly}
      </span>{' '}
      <span className="muted small">{formats.moment(note.createdAt)}</span>
    </>
  )
  return (
    <Item kind="note" fill="hollow" head={head}>
      {failure && <Note kind="wrong">{failure}</Note>}
      <blockquote dir="auto" className={styles.private}>
        <NoteText note={note} />
        {can('submissions.note') && note.authorId === person.id && (
          <Button look="link" small onClick={remove} label={texts.removeNote} />
        )}
      </blockquote>
    </Item>
  )
}

function useRemoveNote({ id: note, note: text, mentions }: StoredNote) {
  const { submission, change, refresh } = useOpenSubmission()
  const { submission: texts, submissions: words } = useTexts()
  const announcements = useAnnouncements()
  const { submit, failure } = useSubmit()
  const remove = () =>
    submit(async () => {
      const params = { id: submission.reference }
      // The same id for every try stores it once.
      const body = { id: crypto.randomUUID() as string, note: text, mentions }
      await api('DELETE /submissions/:id/notes/:note', { params: { ...params, note } })
      change((former) => ({ noteList: former.noteList.filter(({ id }) => id !== note) }))
      announcements.offerUndo({
        text: texts.noteRemoved,
        async undo() {
          await api('POST /submissions/:id/notes', { params, body })
          announcements.show(words.undone.done)
          await refresh()
        },
      })
    })
  return { failure, remove }
}

/** Only people whom the note really mentions stand out. */
function NoteText({ note: { note, mentions } }: { note: StoredNote }) {
  const { assignable } = useColleagues(useOpenSubmission().submission)
  const mentioned = assignable.filter(({ id }) => mentions.includes(id))
  return readMentions(note, mentioned).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a stored note never changes
    'ids' in part ? <b key={index}>{part.text}</b> : part.text,
  )
}
