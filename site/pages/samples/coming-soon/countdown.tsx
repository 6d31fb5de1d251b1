import { useTranslations } from 'use-intl'
import { Title } from '../../../components/headings/title.tsx'
import { useFacts, useTexts } from '../../../texts.tsx'
import styles from './countdown.module.css'
import { NotifyForm } from './notify-form.tsx'
import { useOpeningDate } from './opening-date.ts'
import { timeLeftAt } from './time-left.ts'
import { Timer } from './timer.tsx'

/** Before the date: how long it takes, in dots and in figures. */
export function Countdown({ now }: { now: number }) {
  const { opensAt } = useFacts('countdown')
  return (
    <>
      <Announcement />
      <div className={styles.timer} data-wake="visible">
        <Timer left={timeLeftAt(now, opensAt)} hasDots />
      </div>
      <FixedDate />
    </>
  )
}

function Announcement() {
  const { before } = useTexts('coming-soon')
  const sentence = useTranslations('coming-soon.before')
  return (
    <div className={styles.announcement}>
      <Title size="d1" text={before.title} />
      <div className={styles.side}>
        <p className="lead">{sentence('lead', useOpeningDate())}</p>
        <NotifyForm label={before.email} />
      </div>
    </div>
  )
}

/** Shown where no script can count: the date itself. */
function FixedDate() {
  const { date, time } = useOpeningDate()
  return (
    <p className={styles.fixedDate}>
      <b>{date}</b>
      <span>{time}</span>
    </p>
  )
}
