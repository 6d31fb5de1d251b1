import { data, redirect, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { ApiError } from '#contract/call.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Job } from '#contract/entities.ts'
import { addressOfJob } from '#contract/page-addresses.ts'
import { type WithProse, withProse } from '#contract/with-prose.ts'
import { Seats, seatsOf } from '../../brand/dots/seats.tsx'
import { ChatButton } from '../../components/contact/ways-to-reach.tsx'
import { ButtonLink, PageLink } from '../../components/controls.tsx'
import { PageTitle, PageTrail } from '../../components/headings.tsx'
import { FromIcu, useSalary } from '../../components/jobs/salary.tsx'
import { FeedLink } from '../../components/page-head.tsx'
import { HeadOfPage, PageSections } from '../../components/page-sections.tsx'
import { Note } from '../../components/prose/note.tsx'
import { Paragraphs } from '../../components/prose/paragraphs.tsx'
import { inBrowser, type Needs, onServer } from '../../load.ts'
import { type PageHandle, usePage, usePageContent, usePageNames, useTexts } from '../../page-context.tsx'
import { AlertForm } from '../job-alerts/alert-form.tsx'
import { asksForMore, FilterForm, filtered, filterIn, type JobFilter, queryOf } from './filter-form.tsx'
import styles from './jobs.module.css'

export const handle: PageHandle = { texts: ['jobs'], content: ['about-counters', 'page-jobs'], closing: 'careers' }

const load = async ({ callApi, url }: Needs) => {
  try {
    const { data: open } = await callApi(endpoints.jobs)
    const filter = filterIn(url, open)
    // Any number of such addresses: the page they mean is rendered once.
    if (asksForMore(url, filter)) throw redirect(url.pathname + queryOf(filter))
    const jobs: WithProse<Job>[] | null = await Promise.all(open.map(withProse))
    return data({ jobs, filter })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    console.error('Fetching Error', error)
    return data({ jobs: null, filter: {} }, { status: 503 })
  }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Jobs() {
  const { meta, words } = usePage('jobs')
  const { jobs, filter } = useLoaderData<typeof loader>()
  const query = queryOf(filter)
  return (
    <>
      <HeadOfPage of="jobs" address={`/jobs${query}`} unlisted={query !== ''} />
      <FeedLink name="jobs" title={meta.title} />
      <PageSections
        of="jobs"
        opening={<Openings jobs={jobs} filter={filter} />}
        sections={{ alerts: <AlertForm {...words.alerts} /> }}
      />
    </>
  )
}

function Openings({ jobs, filter }: { jobs: WithProse<Job>[] | null; filter: JobFilter }) {
  const pages = usePageNames()
  const { members: taken } = usePageContent('about-counters')
  return (
    <>
      <PageTrail trail={[{ name: pages.jobs }]} />
      <div className={`wrap ${styles.seats}`}>
        <Seats taken={taken} jobIds={jobs?.map(({ id }) => id) ?? []} lost={!jobs} />
      </div>
      {jobs === null && <Missing kind="failed" to="/jobs" />}
      {jobs?.length === 0 && <Missing kind="empty" to="/internship" />}
      {jobs && jobs.length > 0 && <OpenJobs jobs={jobs} filter={filter} />}
    </>
  )
}

function OpenJobs({ jobs, filter }: { jobs: WithProse<Job>[]; filter: JobFilter }) {
  const { noMatch } = useTexts('jobs')
  const sentences = useTranslations('jobs')
  const { members: taken } = usePageContent('about-counters')
  const seats = seatsOf(
    taken,
    jobs.map(({ id }) => id),
  )
  const found = filtered(jobs, filter)
  const lead = sentences('lead', { open: jobs.length, total: taken + jobs.length, taken })
  return (
    <div className="wrap">
      {found.length > 0 ? (
        <PageTitle title={sentences('title', { count: found.length })} lead={lead} />
      ) : (
        <PageTitle title={noMatch.title} lead={noMatch.text} />
      )}
      <FilterForm jobs={jobs} filter={filter} />
      {found.length > 0 && (
        <ul className={styles.jobs}>
          {found.map((job) => (
            <li key={job.id} className={styles.job}>
              <JobRow job={job} seat={(seats.get(job.id) ?? 0) + 1} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function JobRow({ job, seat }: { job: WithProse<Job>; seat: number }) {
  const texts = useTexts('jobs')
  const sentences = useTranslations('jobs')
  const salary = useSalary(job)
  return (
    <>
      <div className={styles.seat}>
        <i />
        <small>{sentences('seat', { number: seat })}</small>
      </div>
      <div className={styles.title}>
        <h2 className="d4">
          <PageLink to={addressOfJob(job)}>{job.title}</PageLink>
        </h2>
        {salary && (
          <p className={styles.salary}>
            <FromIcu>{salary}</FromIcu>
          </p>
        )}
        <p>{sentences('terms', { employment: texts.employment[job.employment_type], place: job.location })}</p>
      </div>
      <Paragraphs text={job.description} prose={job.prose} className={styles.description} />
      <div className={styles.apply}>
        <ButtonLink to={addressOfJob(job)} aria-label={sentences('applyFor', { title: job.title })}>
          {texts.apply}
        </ButtonLink>
      </div>
    </>
  )
}

function Missing({ kind, to }: { kind: 'empty' | 'failed'; to: string }) {
  const { toInternship, failed } = useTexts('jobs')
  const { openings } = usePage('jobs').words
  const { tryAgain } = useTexts('states')
  const { title, text } = kind === 'empty' ? { ...openings, title: openings.empty } : failed
  return (
    <Note kind={kind} title={title} text={text}>
      <ButtonLink to={to}>{kind === 'empty' ? toInternship : tryAgain}</ButtonLink>
      <ChatButton />
    </Note>
  )
}
