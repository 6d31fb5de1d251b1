import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import { useTimeZone } from 'use-intl'
import { type Busy, endOf } from '#domain/hiring/interviews/free-times.ts'
import { MAX_SLOTS } from '#domain/hiring/interviews/limits.ts'
import { classNames } from '#site/brand/class-names.ts'
import { utcOffset } from '#texts/dates-and-numbers.ts'
import { currentTime } from '../../clock.ts'
import { Button, Initial, Ltr, Note } from '../../parts/elements.tsx'
import { Check } from '../../parts/field.tsx'
import { useAnnouncements } from '../../parts/work.tsx'
import { useColleagues } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './interviews.module.css'
import {
  type Cell,
  cellAt,
  nextShown,
  quartersIn,
  quartersShown,
  refusalOf,
  rowOf,
  type Wanted,
  type Week,
} from './week.ts'

interface WeekGridProps {
  week: Week
  wanted: Wanted
  slots: string[]
  /** One time instead of several. */
  isSingle: boolean
  onChange(slots: string[]): void
  onWeek(weeks: 1 | -1): void
}

interface Refused {
  startsAt: string
  personId?: string | undefined
  until?: string | undefined
  next?: string | undefined
  reason: 'busy' | 'past' | 'many'
}

export function WeekGrid({ week, wanted, slots, isSingle, onChange, onWeek }: WeekGridProps) {
  const { interviews: texts, formats } = useTexts()
  const { say: announce } = useAnnouncements()
  const { say, language } = useTexts()
  const [areAllHours, setAllHours] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const quarters = quartersShown(week, areAllHours)
  const columns = week.days.map((_, index) => quarters.map((minute) => cellAt(week, index, minute)))
  const firstOpen = Math.max(
    0,
    week.days.findIndex(({ opens }) => opens !== null),
  )
  const [at, setAt] = useState({ day: firstOpen, row: 0 })
  const grid = useRef<HTMLFieldSetElement>(null)
  const shownDay = Math.min(at.day, week.days.length - 1)
  const shownRow = Math.min(at.row, quarters.length - 1)

  const offer = (startsAt: string) => {
    const isOffered = slots.includes(startsAt)
    const refusal = isOffered ? undefined : whyNot(startsAt)
    setRefused(refusal)
    if (refusal) return
    const others = isSingle ? [] : slots.filter((slot) => slot !== startsAt)
    onChange(isOffered && !isSingle ? others : [...others, startsAt].toSorted())
    announce(say(isOffered ? 'interviews.takenBack' : 'interviews.offered', { when: formats.moment(startsAt) }))
  }
  const whyNot = (startsAt: string): Refused | undefined => {
    if (startsAt <= currentTime().toISOString()) return { startsAt, reason: 'past' }
    const refusal = refusalOf(startsAt, wanted, week.busy, isSingle ? [] : slots)
    if (refusal) {
      const isFree = (moment: string) =>
        moment > currentTime().toISOString() && !refusalOf(moment, wanted, week.busy, isSingle ? [] : slots)
      return { startsAt, reason: 'busy', ...refusal, next: nextShown(startsAt, columns.flat(), isFree) }
    }
    return !isSingle && slots.length >= MAX_SLOTS ? { startsAt, reason: 'many' } : undefined
  }

  const go = (day: number, row: number) => {
    if (day < 0 || day >= week.days.length) return onWeek(day < 0 ? -1 : 1)
    const next = { day, row: Math.max(0, Math.min(row, quarters.length - 1)) }
    setAt(next)
    // After the render that makes the cell reachable, also on a phone where one day is shown.
    requestAnimationFrame(() =>
      grid.current?.querySelector<HTMLElement>(`[data-cell="${next.day} ${next.row}"]`)?.focus(),
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const ahead = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const steps: Record<string, [number, number]> = {
      ArrowRight: [shownDay + ahead, shownRow],
      ArrowLeft: [shownDay - ahead, shownRow],
      ArrowDown: [shownDay, shownRow + 1],
      ArrowUp: [shownDay, shownRow - 1],
      Home: [shownDay, 0],
      End: [shownDay, quarters.length - 1],
      PageDown: [shownDay, shownRow + 4],
      PageUp: [shownDay, shownRow - 4],
    }
    const step = steps[event.key]
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    go(...step)
  }

  return (
    <>
      <div className={styles.legend}>
        <Zone at={columns[firstOpen]?.[0]?.startsAt} />
        <span className={styles.legendOffered}>{texts.legend.offered}</span>
        <span className={styles.legendBusy}>{texts.legend.busy}</span>
        <span className={styles.legendKept}>{texts.legend.kept}</span>
        <Check label={texts.allHours} checked={areAllHours} onChange={({ target }) => setAllHours(target.checked)} />
      </div>
      <nav className={styles.dayTabs} aria-label={texts.days}>
        {week.days.map(({ day, opens }, index) => (
          <button
            key={day}
            type="button"
            aria-pressed={index === shownDay}
            className={classNames(styles.dayTab, opens === null && styles.closed)}
            onClick={() => setAt({ day: index, row: 0 })}
          >
            <DayName day={day} />
            {slots.some((slot) => columns[index]?.some(({ startsAt }) => startsAt === slot)) && (
              <i aria-hidden className={styles.tabDot} />
            )}
          </button>
        ))}
      </nav>
      <fieldset
        ref={grid}
        className={styles.grid}
        style={{ '--days': week.days.length, '--quarters': quarters.length } as CSSProperties}
      >
        <legend className="vh">{texts.grid}</legend>
        {week.days.map(({ day, opens }, index) => (
          <span
            key={day}
            aria-hidden
            className={classNames(styles.dayHead, opens === null && styles.closed, index !== shownDay && styles.other)}
            style={placed(index)}
          >
            <DayName day={day} />
          </span>
        ))}
        {quarters.map(
          (minute, row) =>
            minute % 60 === 0 && (
              <span key={minute} aria-hidden className={styles.hour} style={{ gridRow: row + 2 }}>
                <Clock minute={minute} />
              </span>
            ),
        )}
        {columns.flatMap((cells, index) =>
          cells.map((cell, row) => (
            <OneCell
              key={`${cell.day} ${cell.minute}`}
              cell={cell}
              position={`${index} ${row}`}
              style={{ ...placed(index), gridRow: row + 2 }}
              isReached={index === shownDay && row === shownRow}
              isOther={index !== shownDay}
              isOffered={cell.startsAt !== undefined && slots.includes(cell.startsAt)}
              busy={week.busy}
              onKeyDown={onKeyDown}
              onPress={() => {
                setAt({ day: index, row })
                if (cell.startsAt) offer(cell.startsAt)
              }}
            />
          )),
        )}
        <Blocks week={week} columns={columns} shownDay={shownDay} slots={slots} wanted={wanted} refused={refused} />
      </fieldset>
      {refused && <Refusal refused={refused} onNext={offer} />}
      <p className={styles.keys}>
        <kbd>{language === 'ar' ? '←' : '→'}</kbd> {texts.keys.day} <kbd>↓</kbd> {texts.keys.quarter} <kbd>Space</kbd>{' '}
        {texts.keys.offer} <kbd>Ctrl ↵</kbd> {texts.keys.send}
      </p>
    </>
  )
}

const placed = (index: number) => ({ '--column': index + 2 }) as CSSProperties

interface OneCellProps {
  cell: Cell
  position: string
  style: CSSProperties
  isReached: boolean
  isOther: boolean
  isOffered: boolean
  busy: readonly Busy[]
  onPress(): void
  onKeyDown(event: KeyboardEvent): void
}

function OneCell({ cell, position, style, isReached, isOther, isOffered, busy, onPress, onKeyDown }: OneCellProps) {
  const { say, formats } = useTexts()
  const { nameOf } = useColleagues()
  const { startsAt, isOpen } = cell
  const own = startsAt ? busy.filter((each) => each.startsAt <= startsAt && each.endsAt > startsAt) : []
  const state = () => {
    if (!startsAt || startsAt <= currentTime().toISOString()) return 'past'
    if (isOffered) return 'offered'
    return own.length > 0 ? 'busy' : 'free'
  }
  const names = formats.list([...new Set(own.flatMap(({ people }) => people))].map(nameOf))
  const when = startsAt ? `${formats.weekday(startsAt)} ${formats.time(startsAt)}` : ''
  return (
    <button
      type="button"
      data-cell={position}
      className={classNames(
        styles.cell,
        !isOpen && styles.closed,
        cell.minute % 60 === 0 && styles.onHour,
        isOther && styles.other,
      )}
      style={style}
      tabIndex={isReached ? 0 : -1}
      aria-pressed={isOffered}
      aria-disabled={state() === 'past' || undefined}
      aria-label={say(`interviews.cell.${state()}`, { when, names })}
      onClick={onPress}
      onKeyDown={onKeyDown}
    />
  )
}

interface BlocksProps extends Pick<WeekGridProps, 'week' | 'slots' | 'wanted'> {
  columns: Cell[][]
  shownDay: number
  refused: Refused | undefined
}

/** Drawn over the cells, which say the same in words. */
function Blocks({ week, columns, shownDay, slots, wanted, refused }: BlocksProps) {
  const { formats } = useTexts()
  const { nameOf } = useColleagues()
  return columns.flatMap((cells, index) => {
    const first = cells.find(({ startsAt }) => startsAt)?.startsAt ?? ''
    const last = cells.findLast(({ startsAt }) => startsAt)?.startsAt ?? ''
    const end = endOf(last || new Date(0).toISOString(), 15)
    const frame = (from: string, to: string) => {
      const [begins, ends] = [from < first ? first : from, to > end ? end : to]
      if (begins >= ends) return undefined
      return { ...placed(index), gridRow: `${rowOf(begins, cells) + 2} / span ${quartersIn(begins, ends)}` }
    }
    const day = classNames(index !== shownDay && styles.other)
    const busy = week.busy.flatMap((each) => {
      const style = frame(each.startsAt, each.endsAt)
      if (!style) return []
      return (
        <span
          key={`${each.startsAt} ${each.allPeople.join()} ${each.kind}`}
          aria-hidden
          className={classNames(styles.busy, each.kind === 'offered' && styles.heldBusy, day)}
          style={style}
        >
          {each.people.map((id) => (
            <Initial key={id} name={nameOf(id)} />
          ))}
        </span>
      )
    })
    const offered = slots.flatMap((slot) => {
      const style = frame(slot, endOf(slot, wanted.minutes))
      const kept = frame(endOf(slot, -wanted.bufferMinutes), endOf(slot, wanted.minutes + wanted.bufferMinutes))
      if (!style) return []
      return [
        <span key={`kept ${slot}`} aria-hidden className={classNames(styles.kept, day)} style={kept} />,
        <span key={slot} aria-hidden className={classNames(styles.offered, day)} style={style}>
          {formats.time(slot)}
        </span>,
      ]
    })
    const wrong =
      refused?.reason === 'busy' ? frame(refused.startsAt, endOf(refused.startsAt, wanted.minutes)) : undefined
    return [
      ...busy,
      ...offered,
      wrong && (
        <span key="refused" aria-hidden className={classNames(styles.refused, day)} style={wrong}>
          {formats.time(String(refused?.startsAt))}
        </span>
      ),
    ]
  })
}

function Refusal({ refused, onNext }: { refused: Refused; onNext(startsAt: string): void }) {
  const { interviews: texts, say, formats } = useTexts()
  const { nameOf } = useColleagues()
  const { startsAt, reason, personId, until, next } = refused
  const words = () => {
    const when = formats.moment(startsAt)
    if (reason === 'past') return say('interviews.refusedPast', { when })
    if (reason === 'many') return texts.refusedMany
    const name = personId ? nameOf(personId) : texts.legend.offered
    return say('interviews.refused', { when, name, until: formats.time(String(until)) })
  }
  return (
    <Note
      kind="wrong"
      actions={
        next && (
          <Button
            small
            onClick={() => onNext(next)}
            label={say('interviews.offerNext', { when: formats.moment(next) })}
          />
        )
      }
    >
      {words()}
    </Note>
  )
}

function Zone({ at }: { at: string | undefined }) {
  const timeZone = useTimeZone() ?? 'UTC'
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ')
  return (
    <span>
      <Ltr>{`${city}, ${utcOffset(at ?? currentTime(), timeZone)}`}</Ltr>
    </span>
  )
}

function DayName({ day }: { day: string }) {
  const { formats } = useTexts()
  return formats.weekdayOf(day)
}

function Clock({ minute }: { minute: number }) {
  const { formats } = useTexts()
  return formats.clock(minute)
}
