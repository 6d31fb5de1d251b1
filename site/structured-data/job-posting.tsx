import type { ContactInfo, Job } from '#contract/entities.ts'
import { useRoot } from '../root.tsx'
import { postalAddress, useOrganization } from './organization.tsx'
import { StructuredData, type Thing } from './structured-data.tsx'

/** On the page of one open job, which shows all of it and takes applications. A closed job has no page. */
export function JobPostingData({ job }: { job: Job }) {
  const { language, contactInfo } = useRoot()
  const hiringOrganization = useOrganization()
  return (
    <StructuredData
      thing={{
        '@type': 'JobPosting',
        title: job.title,
        description: descriptionOf(job),
        datePosted: job.posted_on,
        validThrough: endOfDay(job.closes_on, contactInfo?.time_zone ?? 'UTC'),
        employmentType: job.employment_type,
        hiringOrganization,
        identifier: { '@type': 'PropertyValue', name: hiringOrganization.name, value: String(job.id) },
        directApply: true,
        totalJobOpenings: job.seats,
        inLanguage: language,
        ...(job.remote ? fromAnywhereIn(job) : { jobLocation: workplaceOf(job, contactInfo) }),
      }}
    />
  )
}

function descriptionOf({ description, requirements }: Job) {
  const paragraphs = description.split(/\n{2,}/).map((paragraph) => `<p>${escaped(paragraph)}</p>`)
  const items = requirements.map((requirement) => `<li>${escaped(requirement)}</li>`)
  return `${paragraphs.join('')}${items.length > 0 ? `<ul>${items.join('')}</ul>` : ''}`
}

function fromAnywhereIn({ country }: Job) {
  return {
    jobLocationType: 'TELECOMMUTE',
    applicantLocationRequirements: { '@type': 'Country', name: country },
  }
}

/** The office, where the job is done in its city; otherwise the place as it is worded. */
function workplaceOf({ location, country }: Job, contactInfo: ContactInfo | null): Thing {
  const isAtTheOffice = contactInfo?.country === country && location.includes(contactInfo.city)
  return {
    '@type': 'Place',
    address: isAtTheOffice
      ? postalAddress(contactInfo)
      : { '@type': 'PostalAddress', addressLocality: location, addressCountry: country },
  }
}

/** The closing date itself is the last day on which one may apply. */
export function endOfDay(day: string, timeZone: string) {
  const noon = new Date(`${day}T12:00:00Z`)
  const zone = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(noon)
    .find(({ type }) => type === 'timeZoneName')
  const offset = zone?.value.slice('GMT'.length) || '+00:00'
  return `${day}T23:59:59${offset}`
}

function escaped(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
