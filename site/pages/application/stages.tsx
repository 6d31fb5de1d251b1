import { useTranslations } from 'use-intl'
import type { ShownApplication } from '../../application-page.ts'
import { useTexts } from '../../texts.tsx'
import styles from './stages.module.css'
import { useMoment } from './use-moment.ts'

const APPLICATION_STAGES = ['received', 'in-review', 'interview', 'decision'] as const
const MESSAGE_STAGES = ['received', 'answered'] as const
type ShownStage = ShownApplication['stage']

export function Stages({ application }: { application: ShownApplication }) {
  const texts = useTexts('application').stages
  const noteOf = useNotes(application)
  const isMessage = application.kind === 'contact-message'
  const stages = stagesOf(application)
  const current = stages.indexOf(application.stage)
  return (
    <ol
      className={stages.length > 2 ? styles.stages : `${styles.stages} ${styles.short}`}
      aria-label={isMessage ? texts.labelMessage : texts.label}
    >
      {stages.map((each, index) => {
        const isDone = index < current
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

function stagesOf({ kind, stage, hadInterview }: ShownApplication): readonly ShownStage[] {
  if (stage === 'withdrawn' || stage === 'closed') return ['received', stage]
  if (kind === 'contact-message') return MESSAGE_STAGES
  // A decision without an interview shows none.
  const isSkipped = (each: ShownStage) => each === 'interview' && stage === 'decision' && !hadInterview
  return APPLICATION_STAGES.filter((each) => !isSkipped(each))
}

function useNotes({ createdAt, since, dueAt, isLate, stage }: ShownApplication) {
  const texts = useTexts('application').stages
  const sentence = useTranslations('application')
  const { dayOf, momentOf } = useMoment()
  return (each: ShownStage, isCurrent: boolean) => {
    if (each === 'received') return momentOf(createdAt)
    if (isCurrent) return sentence('stages.since', { date: dayOf(since) })
    if (each === 'interview' && stage !== 'decision') return texts.maybe
    if ((each === 'decision' || each === 'answered') && dueAt && !isLate)
      return sentence('stages.by', { date: dayOf(dueAt) })
    return each === 'decision' && stage === 'interview' ? texts.later : ''
  }
}
