import type { ContactInfo, Job } from '#contract/entities.ts'
import type { WithProse } from '#contract/with-prose.ts'
import { offsetAt } from '#texts/dates-and-numbers.ts'
import { useRoot, useTexts } from '../page-context.tsx'
import { descriptionInHtml } from './job-description.ts'
import { postalAddress, useLogoAddress } from './organization.tsx'
import { StructuredData, type Thing, useAbsoluteAddress } from './structured-data.tsx'

export function JobPostingData({ job }: { job: WithProse<Job> }) {
  const { contactInfo } = useRoot()
  const { companyName } = useTexts('shell')
  const logo = useLogoAddress()
  const headings = useTexts('career-apply')
  const absolute = useAbsoluteAddress()
  return (
    <StructuredData
      thing={{
        '@type': 'JobPosting',
        title: job.title,
        description: descriptionInHtml(job, headings),
        datePosted: job.posted_on,
        validThrough: endOfDay(job.closes_on, contactInfo?.time_zone ?? 'UTC'),
        employmentType: job.employment_type,
        hiringOrganization: {
          '@type': 'Organization',
          name: companyName,
          sameAs: absolute('/'),
          logo,
        },
        identifier: { '@type': 'PropertyValue', name: companyName, value: job.requisition ?? String(job.id) },
        directApply: true,
        totalJobOpenings: job.seats,
        ...(job.remote ? fromAnywhereIn(job) : { jobLocation: workplaceOf(job, contactInfo) }),
        ...(job.salary && { baseSalary: baseSalaryOf(job.salary) }),
        ...(job.education && { educationRequirements: educationOf(job.education) }),
        ...(job.experience && { experienceRequirements: experienceOf(job.experience) }),
      }}
    />
  )
}

function fromAnywhereIn({ country }: Job) {
  return {
    jobLocationType: 'TELECOMMUTE',
    applicantLocationRequirements: { '@type': 'Country', name: country },
  }
}

function workplaceOf({ city, region, street, postal_code, location, country }: Job, contactInfo: ContactInfo | null) {
  const address: Thing = city
    ? {
        '@type': 'PostalAddress',
        ...(street && { streetAddress: street }),
        addressLocality: city.name,
        ...(region && { addressRegion: region }),
        ...(postal_code && { postalCode: postal_code }),
        addressCountry: country,
      }
    : placeAsWorded(location, country, contactInfo)
  return { '@type': 'Place', address }
}

/** The office, where the job is done in its city; otherwise the place as it is worded. */
function placeAsWorded(location: string, country: string, contactInfo: ContactInfo | null): Thing {
  return contactInfo?.country === country && location.includes(contactInfo.city)
    ? postalAddress(contactInfo)
    : { '@type': 'PostalAddress', addressLocality: location, addressCountry: country }
}

function baseSalaryOf({ minimum, maximum, currency, period }: NonNullable<Job['salary']>): Thing {
  const amount = minimum === maximum ? { value: minimum } : { minValue: minimum, maxValue: maximum }
  return { '@type': 'MonetaryAmount', currency, value: { '@type': 'QuantitativeValue', ...amount, unitText: period } }
}

const NOTHING_ASKED = 'no requirements'

function educationOf(education: NonNullable<Job['education']>) {
  if (education === 'none') return NOTHING_ASKED
  return { '@type': 'EducationalOccupationalCredential', credentialCategory: education.replaceAll('_', ' ') }
}

function experienceOf({ months }: NonNullable<Job['experience']>) {
  return months === 0 ? NOTHING_ASKED : { '@type': 'OccupationalExperienceRequirements', monthsOfExperience: months }
}

/** The closing date itself is the last day on which one may apply. */
function endOfDay(day: string, timeZone: string) {
  return `${day}T23:59:59${offsetAt(`${day}T12:00:00Z`, timeZone)}`
}
