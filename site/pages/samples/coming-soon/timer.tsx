import { useFormatter, useTranslations } from 'use-intl'
import { Tally } from '../../../brand/dots/tally.tsx'
import { useTexts } from '../../../texts.tsx'
import type { TimeLeft } from './time-left.ts'
import styles from './timer.module.css'

interface TimerProps {
  left: TimeLeft
  /** One dot for each unit above its figure. */
  hasDots?: boolean
}

/** Days, hours, minutes and seconds; read out only to who asks for it. */
export function Timer({ left, hasDots = false }: TimerProps) {
  const { timer } = useTexts('coming-soon')
  return (
    <div className={hasDots ? styles.dots : styles.figures} role="timer" aria-live="off" aria-label={timer}>
      <Unit name="days" count={left.days} dots={hasDots && fieldOfDays(left.days)} />
      <Unit name="hours" count={left.hours} dots={hasDots && { total: 24, columns: 6 }} />
      <Unit name="minutes" count={left.minutes} dots={hasDots && { total: 60, columns: 10 }} />
      <Unit name="seconds" count={left.seconds} dots={hasDots && { total: 60, columns: 10 }} />
    </div>
  )
}

interface UnitProps {
  name: keyof TimeLeft
  count: number
  dots: { total: number; columns: number } | false
}

function Unit({ name, count, dots }: UnitProps) {
  const format = useFormatter()
  const sentence = useTranslations('coming-soon.units')
  return (
    <p>
      {dots && <Tally left={Math.min(count, dots.total)} {...dots} />}
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
