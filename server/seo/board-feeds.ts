import { endpoints } from '#contract/endpoints.ts'
import type { Job } from '#contract/entities.ts'
import { addressOfJob } from '#contract/page-addresses.ts'
import { type WithProse, withProse } from '#contract/with-prose.ts'
import { permanentAddress } from '#site/addresses.ts'
import { descriptionInHtml, experienceSentence } from '#site/structured-data/job-description.ts'
import type { Texts } from '#texts/index.ts'
import { LANGUAGES, type Language, localeOf } from '#texts/languages.ts'
import { createTranslator } from '#texts/translator.ts'
import type { Source } from './source.ts'
import { cdata, element, XML_DECLARATION } from './xml.ts'

/** One open job in one language: boards take a job in two languages for two jobs. */
interface BoardEntry {
  job: WithProse<Job>
  requisition: string
  reference: string
  language: Language
  company: string
  texts: Texts
  url: string
  email: string
  /** Stands in for a remote job's place where a board requires one. */
  office: { city: string; country: string }
}

async function boardEntries({ publicUrl, callApiIn, textsIn, searchAndShareOf }: Source): Promise<BoardEntry[]> {
  const ofLanguages = LANGUAGES.map(async (language) => {
    const callApi = callApiIn(language)
    const [{ data }, { email, city, country }] = await Promise.all([
      callApi(endpoints.jobs),
      callApi(endpoints.contactInfo),
    ])
    const jobs = await Promise.all(data.map(withProse))
    const texts = textsIn(language)
    return jobs.flatMap((job): BoardEntry[] => {
      const { requisition } = job
      if (!requisition || !(job.remote || (job.city && job.region))) return []
      if (searchAndShareOf(addressOfJob(job), language).isUnlisted) return []
      return [
        {
          job,
          requisition,
          reference: `${requisition}-${language.toUpperCase()}`,
          language,
          company: texts.shell.companyName,
          texts,
          url: publicUrl + permanentAddress(addressOfJob(job), language),
          email: job.contact_email ?? email,
          office: { city, country },
        },
      ]
    })
  })
  return (await Promise.all(ofLanguages)).flat()
}

/** Forms send the word along: the board that an applicant came by. */
const withSource = (url: string, source: string) => `${url}?source=${source}`

type Fields = Record<string, string | undefined>

export async function indeedFeed(source: Source, now: Date): Promise<string> {
  const entries = await boardEntries(source)
  return feed({
    publisher: source.textsIn('en').shell.companyName,
    publisherurl: source.publicUrl,
    lastBuildDate: now.toUTCString(),
    jobs: entries.map((entry) => written(indeedFields(entry))),
  })
}

const INDEED_JOB_TYPES: Record<Job['employment_type'], string> = {
  FULL_TIME: 'fulltime',
  PART_TIME: 'parttime',
  CONTRACTOR: 'contract',
  TEMPORARY: 'temporary',
  INTERN: 'internship',
}

function indeedFields(entry: BoardEntry): Fields {
  const { job, texts, reference, requisition, company, url, email } = entry
  const { education } = texts['career-apply']
  return {
    title: job.title,
    date: job.posted_on,
    referencenumber: reference,
    requisitionid: requisition,
    url: withSource(url, 'Indeed'),
    company,
    sourcename: company,
    city: job.remote ? 'Remote' : job.city?.name,
    state: job.remote ? '' : (job.region ?? undefined),
    country: job.country,
    postalcode: job.remote ? '' : (job.postal_code ?? undefined),
    streetaddress: job.street ?? undefined,
    email,
    // Indeed takes HTML without entities.
    description: descriptionInHtml(job, texts['career-apply']).replaceAll('&amp;', '&'),
    salary: job.salary ? indeedSalary(job.salary) : undefined,
    education: job.education ? education[job.education] : undefined,
    jobtype: INDEED_JOB_TYPES[job.employment_type],
    category: job.team?.name,
    experience: experienceOf(entry),
    expirationdate: job.closes_on,
    remotetype: job.remote ? 'Fully remote' : undefined,
  }
}

function indeedSalary({ minimum, maximum, currency, period }: NonNullable<Job['salary']>) {
  const amounts = minimum === maximum ? [minimum] : [minimum, maximum]
  return `${amounts.map((amount) => `${currency} ${amount}`).join(' - ')} per ${period.toLowerCase()}`
}

function experienceOf({ job, language, texts: messages }: BoardEntry) {
  if (!job.experience) return undefined
  const sentence = createTranslator({ locale: localeOf(language), messages, namespace: 'career-apply' })
  const [key, values] = experienceSentence(job.experience, messages['career-apply'])
  return sentence(key, values as never)
}

export async function linkedinFeed(source: Source, companyId: string, now: Date): Promise<string> {
  const entries = await boardEntries(source)
  return feed({
    publisher: source.textsIn('en').shell.companyName,
    publisherUrl: source.publicUrl,
    lastBuildDate: now.toUTCString(),
    expectedJobCount: String(entries.length),
    jobs: entries.map((entry) => written(linkedinFields(entry, companyId)) + linkedinSalary(entry.job)),
  })
}

const LINKEDIN_JOB_TYPES: Record<Job['employment_type'], string> = {
  FULL_TIME: 'FULL_TIME',
  PART_TIME: 'PART_TIME',
  CONTRACTOR: 'CONTRACT',
  TEMPORARY: 'CONTRACT',
  INTERN: 'INTERNSHIP',
}

const LINKEDIN_WORKPLACES = { on_site: 'On-site', hybrid: 'Hybrid', remote: 'Remote' }

const LINKEDIN_LEVELS = {
  internship: 'INTERNSHIP',
  entry: 'ENTRY_LEVEL',
  associate: 'ASSOCIATE',
  mid_senior: 'MID_SENIOR_LEVEL',
  director: 'DIRECTOR',
  executive: 'EXECUTIVE',
}

function linkedinFields(
  { job, reference, language, company, texts, url, email, office }: BoardEntry,
  companyId: string,
): Fields {
  const city = job.city?.name ?? office.city
  const countryName = new Intl.DisplayNames(localeOf(language), { type: 'region' }).of(job.country) ?? job.country
  return {
    partnerJobId: reference,
    company,
    title: job.title,
    description: descriptionInHtml(job, texts['career-apply']),
    applyUrl: withSource(url, 'LinkedIn'),
    companyId,
    location: `${city}, ${countryName}`,
    city,
    state: job.region ?? undefined,
    country: job.country,
    postalCode: job.postal_code ?? undefined,
    workplaceTypes: job.workplace ? LINKEDIN_WORKPLACES[job.workplace] : undefined,
    posterEmail: email,
    experienceLevel: job.experience ? LINKEDIN_LEVELS[job.experience.level] : 'NOT_APPLICABLE',
    jobtype: LINKEDIN_JOB_TYPES[job.employment_type],
    listDate: job.posted_on,
    expirationDate: job.closes_on,
  }
}

const PERIODS = { HOUR: 'HOURLY', DAY: 'DAILY', WEEK: 'WEEKLY', MONTH: 'MONTHLY', YEAR: 'YEARLY' }

/** LinkedIn takes whole amounts. */
function linkedinSalary({ salary }: Job) {
  if (!salary) return ''
  const end = (name: string, amount: number) =>
    `<${name}>${written({ amount: String(Math.round(amount)), currencyCode: salary.currency })}</${name}>`
  const range = end('highEnd', salary.maximum) + end('lowEnd', salary.minimum)
  return `<salaries><salary>${range}${written({ period: PERIODS[salary.period], type: 'BASE_SALARY' })}</salary></salaries>`
}

function feed({ jobs, ...head }: Record<string, string | string[]> & { jobs: string[] }) {
  const about = Object.entries(head).map(([name, text]) => element(name, text as string))
  return `${XML_DECLARATION}<source>\n${about.join('\n')}\n${jobs.map((job) => `<job>${job}</job>`).join('\n')}\n</source>\n`
}

const written = (fields: Fields) =>
  Object.entries(fields)
    .map(([name, text]) => (text === undefined ? '' : `<${name}>${cdata(text)}</${name}>`))
    .join('')

const OJOBPUB_JOB_TYPES: Record<Job['employment_type'], string> = {
  FULL_TIME: 'permanent',
  PART_TIME: 'permanent',
  CONTRACTOR: 'contract',
  TEMPORARY: 'temporary',
  INTERN: 'internship',
}

const OJOBPUB_LEVELS: Partial<Record<keyof typeof LINKEDIN_LEVELS, string>> = {
  entry: 'junior',
  associate: 'mid',
  mid_senior: 'senior',
  director: 'director',
  executive: 'executive',
}

const OJOBPUB_MAX_NAME = 255
const OJOBPUB_MAX_DESCRIPTION = 1000

export async function openJobPublication(source: Source, now: Date): Promise<string> {
  const entries = await boardEntries(source)
  const office = await source.callApiIn('en')(endpoints.contactInfo)
  return JSON.stringify({
    version: '1.0',
    lastUpdated: now.toISOString(),
    employer: {
      name: source.textsIn('en').shell.companyName,
      location: { city: office.city, country: office.country },
      url: source.publicUrl,
    },
    jobs: entries.map(({ job, language, reference, url }) => ({
      language,
      publishedAt: job.posted_on,
      applyBefore: job.closes_on,
      category: job.team?.name.slice(0, OJOBPUB_MAX_NAME),
      referenceId: reference,
      title: job.title.slice(0, OJOBPUB_MAX_NAME),
      description: shortened(job.description, OJOBPUB_MAX_DESCRIPTION),
      jobType: OJOBPUB_JOB_TYPES[job.employment_type],
      experienceLevel: job.experience ? OJOBPUB_LEVELS[job.experience.level] : undefined,
      workType: job.workplace?.replace('_', '-'),
      salary: job.salary
        ? {
            min: job.salary.minimum,
            max: job.salary.maximum,
            currency: job.salary.currency,
            interval: PERIODS[job.salary.period].toLowerCase(),
          }
        : undefined,
      locations: [{ city: job.city?.name, country: job.country }],
      url: withSource(url, 'OpenJobPub'),
    })),
  })
}

function shortened(text: string, maxLength: number) {
  if (text.length <= maxLength) return text
  const start = text.slice(0, maxLength)
  return `${start.slice(0, start.lastIndexOf(' '))}…`
}
