import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../texts.tsx'
import { type CsvRows, saveCsv } from './csv.ts'
import { Block, Button, Fact } from './elements.tsx'
import { Field } from './field.tsx'
import { Filter, useFilters } from './filters.tsx'
import styles from './plots.module.css'
import { DotColumns, Dots, Figure } from './plots.tsx'

interface PlotProps {
  title: string
  /** How many one dot stands for, and of what. */
  per?: number
  dot?: 'reports.oneDot' | 'visitors.oneVisit' | 'visitors.oneView'
  csv: { name: string; rows: CsvRows }
  children: ReactNode
}

export function Plot({ title, per, dot = 'reports.oneDot', csv, children }: PlotProps) {
  const { reports: texts, say } = useTexts()
  return (
    <Block
      title={title}
      aside={
        <span className={styles.aside}>
          {per !== undefined && <span className="muted small">{say(dot, { count: per })}</span>}
          <Button
            small
            look="quiet"
            icon={Download}
            onClick={() => saveCsv(csv.name, csv.rows)}
            label={texts.csv}
            aria-label={`${texts.csv}: ${title}`}
          />
        </span>
      }
    >
      {children}
    </Block>
  )
}

/** Two columns of plots where there is room. */
export const PlotColumns = ({ children }: { children: ReactNode }) => <div className={styles.columns}>{children}</div>

/** More columns are drawn with small dots. */
const MAX_LARGE_COLUMNS = 35

interface ColumnsOnAxisProps {
  counts: readonly number[]
  per: number
  from: string
  until: string
}

export function ColumnsOnAxis({ counts, per, from, until }: ColumnsOnAxisProps) {
  return (
    <div className={styles.onAxis}>
      <div className={styles.wide}>
        <DotColumns counts={counts} per={per} scale={counts.length > MAX_LARGE_COLUMNS ? 1 : 2} />
      </div>
      <p className={styles.axis}>
        <span>{from}</span>
        <span>{until}</span>
      </p>
    </div>
  )
}

interface OverTimeProps {
  columns: readonly { from: string; until: string; count: number }[]
  per: number
  /** The same as a table. */
  children: ReactNode
}

export function OverTime({ columns, per, children }: OverTimeProps) {
  const { reports: texts, formats } = useTexts()
  const [first, last] = [columns[0], columns.at(-1)]
  if (!first || !last) return null
  return (
    <>
      <ColumnsOnAxis
        counts={columns.map(({ count }) => count)}
        per={per}
        from={formats.calendarDay(first.from)}
        until={formats.calendarDay(last.until)}
      />
      <details className={styles.table}>
        <summary>{texts.asTable}</summary>
        {children}
      </details>
    </>
  )
}

interface FunnelStepsProps {
  steps: readonly { key: string; label: ReactNode; count: number; to?: string | undefined; note?: ReactNode }[]
  per: number
}

export function FunnelSteps({ steps, per }: FunnelStepsProps) {
  return (
    <ul className={styles.funnel}>
      {steps.map(({ key, label, count, to, note }) => (
        <li key={key}>
          <span>{label}</span>
          <Dots count={count} per={per} rows={4} />
          <Figure count={count} to={to} />
          {note && <span className="muted small">{note}</span>}
        </li>
      ))}
    </ul>
  )
}

const ALL_DAYS = 'all'

/** The period that an address names, as calls take it. */
export function readPeriod(address: URLSearchParams, usualDays: string) {
  const [since, until] = ['since', 'until'].map((name) => address.get(name) ?? undefined)
  const days = address.get('days') ?? (since || until ? ALL_DAYS : usualDays)
  return { since, until, ...(days !== ALL_DAYS && !since && { days: Number(days) }) }
}

interface PeriodChoicesProps {
  shown: { since: string; until: string }
  usualDays: string
  /** Names by number of days, or `all`. */
  periods: Record<string, string>
  children: ReactNode
}

export function PeriodChoices({ shown, usualDays, periods, children }: PeriodChoicesProps) {
  const { reports: texts } = useTexts()
  const [address, change] = useFilters()
  const hasOwnDays = address.has('since') || address.has('until')
  const days = address.get('days') ?? (hasOwnDays ? '' : usualDays)
  const pick = (name: 'since' | 'until', day: string) =>
    change({ since: shown.since, until: shown.until, days: '', [name]: day }, { replace: true })
  return (
    <search className={styles.choices} aria-label={texts.period}>
      <Filter
        label={texts.period}
        value={days}
        onChange={(chosen) => change({ days: chosen || usualDays, since: '', until: '' })}
        options={Object.entries(periods)}
      />
      <Field
        type="date"
        label={texts.since}
        value={address.get('since') ?? shown.since}
        onChange={({ target }) => pick('since', target.value)}
      />
      <Field
        type="date"
        label={texts.until}
        value={address.get('until') ?? shown.until}
        onChange={({ target }) => pick('until', target.value)}
      />
      {children}
    </search>
  )
}

export function Definitions({ terms }: { terms: readonly { name: string; text: string }[] }) {
  const { reports: texts } = useTexts()
  return (
    <Block title={texts.definitions}>
      <dl className={styles.terms}>
        {terms.map(({ name, text }) => (
          <Fact key={name} label={name}>
            {text}
          </Fact>
        ))}
      </dl>
    </Block>
  )
}
