import type { DeskTexts } from '#texts/desk/index.ts'
import { type Stage, useColleagues } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { type Submission, useOpenSubmission } from './open-submission.ts'
import styles from './submission.module.css'

export type Entry = Submission['timeline'][number]
type Bilingual = { en: string; ar: string }

const SUMMED_UP = 3

/** Folded to one line; a single step is that line. */
export function Steps({ entries }: { entries: Entry[] }) {
  const { submission } = useOpenSubmission()
  const { say, formats } = useTexts()
  const sentenceOf = useSentences(submission.language)
  const [newest] = entries
  if (!newest) return null
  if (entries.length === 1)
    return (
      <p className="second">
        <Sentence {...sentenceOf(newest)} /> <Moment at={newest.at} /> <Why entry={newest} />
      </p>
    )
  const summary = entries.slice(0, SUMMED_UP).map((entry) => sentenceOf(entry).what)
  return (
    <details className={styles.steps}>
      <summary>
        <b>{say('submission.steps', { count: entries.length })}</b>{' '}
        <span className="second">
          {formats.day(newest.at)} · {summary.join(' · ')}
          {entries.length > SUMMED_UP && ' …'}
        </span>
      </summary>
      <ol>
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no id and never change
          <li key={`${entry.at}-${index}`} className="second">
            <Sentence {...sentenceOf(entry)} /> <Moment at={entry.at} /> <Why entry={entry} />
          </li>
        ))}
      </ol>
    </details>
  )
}

/** The reason of a decision, in a colleague's words. */
const Why = ({ entry: { details } }: { entry: Entry }) =>
  typeof details.why === 'string' ? <q dir="auto">{details.why}</q> : null

function Moment({ at }: { at: string }) {
  const { formats } = useTexts()
  return (
    <time className="muted small" dateTime={at} title={formats.moment(at)}>
      {formats.ago(at)}
    </time>
  )
}

export const LOOKING: string[] = ['read', 'cv-opened']

/** Repeated looks by one person become one entry, at the last time. */
export function withoutRepeats(timeline: Entry[]) {
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

type InterviewEvent = 'interview-proposed' | 'interview-chosen' | 'interview-moved' | 'interview-cancelled'

export function useSentences(language: string) {
  const { submission: texts, submissions: words, say, formats, language: desk } = useTexts()
  const { nameOf } = useColleagues()
  /** As the job called it then; otherwise by the company's name. */
  const stageName = (stage: unknown, own?: unknown) =>
    (own as Bilingual | undefined)?.[desk] ?? words.stages[stage as Stage] ?? String(stage ?? '')
  const mailName = (mail: unknown) => texts.mails[mail as keyof DeskTexts['submission']['mails']] ?? texts.mails.letter

  const factOf = ({ kind, details }: Entry) => {
    switch (kind) {
      case 'stage':
        return details.from
          ? say('submission.events.stageFrom', {
              from: stageName(details.from, details.fromName),
              stage: stageName(details.to, details.toName),
            })
          : say('submission.events.stage', { stage: stageName(details.to, details.toName) })
      case 'step':
        return say(details.bySetUp ? 'submission.events.stepBySetUp' : 'submission.events.stageFrom', {
          from: stageName(details.stage, details.fromName),
          stage: stageName(details.stage, details.toName),
        })
      case 'answered':
        return details.isUndone
          ? texts.events.answeredUndone
          : say('submission.events.answered', { by: String(details.by) })
      case 'assign':
        return details.to
          ? say('submission.events.assign', { name: nameOf(String(details.to)) })
          : texts.events.unassign
      case 'interview-proposed':
      case 'interview-chosen':
      case 'interview-moved':
      case 'interview-cancelled':
        return interviewSentence(kind, details)
      case 'contacted':
      case 'contact-opened':
        return say(`submission.events.${kind}`, { by: String(details.by) })
      default:
        return (texts.events as Record<string, string>)[kind] ?? texts.events.other
    }
  }

  const interviewSentence = (kind: InterviewEvent, { from, startsAt, count }: Entry['details']) => {
    const when = (moment: unknown) => (moment ? formats.moment(String(moment)) : '')
    // Proposed times that were never chosen have no start.
    if (kind === 'interview-cancelled' && !from) return texts.events['interview-unchosen']
    return say(`submission.events.${kind}`, { count: Number(count ?? 0), when: when(startsAt), from: when(from) })
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
