import { nameOfSource } from '#contract/sources.ts'
import { DAY } from '#domain/platform/durations.ts'
import { api } from '../../api.ts'
import { currentTime } from '../../clock.ts'
import { Choice, Field } from '../../parts/field.tsx'
import { ChoicesFilter, Filter, FilterPanel, Filters, useFilters } from '../../parts/filters.tsx'
import { useLoaded } from '../../parts/work.tsx'
import { useColleagues } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './inbox.module.css'

interface FilterBarProps {
  onDown(): void
  jobs: { id: number; title: { en: string; ar: string } }[]
  tags: { id: string; name: string }[]
  sources: string[]
}

export function FilterBar({ onDown, jobs, tags, sources }: FilterBarProps) {
  const { assignable } = useColleagues()
  const { inbox: texts, submission, submissions: words, language } = useTexts()
  const [address, change] = useFilters()
  const ownStages = useOwnStages(address.getAll('job'))
  const filters: [name: string, label: string, options: readonly (readonly [string, string])[]][] = [
    ['form', texts.form, Object.entries(words.kinds)],
    [
      'job',
      texts.job,
      [...jobs.map(({ id, title }) => [String(id), title[language]] as const), ['general', words.general]],
    ],
    ['stage', texts.stage, Object.entries(words.stages)],
    ...(ownStages.length > 0 ? [['step', texts.step, ownStages] as [string, string, typeof ownStages]] : []),
    [
      'person',
      texts.person,
      [['me', texts.me], ['nobody', texts.nobody], ...assignable.map(({ id, name }) => [id, name] as const)],
    ],
    ['language', texts.language, Object.entries(words.languages)],
    ['tag', texts.tag, tags.map(({ id, name }) => [id, name] as const)],
    [
      'source',
      texts.source,
      [...sources.map((id) => [id, nameOfSource(id, submission.sourceNames)] as const), ['none', texts.sourceUnknown]],
    ],
    ['heard', submission.heardOfLabel, Object.entries(submission.heardOf)],
    ['marked', texts.marked, Object.entries(texts.markings)],
  ]
  filters.push(...useReportFilters(address))
  const { newest, ...orders } = texts.orders

  return (
    <Filters texts={texts} onDown={onDown}>
      {filters.map(([name, label, options]) => (
        <ChoicesFilter
          key={name}
          label={label}
          values={address.getAll(name)}
          onChange={(values) => change({ [name]: values })}
          options={options}
        />
      ))}
      <DaysFilter />
      {address.get('search') && (
        <Filter
          label={texts.within}
          value={address.get('within')}
          onChange={(within) => change({ within })}
          options={Object.entries(texts.places)}
        />
      )}
      <Filter
        label={texts.order}
        value={address.get('order')}
        onChange={(order) => change({ order })}
        options={Object.entries(orders)}
        none={newest}
      />
    </Filters>
  )
}

/** Set by the links of the reports: shown while they are set. */
function useReportFilters(address: URLSearchParams): [string, string, readonly (readonly [string, string])[]][] {
  const { inbox: texts, reports, submissions: words, language } = useTexts()
  const wanted = address.has('reason') || undefined
  const { result } = useLoaded(wanted && 'reasons', ({ signal, background }) =>
    api('GET /decline-reasons', { signal, background }),
  )
  const reasons = (result?.reasons ?? []).map(({ id, name }) => [id, name[language]] as const)
  const all: [string, string, readonly (readonly [string, string])[]][] = [
    ['reached', texts.reached, Object.entries(words.stages)],
    ['reason', texts.reason, [...reasons, ['none', reports.noReason]]],
    ['answer', texts.answer, Object.entries(texts.answers)],
  ]
  return all.filter(([name]) => address.has(name))
}

/** Only one job has stages of its own to filter by. */
function useOwnStages([job, another]: string[]): [string, string][] {
  const { language } = useTexts()
  const only = another === undefined ? job : undefined
  const { result } = useLoaded(only, ({ signal, background }) =>
    api('GET /processes/:id/stages', { params: { id: only as string }, signal, background }),
  )
  const own = only === undefined ? [] : (result?.stages ?? [])
  return own.flatMap(({ step, name }) => (step && name ? [[step, name[language]] as [string, string]] : []))
}

const PERIODS = ['1', '7', '30'] as const

/** The last days, or days of one’s own choice, both included. */
function DaysFilter() {
  const { inbox: texts, formats, say } = useTexts()
  const [address, change] = useFilters()
  const [since, until] = [address.get('since') ?? '', address.get('until') ?? '']
  const sinceOf = (days: string) => formats.dayKey(new Date(currentTime().getTime() - (Number(days) - 1) * DAY))
  const period = until ? undefined : PERIODS.find((days) => sinceOf(days) === since)
  const day = (given: string) => (isDay(given) ? formats.calendarDay(given) : given)
  const range = [since && say('inbox.from', { day: day(since) }), until && say('inbox.to', { day: day(until) })]
  return (
    <FilterPanel label={texts.received} chosen={period ? texts.periods[period] : range.filter(Boolean).join(' ')}>
      <Choice
        legend={texts.received}
        name="period"
        look="cards"
        // Days of one’s own choice are none of these.
        value={period ?? (since || until ? ('' as 'any') : 'any')}
        onChange={(days) => change({ since: days === 'any' ? '' : sinceOf(days), until: '' })}
        options={{ ...texts.periods, any: texts.anyDay }}
      />
      <div className={styles.days}>
        <Field
          type="date"
          label={texts.since}
          value={since}
          max={until}
          onChange={({ target }) => change({ since: target.value }, { replace: true })}
        />
        <Field
          type="date"
          label={texts.until}
          value={until}
          min={since}
          onChange={({ target }) => change({ until: target.value }, { replace: true })}
        />
      </div>
    </FilterPanel>
  )
}

const isDay = (given: string) => !Number.isNaN(Date.parse(given))
