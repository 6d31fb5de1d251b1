import { useTranslations } from 'use-intl'
import type { ShownApplication } from '../../application-page.ts'
import { useTexts } from '../../texts.tsx'
import { useMoment } from './use-moment.ts'
import styles from './way.module.css'

const APPLICATION_WAY = ['received', 'in-review', 'interview', 'decision'] as const
const MESSAGE_WAY = ['received', 'answered'] as const
type WayStage = (typeof APPLICATION_WAY)[number] | (typeof MESSAGE_WAY)[number]

/** Where it stands among the stages that a visitor knows; nothing of those that only the staff see. */
export function Way({ application }: { application: ShownApplication }) {
  const texts = useTexts('application').way
  const noteOf = useNotes(application)
  const { kind, stage } = application
  const isMessage = kind === 'contact-message'
  const way: readonly WayStage[] = isMessage ? MESSAGE_WAY : APPLICATION_WAY
  const current = way.indexOf(stage as WayStage)
  // What was withdrawn or closed has left the way.
  const isOffWay = current < 0
  return (
    <ol
      className={isMessage ? `${styles.way} ${styles.short}` : styles.way}
      aria-label={isMessage ? texts.labelMessage : texts.label}
    >
      {way.map((each, index) => {
        const isDone = isOffWay ? index === 0 : index < current
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
  const texts = useTexts('application').way
  const sentence = useTranslations('application')
  const { dayOf, momentOf } = useMoment()
  return (each: WayStage, isCurrent: boolean) => {
    if (each === 'received') return momentOf(createdAt)
    if (isCurrent) return sentence('way.since', { date: dayOf(since) })
    if (each === 'interview' && stage !== 'decision' && stage !== 'withdrawn') return texts.maybe
    if ((each === 'decision' || each === 'answered') && dueAt) return sentence('way.by', { date: dayOf(dueAt) })
    return each === 'decision' && stage === 'interview' ? texts.later : ''
  }
}
