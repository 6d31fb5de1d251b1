import { useTranslations } from 'use-intl'
import type { ShownApplication } from '../../application-page.ts'
import { useTexts } from '../../texts.tsx'
import styles from './stages.module.css'
import { useMoment } from './use-moment.ts'

const APPLICATION_STAGES = ['received', 'in-review', 'interview', 'decision'] as const
const MESSAGE_STAGES = ['received', 'answered'] as const
type ShownStage = (typeof APPLICATION_STAGES)[number] | (typeof MESSAGE_STAGES)[number]

/** Where it stands among the stages that a visitor knows; nothing of those that only the staff see. */
export function Stages({ application }: { application: ShownApplication }) {
  const texts = useTexts('application').stages
  const noteOf = useNotes(application)
  const { kind, stage } = application
  const isMessage = kind === 'contact-message'
  const stages: readonly ShownStage[] = isMessage ? MESSAGE_STAGES : APPLICATION_STAGES
  const current = stages.indexOf(stage as ShownStage)
  // Withdrawn or closed.
  const hasLeft = current < 0
  return (
    <ol
      className={isMessage ? `${styles.stages} ${styles.short}` : styles.stages}
      aria-label={isMessage ? texts.labelMessage : texts.label}
    >
      {stages.map((each, index) => {
        const isDone = hasLeft ? index === 0 : index < current
        const isCurrent = index === current
        const look = isDone ? styles.done : isCurrent ? styles.current : styles.ahead
        return (
          <li key={each} className={look} aria-current={isCurrent ? 'step' : undefined}>
            <i aria-hidden="true" />
            <b>
              {(isDone || isCurrent) && <span className="vh">{isDone ? texts.done : texts.now} </span>}
              {texts[each]}
            </b>
            <span>{noteOf(each, isCurrent)}</span>
          </li>
        )
      })}
    </ol>
  )
}

function useNotes({ createdAt, since, dueAt, stage }: ShownApplication) {
  const texts = useTexts('application').stages
  const sentence = useTranslations('application')
  const { dayOf, momentOf } = useMoment()
  return (each: ShownStage, isCurrent: boolean) => {
    if (each === 'received') return momentOf(createdAt)
    if (isCurrent) return sentence('stages.since', { date: dayOf(since) })
    if (each === 'interview' && stage !== 'decision' && stage !== 'withdrawn') return texts.maybe
    if ((each === 'decision' || each === 'answered') && dueAt) return sentence('stages.by', { date: dayOf(dueAt) })
    return each === 'decision' && stage === 'interview' ? texts.later : ''
  }
}
