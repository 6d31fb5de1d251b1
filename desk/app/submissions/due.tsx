import { DAY, HOUR } from '#domain/platform/durations.ts'
import { classNames } from '#site/brand/class-names.ts'
import { currentTime } from '../clock.ts'
import { Dot } from '../parts/dot.tsx'
import { useSay } from '../texts.tsx'
import type { Item } from './item.ts'
import styles from './submissions.module.css'

/** How long an answer may still take, or how late it is. */
function useDue() {
  const say = useSay('submissions')
  return (dueAt: string) => {
    const left = Date.parse(dueAt) - currentTime().getTime()
    const isLate = left < 0
    const unit = Math.abs(left) < DAY ? ('hours' as const) : ('days' as const)
    const count = Math.max(1, Math.floor(Math.abs(left) / (unit === 'hours' ? HOUR : DAY)))
    return { isLate, text: say(`${isLate ? 'late' : 'left'}.${unit}`, { count }) }
  }
}

/** In words; late in the colour of what needs work now. */
export function Due({ item }: { item: Pick<Item, 'dueAt'> }) {
  const dueOf = useDue()
  if (!item.dueAt) return null
  const { isLate, text } = dueOf(item.dueAt)
  return <span className={classNames(isLate && styles.late)}>{text}</span>
}

/** A message has nine working hours, an application five working days. */
const DOTS: Record<Item['kind'], number> = {
  'contact-message': 9,
  'internship-application': 5,
  'career-application': 5,
}

/** The promised time as dots: solid is used. Drawn beside its words, so it needs none of its own. */
export function PromiseDots({
  item: { kind, createdAt, dueAt },
}: {
  item: Pick<Item, 'kind' | 'createdAt' | 'dueAt'>
}) {
  if (!dueAt) return null
  const [from, until, now] = [Date.parse(createdAt), Date.parse(dueAt), currentTime().getTime()]
  const all = DOTS[kind]
  const used = Math.min(all, Math.floor(((now - from) / Math.max(1, until - from)) * all))
  const colour = now > until ? 'cinnabar' : 'ink'
  return (
    <span className={styles.promise} aria-hidden>
      {Array.from({ length: all }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: dots that never change places
        <Dot key={index} fill={index < used ? 'solid' : 'hollow'} colour={colour} />
      ))}
    </span>
  )
}
