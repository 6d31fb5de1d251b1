import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Job } from '#contract/entities.ts'
import { localeOf } from '#texts/languages.ts'
import { MailLink } from '../../components/contact/ways-to-reach.tsx'
import { useDay } from '../../components/prose/day.tsx'
import { useLanguage, useTexts } from '../../page-context.tsx'
import { experienceSentence } from '../../structured-data/job-description.ts'
import styles from './job-facts.module.css'

/** Everything that the structured data says must be readable here. */
export function JobFacts({ job }: { job: Job }) {
  const { facts, education } = useTexts('career-apply')
  const { employment, workplaces } = useTexts('jobs')
  const format = useFormatter()
  const dayOf = useDay()
  const salary = useSalary(job)
  const experience = useExperience(job)
  const place = usePlace(job)
  return (
    <section aria-label={facts.title}>
      <dl className={styles.facts}>
        {job.team && <Fact name={facts.team}>{job.team.name}</Fact>}
        <Fact name={facts.employment}>{employment[job.employment_type]}</Fact>
        {salary && (
          <Fact name={facts.salary} isWide>
            {salary}
          </Fact>
        )}
        {job.workplace && <Fact name={facts.workplace}>{workplaces[job.workplace]}</Fact>}
        <Fact name={facts.seats}>{format.number(job.seats)}</Fact>
        <Fact name={facts.place} isWide>
          <bdi>{place}</bdi>
        </Fact>
        {job.education && <Fact name={facts.education}>{education[job.education]}</Fact>}
        <Fact name={facts.posted}>
          <time dateTime={job.posted_on}>{dayOf(job.posted_on)}</time>
        </Fact>
        {experience && (
          <Fact name={facts.experience} isWide>
            {experience}
          </Fact>
        )}
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

/** A wide fact keeps its line in any font, so nothing moves when the right one arrives. */
function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? styles.wide : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function useSalary({ salary }: Job) {
  const sentence = useTranslations('career-apply')
  const { periods } = useTexts('career-apply')
  const format = useFormatter()
  if (!salary) return undefined
  const { minimum, maximum, currency } = salary
  const period = periods[salary.period]
  const maximumFractionDigits = Number.isInteger(minimum) && Number.isInteger(maximum) ? 0 : 2
  const highest = format.number(maximum, {
    style: 'currency',
    currency,
    currencyDisplay: 'name',
    maximumFractionDigits,
    minimumFractionDigits: maximumFractionDigits,
  })
  return minimum === maximum
    ? sentence('salaryFixed', { amount: highest, period })
    : sentence('salaryRange', { minimum: format.number(minimum), maximum: highest, period })
}

function useExperience({ experience }: Job) {
  const sentence = useTranslations('career-apply')
  const texts = useTexts('career-apply')
  if (!experience) return undefined
  const [key, values] = experienceSentence(experience, texts)
  return sentence(key, values as never)
}

function usePlace({ street, city, region, postal_code, country, location }: Job) {
  const language = useLanguage()
  const format = useFormatter()
  // A code with letters stays as it is; one of digits is written like every other number.
  const code = /^\d+$/.test(postal_code ?? '')
    ? postal_code?.replace(/\d/g, (digit) => format.number(Number(digit)))
    : postal_code
  const countryName = new Intl.DisplayNames(localeOf(language), { type: 'region' }).of(country) ?? country
  const parts = [...(city ? [street, city.name, region, code] : [location]), countryName]
  return parts.filter(Boolean).join(language === 'ar' ? '، ' : ', ')
}
