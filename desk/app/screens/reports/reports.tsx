import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { nameOfSource } from '#contract/sources.ts'
import { api } from '../../api.ts'
import { Body, Empty, Head, Table } from '../../parts/elements.tsx'
import { Filter, useFilters } from '../../parts/filters.tsx'
import {
  BarPlot,
  ColumnsOnAxis,
  Definitions,
  FunnelSteps,
  OverTime,
  PeriodChoices,
  Plot,
  PlotColumns,
  readPeriod,
} from '../../parts/plot.tsx'
import {
  BigFigure,
  BigFigures,
  countPerDot,
  DotColumns,
  Dots,
  Figure,
  MAX_DOTS_IN_BAR,
  MAX_DOTS_IN_COLUMN,
  MAX_DOTS_IN_FUNNEL,
  Share,
  TooFew,
} from '../../parts/plots.tsx'
import { useTexts } from '../../texts.tsx'
import { inboxOf, OPEN_STAGES, type Report } from './figures.ts'
import styles from './reports.module.css'

const USUAL_DAYS = '90'

export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const job = searchParams.get('job') ?? undefined
  const query = { ...readPeriod(searchParams, USUAL_DAYS), job }
  const [report, { jobs }, { reasons }] = await Promise.all([
    api('GET /reports', { query, signal: request.signal }),
    api('GET /jobs', { background: true }),
    api('GET /decline-reasons', { background: true }),
  ])
  return { report, jobs, reasons, job: job ?? null }
}

interface Shown {
  report: Report
  /** The inbox with these filters. */
  list: ReturnType<typeof inboxOf>
  jobName(key: string): string
}

export function Component() {
  const { report, job } = useLoaderData<typeof loader>()
  const { reports: texts } = useTexts()
  const jobName = useJobName()
  const shown = { report, list: inboxOf(report, job), jobName }
  return (
    <>
      <Head title={texts.title} note={texts.note} actions={<Choices />} />
      <Body>
        {report.applied === 0 ? (
          <Empty fill="hollow" title={texts.empty} text={texts.emptyText} />
        ) : (
          <>
            <Overview {...shown} />
            <PlotColumns>
              <div>
                <Funnel {...shown} />
                <Arrivals {...shown} job={job} />
                <FirstAnswers {...shown} />
                <Hires {...shown} />
              </div>
              <div>
                <Jobs {...shown} />
                <Declined {...shown} />
                <Sources {...shown} />
                <HeardOf {...shown} />
              </div>
            </PlotColumns>
          </>
        )}
        <Definitions terms={Object.values(texts.terms)} />
      </Body>
    </>
  )
}

function useJobName() {
  const { jobs } = useLoaderData<typeof loader>()
  const { submissions: words, language } = useTexts()
  const names = new Map(jobs.map(({ id, title }) => [String(id), title[language]]))
  return (key: string) => {
    if (key === 'general') return words.general
    return key === 'internship' ? words.kinds['internship-application'] : (names.get(key) ?? key)
  }
}

function Choices() {
  const { report, jobs } = useLoaderData<typeof loader>()
  const { reports: texts, submissions: words, language } = useTexts()
  const [address, change] = useFilters()
  return (
    <PeriodChoices shown={report} usualDays={USUAL_DAYS} periods={texts.periods}>
      <Filter
        label={texts.allJobs}
        value={address.get('job')}
        onChange={(job) => change({ job })}
        options={[
          ...jobs.map(({ id, title }) => [String(id), title[language]] as const),
          ['general', words.general],
          ['internship', words.kinds['internship-application']],
        ]}
      />
    </PeriodChoices>
  )
}

function Overview({ report, list }: Shown) {
  const { reports: texts, say, formats } = useTexts()
  const { applied, before, firstAnswer, hired, hiredMedian, open, unanswered } = report
  const { late, answered, median } = firstAnswer
  const daysOf = (days: number | null) => (days === null ? undefined : say('reports.days', { count: days }))
  const figureOf = (days: number | null) => (days === null ? null : formats.number(days))
  return (
    <BigFigures>
      <BigFigure
        figure={formats.number(applied)}
        label={texts.applicants}
        note={before === null ? undefined : say('reports.before', { count: before })}
        to={list()}
      />
      <BigFigure
        figure={figureOf(median)}
        unit={daysOf(median)}
        label={texts.toFirstAnswer}
        note={say('reports.late', { late, answered })}
        to={list({ answer: DAYS_OF_ANSWER })}
      />
      <BigFigure
        figure={figureOf(hiredMedian)}
        unit={daysOf(hiredMedian)}
        label={say('reports.toHire', { count: hired })}
        note={texts.fromReceived}
        to={list({ stage: 'hired' })}
      />
      <BigFigure
        figure={formats.number(open)}
        label={texts.open}
        note={say('reports.unanswered', { count: unanswered })}
        to={list({ stage: OPEN_STAGES })}
      />
    </BigFigures>
  )
}

const DAYS_OF_ANSWER = ['0', '1', '2', '3', '4', '5', '6', '7']

function Funnel({ report, list }: Shown) {
  const { reports: texts, submissions: words, say } = useTexts()
  const { reached, declined, withdrawn, open } = report
  const nameOf = (stage: (typeof reached)[number]['stage']) => (stage === 'new' ? texts.received : words.stages[stage])
  const per = countPerDot(
    reached.map(({ count }) => count),
    MAX_DOTS_IN_FUNNEL,
  )
  return (
    <Plot
      title={texts.funnel}
      per={per}
      csv={{
        name: 'funnel',
        rows: [[texts.column, texts.count], ...reached.map((each) => [nameOf(each.stage), each.count])],
      }}
    >
      <FunnelSteps
        per={per}
        steps={reached.map(({ stage, count }, place) => ({
          key: stage,
          label: nameOf(stage),
          count,
          to: list({ reached: stage }),
          note: place > 0 && (
            <>
              <Share count={count} of={reached[place - 1]?.count ?? 0} /> {texts.ofThose}
            </>
          ),
        }))}
      />
      <p className="muted small">
        {say('reports.ended', { declined: declined.reduce((all, { count }) => all + count, 0), withdrawn, open })}
      </p>
    </Plot>
  )
}

function Arrivals({ report, list, job }: Shown & { job: string | null }) {
  const { reports: texts } = useTexts()
  const { arrivals, unit } = report
  return (
    <OverTime
      title={texts.arrivals}
      name={`applicants-by-${unit}${job ? `-${job}` : ''}`}
      columns={[texts.applied]}
      periods={arrivals.map(({ from, until, applied }) => ({
        ...{ from, until, counts: [applied] },
        to: list({ since: from, until }),
      }))}
    />
  )
}

function FirstAnswers({ report, list }: Shown) {
  const { reports: texts, say, formats } = useTexts()
  const { days, answered, late, ninetieth } = report.firstAnswer
  const per = countPerDot(days, MAX_DOTS_IN_COLUMN)
  const last = days.length - 1
  const nameOf = (day: number) =>
    day === 0 ? texts.sameDay : day === last ? say('reports.dayOrMore', { day }) : formats.number(day)
  return (
    <Plot
      title={texts.firstAnswer}
      per={per}
      csv={{
        name: 'first-answer',
        rows: [[texts.daysAfter, texts.count], ...days.map((count, day) => [nameOf(day), count])],
      }}
    >
      <ol className={styles.answers}>
        {days.map((count, day) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the day
          <li key={day}>
            <DotColumns counts={[count]} per={per} />
            <Figure count={count} to={list({ answer: String(day) })} />
            <span className="muted small">{nameOf(day)}</span>
          </li>
        ))}
      </ol>
      <p className="small">
        {say('reports.inTime', { count: answered - late })} · <Figure count={late} to={list({ answer: 'late' })} />{' '}
        {texts.lateOnes}
      </p>
      {ninetieth !== null && <p className="muted small">{say('reports.ninetieth', { days: Math.ceil(ninetieth) })}</p>}
    </Plot>
  )
}

function Hires({ report, list, jobName }: Shown) {
  const { reports: texts, formats } = useTexts()
  const { hired, hiredMedian, hiredAfter } = report
  if (hired === 0) return null
  const longest = Math.max(...hiredAfter.map(({ days }) => days), 1)
  const counts = Array.from({ length: Math.min(longest, MAX_COLUMNS) + 1 }, () => 0)
  for (const { days, count } of hiredAfter) {
    const column = longest > MAX_COLUMNS ? Math.floor((days / longest) * MAX_COLUMNS) : days
    counts[column] = (counts[column] ?? 0) + count
  }
  const per = countPerDot(counts, MAX_DOTS_IN_COLUMN)
  const jobs = report.jobs.filter((each) => each.hired > 0)
  const median = (days: number | null) => (days === null ? <TooFew /> : formats.number(days))
  return (
    <Plot
      title={texts.hire}
      per={per}
      csv={{
        name: 'time-to-hire',
        rows: [
          [texts.job, texts.hired, texts.median],
          ...jobs.map((each) => [jobName(each.job), each.hired, each.hiredMedian]),
          [texts.allJobs, hired, hiredMedian],
        ],
      }}
    >
      <ColumnsOnAxis counts={counts} per={per} from={formats.number(0)} until={formats.number(longest)} />
      <Table caption={texts.hire} columns={[texts.job, texts.hired, texts.median]}>
        {jobs.map((each) => (
          <tr key={each.job}>
            <td>
              <bdi>{jobName(each.job)}</bdi>
            </td>
            <td>
              <Figure count={each.hired} to={inboxOf(report, each.job)({ stage: 'hired' })} />
            </td>
            <td>{median(each.hiredMedian)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{texts.allJobs}</th>
          <td>
            <Figure count={hired} to={list({ stage: 'hired' })} />
          </td>
          <td>{median(hiredMedian)}</td>
        </tr>
      </Table>
    </Plot>
  )
}

const MAX_COLUMNS = 90

function Jobs({ report, jobName }: Shown) {
  const { reports: texts } = useTexts()
  return (
    <BarPlot
      title={texts.byJob}
      name="applicants-by-job"
      columns={[texts.job, texts.applied, texts.inProgress, texts.hired]}
      bars={report.jobs.map(({ job, applied, open, hired }) => ({
        ...{ key: job, name: jobName(job), count: applied, open },
        cells: [jobName(job), applied, open, hired],
        to: inboxOf(report, job)(),
      }))}
    >
      <p className="muted small">
        ◆ {texts.closed} · ◇ {texts.inProgress}
      </p>
    </BarPlot>
  )
}

/** Of jobs whose reasons the person may not see. */
const HIDDEN = 'hidden'

function Declined({ report, list }: Shown) {
  const { reasons } = useLoaderData<typeof loader>()
  const { reports: texts, language } = useTexts()
  const names = new Map(reasons.map(({ id, name }) => [id, name[language]]))
  return (
    <CountBars
      title={texts.declined}
      name="decline-reasons"
      counts={report.declined}
      nameOf={(key) => (key === HIDDEN ? texts.hiddenReason : key ? (names.get(key) ?? key) : texts.noReason)}
      toOf={(key) => list({ stage: 'declined', ...(key !== HIDDEN && { reason: key || 'none' }) })}
    />
  )
}

function HeardOf({ report, list }: Shown) {
  const { reports: texts, submission } = useTexts()
  return (
    <CountBars
      title={texts.heardOf}
      name="heard-of"
      counts={report.heardOf}
      nameOf={(key) => submission.heardOf[key as keyof typeof submission.heardOf] ?? key}
      toOf={(key) => list({ heard: key })}
    />
  )
}

interface CountBarsProps {
  title: string
  name: string
  counts: { key: string; count: number }[]
  nameOf(key: string): string
  toOf(key: string): string
}

function CountBars({ title, name, counts, nameOf, toOf }: CountBarsProps) {
  const { reports: texts } = useTexts()
  if (counts.length === 0) return null
  return (
    <BarPlot
      title={title}
      name={name}
      columns={[texts.column, texts.count]}
      bars={counts.map(({ key, count }) => ({ key, name: nameOf(key), count, to: toOf(key) }))}
    />
  )
}

function Sources({ report, list }: Shown) {
  const { reports: texts, submission, say } = useTexts()
  const { sources, sourceCount } = report
  const nameOf = (source: string) => (source ? nameOfSource(source, submission.sourceNames) : texts.unknown)
  const per = countPerDot(
    sources.map(({ applied }) => applied),
    MAX_DOTS_IN_BAR,
  )
  return (
    <Plot
      title={texts.sources}
      per={per}
      csv={{
        name: 'sources',
        rows: [
          [texts.source, texts.applied, texts.interview, texts.hired],
          ...sources.map(({ source, applied, interview, hired }) => [nameOf(source), applied, interview, hired]),
        ],
      }}
    >
      <Table caption={texts.sources} columns={[texts.source, texts.applied, texts.interview, texts.share, texts.hired]}>
        {sources.map(({ source, applied, interview, hired }) => {
          const from = { source: source || 'none' }
          return (
            <tr key={source}>
              <td>
                <bdi>{nameOf(source)}</bdi>
                <Dots count={applied} per={per} />
              </td>
              <td>
                <Figure count={applied} to={list(from)} />
              </td>
              <td>
                <Figure count={interview} to={list({ ...from, reached: 'interview' })} />
              </td>
              <td>
                <Share count={interview} of={applied} />
              </td>
              <td>
                <Figure count={hired} to={list({ ...from, stage: 'hired' })} />
              </td>
            </tr>
          )
        })}
      </Table>
      {sourceCount > sources.length && (
        <p className="muted small">{say('reports.sourcesCut', { count: sources.length, all: sourceCount })}</p>
      )}
    </Plot>
  )
}
