import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { endpoints } from '#contract/endpoints.ts'
import type { Job } from '#contract/entities.ts'
import { addressOfJob } from '#contract/page-addresses.ts'
import { type WithProse, withProse } from '#contract/with-prose.ts'
import { addressOfReminder, permanentAddress } from '../../addresses.ts'
import { Dot } from '../../brand/dots/dot.tsx'
import { ButtonAnchor } from '../../components/controls.tsx'
import { Breadcrumbs, SectionHead, Title } from '../../components/headings.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { useDay } from '../../components/prose/day.tsx'
import { Paragraphs } from '../../components/prose/paragraphs.tsx'
import { inBrowser, type Needs, onServer } from '../../load.ts'
import { type PageHandle, useRoot, useTexts } from '../../page-context.tsx'
import { JobPostingData } from '../../structured-data/job-posting.tsx'
import { type OutboxEntry, takeBackToEdit } from '../../submissions/outbox.ts'
import type { InitialValues } from '../../submissions/use-answers.ts'
import { useResult, useSentReference, useSubmission } from '../../submissions/use-form.ts'
import { answerPost, headersOfPost } from '../own-page.ts'
import styles from './career-apply.module.css'
import { CareerForm } from './career-form.tsx'
import hiring from './hiring-steps.module.css'
import { JobFacts } from './job-facts.tsx'
import { JobNotFound } from './job-not-found.tsx'
import { SendingPanel } from './sending-panel.tsx'

export const handle: PageHandle = { texts: ['career-apply', 'jobs', 'forms', 'form-errors'], callToAction: false }

const load = async ({ callApi, params }: Needs) =>
  withProse((await callApi(endpoints.job, { id: params.id ?? '' })).data)

export const loader = onServer(load)
export const clientLoader = inBrowser(load)
export const action = answerPost
export const headers = headersOfPost

/** Product 4.6: a panel replaces the form once it is sent; the form comes back with every answer. */
export default function CareerApply() {
  const job = useLoaderData<typeof load>()
  const sentence = useTranslations('career-apply')
  const page = addressOfJob(job)
  const sentReference = useSentReference('career-application', page)
  const entry = useSubmission('career-application', page)
  const [editing, setEditing] = useState<InitialValues>()

  const edit = async ({ submission, broken }: OutboxEntry) => {
    setEditing({ answers: submission.answers, cv: submission.cv, broken })
    await takeBackToEdit(submission.key)
  }
  const refused = entry?.state === 'refused' && entry.broken ? entry : undefined
  const isCancelled = entry?.state === 'cancelled'
  const underWay = entry && !refused && !isCancelled ? entry : undefined
  const initial = refused
    ? { answers: refused.submission.answers, cv: refused.submission.cv, broken: refused.broken }
    : editing

  return (
    <>
      <PageHead
        title={sentence('meta.title', { job: job.title })}
        result={useResult('career-application', page)}
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
            <JobFacts job={job} />
            <JobText job={job} />
            <HiringSteps />
            <ApplyHeading />
            <CareerForm
              key={refused ? 'refused' : 'first'}
              jobId={job.id}
              page={page}
              initial={initial}
              cancelled={isCancelled ? entry : undefined}
            />
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
      <Breadcrumbs trail={[{ name: pages.jobs, to: '/jobs' }, { name: crumb }]} />
      {children}
    </div>
  )
}

const FORM_ID = 'apply'

function ApplyHeading() {
  const { apply } = useTexts('career-apply')
  return <Title as="h2" size={`d2 ${styles.apply}`} text={apply} id={FORM_ID} />
}

function JobHead({ job }: { job: Job }) {
  const sentence = useTranslations('career-apply')
  const { remind } = useTexts('career-apply')
  const jobs = useTranslations('jobs')
  const { employment, apply } = useTexts('jobs')
  const { language } = useRoot()
  const dayOf = useDay()
  return (
    <div className={styles.title}>
      <h1 className="d2">{job.title}</h1>
      <div>
        <p className={styles.terms}>
          {jobs('terms', { employment: employment[job.employment_type], place: job.location })}
        </p>
        <p>
          <time dateTime={job.closes_on}>{sentence('closes', { date: dayOf(job.closes_on) })}</time>
        </p>
        <div className={styles.acts}>
          <ButtonAnchor href={`#${FORM_ID}`}>{apply}</ButtonAnchor>
          <a className={styles.remind} href={permanentAddress(addressOfReminder(job), language)} download>
            {remind}
          </a>
        </div>
      </div>
    </div>
  )
}

function JobText({ job }: { job: WithProse<Job> }) {
  const texts = useTexts('career-apply')
  return (
    <section className={styles.text} aria-label={job.title}>
      <div className={styles.duties}>
        <h2 className="d5">{texts.duties}</h2>
        <Paragraphs text={job.description} prose={job.prose} className={styles.description} />
      </div>
      <div className={styles.lists}>
        <DottedList title={texts.requirements} items={job.requirements} />
        <DottedList title={texts.benefits} items={job.benefits} />
      </div>
    </section>
  )
}

function DottedList({ title, items }: { title: string; items: string[] }) {
  if (items.length === 0) return null
  return (
    <div>
      <h2 className="d5">{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item}>
            <Dot />
            <span>{item}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** texts/promises.ts says how long each step takes at most. */
function HiringSteps() {
  const { title, note, steps } = useTexts('career-apply').hiring
  return (
    <section className={hiring.hiring}>
      <SectionHead title={title}>
        <p>{note}</p>
      </SectionHead>
      <ol>
        {steps.map((step) => (
          <li key={step.title}>
            <i aria-hidden="true" />
            <h3 className="d5">{step.title}</h3>
            <p className={hiring.days}>{step.days}</p>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
