import type { Submission } from './open-submission.ts'
import { type Entry, withoutRepeats } from './steps.tsx'

/** The kinds that the chips above the thread filter by. */
export type Kind = 'letter' | 'reply' | 'question' | 'note' | 'steps'

type Text =
  | { kind: 'letter'; letter: Submission['letters'][number] }
  | { kind: 'reply'; reply: Submission['replies'][number] }
  | { kind: 'question'; question: Submission['questions'][number] }
  | { kind: 'note'; note: Submission['noteList'][number] }

type Dated<Item> = Item & { key: string; at: string }

export type Shown = Dated<Text | { kind: 'steps'; entries: Entry[] }>

/** Newest first. Steps between two texts are one entry. */
export function threadOf(submission: Submission): Shown[] {
  const { letters, replies, questions, noteList, timeline } = submission
  const texts: Dated<Text>[] = [
    ...letters.map((letter) => ({
      kind: 'letter' as const,
      key: letter.id,
      at: letter.sentAt ?? letter.createdAt,
      letter,
    })),
    ...replies.map((reply) => ({ kind: 'reply' as const, key: reply.id, at: reply.receivedAt, reply })),
    ...questions.map((question) => ({
      kind: 'question' as const,
      key: question.id,
      at: question.answeredAt ?? question.askedAt,
      question,
    })),
    ...noteList.map((note) => ({ kind: 'note' as const, key: note.id, at: note.createdAt, note })),
  ]
  const isShownInFull = (entry: Entry) => texts.some(({ key }) => textOf(entry) === key)
  const steps = withoutRepeats(timeline.filter((entry) => !isShownInFull(entry) && !isMailOfLetter(entry)))
  const thread: Shown[] = []
  for (const item of [...texts, ...steps].toSorted((one, other) => other.at.localeCompare(one.at))) {
    const last = thread.at(-1)
    if ('key' in item) thread.push(item)
    else if (last?.kind === 'steps') last.entries.push(item)
    else thread.push({ kind: 'steps', key: `steps ${thread.length}`, at: item.at, entries: [item] })
  }
  return thread
}

/** The id of the text that a step was about. */
const textOf = ({ kind, details }: Entry) =>
  kind.endsWith('-withdrawn') ? undefined : (details.letter ?? details.reply ?? details.question ?? details.note)

/** A letter says itself whether it has left. */
const isMailOfLetter = ({ kind, details }: Entry) => kind === 'mail' && details.mail === 'letter'
