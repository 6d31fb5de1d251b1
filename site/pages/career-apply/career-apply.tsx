import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { endpoints } from '#contract/endpoints.ts'
import type { Job } from '#contract/entities.ts'
import { Dot } from '../../brand/dots/dot.tsx'
import { Breadcrumbs } from '../../components/headings/breadcrumbs.tsx'
import { PageHead } from '../../components/headings/page-head.tsx'
import { Paragraphs } from '../../components/prose/paragraphs.tsx'
import { inBrowser, type Needs, onServer } from '../../load.ts'
import { JobPostingData } from '../../structured-data/job-posting.tsx'
import { answerPost, headersOfPost } from '../../submissions/answer-post.server.ts'
import { type OutboxEntry, takeBack } from '../../submissions/outbox.ts'
import type { Beginning } from '../../submissions/use-answers.ts'
import { useSentReference, useSubmission } from '../../submissions/use-form.ts'
import { type PageHandle, useTexts } from '../../texts.tsx'
import styles from './career-apply.module.css'
import { CareerForm } from './career-form.tsx'
import { JobNotFound } from './job-not-found.tsx'
import { SendingPanel } from './sending-panel.tsx'

export const handle: PageHandle = { texts: ['career-apply', 'jobs', 'forms', 'form-errors'], callToAction: false }

const load = async ({ callApi, params }: Needs) => (await callApi(endpoints.job, { id: params.id ?? '' })).data

export const loader = onServer(load)
export const clientLoader = inBrowser(load)
export const action = answerPost
export const headers = headersOfPost

/** Product 4.6: the form gives way to a panel as soon as it is sent, and comes back with every answer when it has to. */
export default function CareerApply() {
  const job = useLoaderData<typeof load>()
  const sentence = useTranslations('career-apply')
  const page = `/careerApply/${job.id}`
  const sentReference = useSentReference('career', page)
  const entry = useSubmission('career', page)
  const [editing, setEditing] = useState<Beginning>()

  const edit = async ({ submission, broken }: OutboxEntry) => {
    setEditing({ answers: submission.answers, cv: submission.cv, broken })
    await takeBack(submission.key)
  }
  const refused = entry?.state === 'refused' && entry.broken ? entry : undefined
  const underWay = entry && !refused ? entry : undefined
  const beginning = refused
    ? { answers: refused.submission.answers, cv: refused.submission.cv, broken: refused.broken }
    : editing

  return (
    <>
      <PageHead
        title={sentence('meta.title', { job: job.title })}
        description={sentence('meta.description', { job: job.title })}
        address={page}
      />
      {underWay || sentReference ? (
        <>
          <Trail>
            <p className={styles.job}>
              <Dot />
              {job.title}
            </p>
          </Trail>
          <SendingPanel entry={underWay} sentReference={sentReference} onEdit={edit} />
        </>
      ) : (
        <>
          <JobPostingData job={job} />
          <Trail>
            <JobHead job={job} />
          </Trail>
          <div className={`wrap ${styles.page}`}>
            <JobText job={job} />
            <CareerForm key={refused ? 'refused' : 'first'} jobId={job.id} page={page} beginning={beginning} />
          </div>
        </>
      )}
    </>
  )
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <JobNotFound error={error} />
}

function Trail({ children }: { children: React.ReactNode }) {
  const { pages } = useTexts('shell')
  const { crumb } = useTexts('career-apply')
  return (
    <div className={`wrap ${styles.head}`}>
      <Breadcrumbs trail={[{ name: pages.home, to: '/' }, { name: pages.jobs, to: '/jobs' }, { name: crumb }]} />
      {children}
    </div>
  )
}

function JobHead({ job }: { job: Job }) {
  const sentence = useTranslations('career-apply')
  const jobs = useTranslations('jobs')
  const { employment } = useTexts('jobs')
  const format = useFormatter()
  const closes = format.dateTime(new Date(`${job.closes_on}T00:00:00Z`), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return (
    <div className={styles.title}>
      <h1 className="d2">{job.title}</h1>
      <div>
        <p className={styles.terms}>
          {jobs('terms', { employment: employment[job.employment_type], place: job.location })}
        </p>
        <p>
          <time dateTime={job.closes_on}>{sentence('closes', { date: closes })}</time>
        </p>
      </div>
    </div>
  )
}

function JobText({ job }: { job: Job }) {
  const texts = useTexts('career-apply')
  return (
    <section className={styles.text} aria-label={job.title}>
      <Paragraphs text={job.description} className={styles.description} />
      {job.requirements.length > 0 && (
        <div className={styles.requirements}>
          <h2 className="d5">{texts.requirements}</h2>
          <ul>
            {job.requirements.map((requirement) => (
              <li key={requirement}>
                <Dot />
                <span>{requirement}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
