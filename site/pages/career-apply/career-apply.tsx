import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { endpoints } from '#contract/endpoints.ts'
import type { Job } from '#contract/entities.ts'
import { addressOfJob } from '#contract/page-addresses.ts'
import { type WithProse, withProse } from '#contract/with-prose.ts'
import { localeOf } from '#texts/languages.ts'
import { addressOfReminder, permanentAddress } from '../../addresses.ts'
import { Dot } from '../../brand/dots/dot.tsx'
import { MailLink } from '../../components/contact/ways-to-reach.tsx'
import { ButtonAnchor } from '../../components/controls.tsx'
import { Breadcrumbs, SectionHead, Title } from '../../components/headings.tsx'
import { FromIcu, useSalary } from '../../components/jobs/salary.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { useDay } from '../../components/prose/day.tsx'
import { Paragraphs } from '../../components/prose/paragraphs.tsx'
import { inBrowser, type Needs, onServer } from '../../load.ts'
import {
  type PageHandle,
  useFormats,
  useLanguage,
  usePageNames,
  useRoot,
  useSearchAndShare,
  useTexts,
} from '../../page-context.tsx'
import { experienceSentence } from '../../structured-data/job-description.ts'
import { JobPostingData } from '../../structured-data/job-posting.tsx'
import { useResult } from '../../submissions/use-form.ts'
import { answerPost, headersOfPost } from '../own-page.ts'
import styles from './career-apply.module.css'
import { CareerForm } from './career-form.tsx'
import hiring from './hiring-steps.module.css'
import listed from './job-facts.module.css'
import { JobNotFound } from './job-not-found.tsx'
import { SendingPanel } from './sending-panel.tsx'
import { ShareJob } from './share-job.tsx'
import { useCareerApplication } from './use-career-application.ts'

export const handle: PageHandle = { texts: ['career-apply', 'jobs', 'forms', 'form-errors'], closing: 'careers' }

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
  const { isUnlisted } = useSearchAndShare()
  const { sentReference, underWay, refused, initial, cancelled, edit } = useCareerApplication(page, job)

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
          {!isUnlisted && <JobPostingData job={job} />}
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
              job={job}
              page={page}
              initial={initial}
              cancelled={cancelled}
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
  const pages = usePageNames()
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
  const { remind } = useTexts('career-apply')
  const { apply } = useTexts('jobs')
  const { language } = useRoot()
  return (
    <div className={styles.title}>
      <h1 className="d2">{job.title}</h1>
      <KeyFacts job={job} />
      <div className={styles.acts}>
        <ButtonAnchor href={`#${FORM_ID}`}>{apply}</ButtonAnchor>
        <a className={styles.act} href={permanentAddress(addressOfReminder(job), language)} download>
          {remind}
        </a>
        <ShareJob job={job} />
      </div>
    </div>
  )
}

/** The facts by which a candidate decides whether to read on. */
function KeyFacts({ job }: { job: Job }) {
  const { facts } = useTexts('career-apply')
  const { employment } = useTexts('jobs')
  const dayOf = useDay()
  const salary = useSalary(job)
  return (
    <dl className={listed.keys}>
      {salary && (
        <Fact name={facts.salary}>
          <FromIcu>{salary}</FromIcu>
        </Fact>
      )}
      <Fact name={facts.place}>{job.location}</Fact>
      <Fact name={facts.employment}>{employment[job.employment_type]}</Fact>
      <Fact name={facts.closes}>
        <time dateTime={job.closes_on}>{dayOf(job.closes_on)}</time>
      </Fact>
    </dl>
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

/** With the head, everything that the structured data says must be readable here. */
function JobFacts({ job }: { job: Job }) {
  const { facts, education } = useTexts('career-apply')
  const { workplaces } = useTexts('jobs')
  const format = useFormats()
  const dayOf = useDay()
  const experience = useExperience(job)
  const place = usePlace(job)
  return (
    <section aria-label={facts.title}>
      <dl className={listed.facts}>
        {job.team && <Fact name={facts.team}>{job.team.name}</Fact>}
        {job.workplace && <Fact name={facts.workplace}>{workplaces[job.workplace]}</Fact>}
        {!job.remote && (
          <Fact name={facts.address}>
            <FromIcu>{place}</FromIcu>
          </Fact>
        )}
        {experience && <Fact name={facts.experience}>{experience}</Fact>}
        {job.education && <Fact name={facts.education}>{education[job.education]}</Fact>}
        <Fact name={facts.seats}>{format.number(job.seats)}</Fact>
        <Fact name={facts.posted}>
          <time dateTime={job.posted_on}>{dayOf(job.posted_on)}</time>
        </Fact>
        {job.requisition && (
          <Fact name={facts.number}>
            <bdi dir="ltr">{job.requisition}</bdi>
          </Fact>
        )}
        {job.contact_email && (
          <Fact name={facts.contact}>
            <MailLink address={job.contact_email} />
          </Fact>
        )}
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function useExperience({ experience }: Job) {
  const sentence = useTranslations('career-apply')
  const texts = useTexts('career-apply')
  if (!experience) return undefined
  const [key, values] = experienceSentence(experience, texts)
  return sentence(key, values as never)
}

/** Names of countries come from ICU; a waking page keeps the server's (`FromIcu`). */
function usePlace({ street, city, region, postal_code, country, location }: Job) {
  const language = useLanguage()
  const format = useFormats()
  // A code with letters stays as it is; one of digits is written like every other number.
  const code = /^\d+$/.test(postal_code ?? '')
    ? postal_code?.replace(/\d/g, (digit) => format.number(Number(digit)))
    : postal_code
  const countryName = new Intl.DisplayNames(localeOf(language), { type: 'region' }).of(country) ?? country
  const place = city ? [street, city.name, region, code] : [location]
  // “Remote within Egypt, Egypt” would say it twice.
  const parts = !city && location.includes(countryName) ? place : [...place, countryName]
  return parts.filter(Boolean).join(language === 'ar' ? '، ' : ', ')
}
