import { useFormatter, useTranslations } from 'use-intl'
import { FullStop } from '../../../brand/dots/full-stop.tsx'
import { Tally } from '../../../brand/dots/tally.tsx'
import { Field } from '../../../components/form/field.tsx'
import { StatusLine } from '../../../components/form/status-line.tsx'
import { SubmitButton } from '../../../components/form/submit-button.tsx'
import { useTexts } from '../../../texts.tsx'
import { useUnwiredForm } from '../unwired-form.ts'
import styles from './countdown.module.css'
import { useOpeningDate } from './opening-date.ts'
import { type TimeLeft, timeLeftAt } from './time-left.ts'

/** Before the date: how long it takes, in dots and in figures. */
export function Countdown({ now }: { now: number }) {
  const left = timeLeftAt(now)
  return (
    <>
      <Announcement />
      <div
        className={styles.timer}
        role="timer"
        aria-live="off"
        aria-label={useTexts('coming-soon').timer}
        data-wake="visible"
      >
        <Unit name="days" count={left.days} {...fieldOfDays(left.days)} />
        <Unit name="hours" count={left.hours} total={24} columns={6} />
        <Unit name="minutes" count={left.minutes} total={60} columns={10} />
        <Unit name="seconds" count={left.seconds} total={60} columns={10} />
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
      <h1 className="d1">
        <FullStop text={before.title} />
      </h1>
      <div className={styles.side}>
        <p className="lead">{sentence('lead', useOpeningDate())}</p>
        <NotifyForm />
      </div>
    </div>
  )
}

function NotifyForm() {
  const texts = useTexts('coming-soon')
  const { notOpenYet } = useTexts('forms')
  const { form, errors, isAnswered } = useUnwiredForm({ email: texts.emailRequired })
  return (
    <form {...form} className={styles.form}>
      <Field
        name="email"
        type="email"
        label={texts.email}
        error={errors.email}
        title={texts.emailRequired}
        autoComplete="email"
        dir="ltr"
        required
      />
      <SubmitButton>{texts.submit}</SubmitButton>
      <StatusLine state="under-way">{isAnswered && notOpenYet}</StatusLine>
    </form>
  )
}

interface UnitProps {
  name: keyof TimeLeft
  count: number
  total: number
  columns: number
}

function Unit({ name, count, total, columns }: UnitProps) {
  const format = useFormatter()
  const sentence = useTranslations('coming-soon.units')
  return (
    <p>
      <Tally left={Math.min(count, total)} total={total} columns={columns} />
      <b>{format.number(count)}</b>
      <span>{sentence(name, { count })}</span>
    </p>
  )
}

/** A month of dots, or as many as there are days; a year is as much as a page can hold. */
function fieldOfDays(days: number) {
  if (days <= 30) return { total: 30, columns: 6 }
  return { total: Math.min(days, 366), columns: days <= 100 ? 10 : 20 }
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
