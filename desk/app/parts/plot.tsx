import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../texts.tsx'
import { type CsvRows, saveCsv } from './csv.ts'
import { Block, Button, Fact, Table } from './elements.tsx'
import { Field } from './field.tsx'
import { Filter, useFilters } from './filters.tsx'
import styles from './plots.module.css'
import { type Bar, Bars, countPerDot, DotColumns, Dots, Figure, MAX_DOTS_IN_BAR, MAX_DOTS_IN_COLUMN } from './plots.tsx'

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

type NamedPlot = Pick<PlotProps, 'title' | 'dot'> & {
  /** Of its file. */
  name: string
  children?: ReactNode
}

interface BarPlotProps extends NamedPlot {
  columns: string[]
  bars: readonly (Omit<Bar, 'label'> & { name: string; label?: ReactNode; cells?: CsvRows[number] })[]
}

/** A count for each name, and both as a file. */
export function BarPlot({ title, dot, name: file, columns, bars, children }: BarPlotProps) {
  const per = countPerDot(
    bars.map(({ count }) => count),
    MAX_DOTS_IN_BAR,
  )
  const rows = [columns, ...bars.map(({ name, count, cells }) => cells ?? [name, count])]
  return (
    <Plot title={title} per={per} dot={dot} csv={{ name: file, rows }}>
      <Bars per={per} bars={bars.map(({ name, label = <bdi>{name}</bdi>, ...bar }) => ({ ...bar, label }))} />
      {children}
    </Plot>
  )
}

interface OverTimeProps extends NamedPlot {
  /** Names of the counts; the first is drawn. */
  columns: string[]
  periods: readonly { from: string; until: string; counts: [number, ...number[]]; to?: string }[]
}

/** Counts of days, weeks or months, drawn, as a table and as a file. */
export function OverTime({ title, dot, name: file, columns, periods }: OverTimeProps) {
  const { reports: texts, formats } = useTexts()
  const drawn = periods.map(({ counts }) => counts[0])
  const per = countPerDot(drawn, MAX_DOTS_IN_COLUMN)
  const heads = [texts.since, texts.until, ...columns]
  const [first, last] = [periods[0], periods.at(-1)]
  const rows = [heads, ...periods.map(({ from, until, counts }) => [from, until, ...counts])]
  return (
    <Plot title={title} per={per} dot={dot} csv={{ name: file, rows }}>
      {first && last && (
        <ColumnsOnAxis
          counts={drawn}
          per={per}
          from={formats.calendarDay(first.from)}
          until={formats.calendarDay(last.until)}
        />
      )}
      <details className={styles.table}>
        <summary>{texts.asTable}</summary>
        <Table caption={title} columns={heads}>
          {periods
            .filter(({ counts }) => counts.some((count) => count > 0))
            .map(({ from, until, counts, to }) => (
              <tr key={from}>
                <td>{formats.calendarDay(from)}</td>
                <td>{formats.calendarDay(until)}</td>
                {counts.map((count, place) => (
                  <td key={columns[place]}>
                    <Figure count={count} to={to} />
                  </td>
                ))}
              </tr>
            ))}
        </Table>
      </details>
    </Plot>
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
