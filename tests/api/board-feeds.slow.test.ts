import path from 'node:path'
import { DOMParser, type Element } from '@xmldom/xmldom'
import { describe, expect, test } from 'vitest'
import { responses } from '#contract/shapes.ts'
import Database from '#domain/platform/database/sqlite-driver.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { duringTests } from '../support/during-tests.ts'
import { startSite } from '../support/start-site.ts'

/** Feeds for job boards, checked against the published rules of each board. */

const PUBLIC_URL = 'https://www.nuqta.example'
const SETTINGS = { PUBLIC_URL, JOB_FEEDS: 'indeed, linkedin ojobpub', LINKEDIN_COMPANY_ID: '1234567' }
const ADDRESSES = ['/feeds/indeed.xml', '/feeds/linkedin.xml', '/.well-known/ojobpub.json']

const site = duringTests(() => startSite(SETTINGS))

const textOf = async (address: string, url = site.url) => (await fetch(url + address)).text()

type Entry = Record<string, string>
type Rules = Record<string, (entry: Entry) => boolean>

async function readXml(address: string) {
  const strict = new DOMParser({
    onError(level, message) {
      throw new Error(`${level}: ${message}`)
    },
  })
  const root = strict.parseFromString(await textOf(address), 'application/xml').documentElement as Element
  const head = fieldsOf(root)
  return { root: root.nodeName, head, jobs: [...root.getElementsByTagName('job')].map((job) => fieldsOf(job)) }
}

/** Elements by their path. */
function fieldsOf(element: Element, before = ''): Entry {
  const fields: Entry = {}
  for (const child of [...element.childNodes].filter(isElement)) {
    if (child.nodeName === 'job') continue
    const name = before + child.nodeName
    if ([...child.childNodes].some(isElement)) Object.assign(fields, fieldsOf(child, `${name}/`))
    else fields[name] = child.textContent ?? ''
  }
  return fields
}

const isElement = (node: { nodeType: number }): node is Element => node.nodeType === 1

const broken = (rules: Rules, entry: Entry) => Object.keys(rules).filter((name) => !rules[name]?.(entry))

const isDay = (text = '') => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
const isMail = (text = '') => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text)
const isText = (text = '') => text.trim() !== ''
const elementsIn = (html = '') => [...html.matchAll(/<\/?(\w+)/g)].map(([, name]) => name as string)
const lettersIn = (html = '') => html.replace(/<[^>]*>/g, '').length

const INDEED: Rules = {
  title: ({ title }) => isText(title) && !/[|#]/.test(title as string),
  date: ({ date }) => isDay(date),
  referencenumber: ({ referencenumber }) => /^[A-Z0-9-]+-(EN|AR)$/.test(referencenumber ?? ''),
  requisitionid: ({ requisitionid }) => isText(requisitionid),
  url: ({ url = '' }) => url.startsWith(PUBLIC_URL) && new URL(url).searchParams.get('source') === 'Indeed',
  company: ({ company }) => isText(company),
  sourcename: ({ sourcename }) => isText(sourcename),
  city: ({ city }) => isText(city),
  state: ({ state, remotetype }) => (remotetype ? state === '' : isText(state)),
  country: ({ country }) => /^[A-Z]{2}$/.test(country ?? ''),
  postalcode: ({ postalcode, remotetype }) => (remotetype ? postalcode === '' : isText(postalcode)),
  streetaddress: ({ streetaddress, remotetype }) => Boolean(remotetype) || isText(streetaddress),
  email: ({ email }) => isMail(email),
  'description is HTML': ({ description }) => /<p>[^<]+<\/p>/.test(description ?? ''),
  'description has known elements': ({ description }) =>
    elementsIn(description).every((name) => /^(b|strong|em|h[1-6]|p|br|ul|li|table|tbody|th|tr|td)$/.test(name)),
  'description has no entities': ({ description }) => !/&(?:amp|quot|nbsp|#)/.test(description ?? ''),
  salary: ({ salary }) =>
    salary === undefined ||
    /^[A-Z]{3} \d+(\.\d+)?( - [A-Z]{3} \d+(\.\d+)?)? per (hour|day|week|month|year)$/.test(salary),
  education: ({ education }) => isText(education),
  jobtype: ({ jobtype }) => /^(fulltime|parttime|contract|temporary|internship)$/.test(jobtype ?? ''),
  experience: ({ experience }) => isText(experience),
  expirationdate: ({ expirationdate, date }) => isDay(expirationdate) && String(expirationdate) > String(date),
  remotetype: ({ remotetype, city }) => (city === 'Remote') === (remotetype === 'Fully remote'),
}

const LINKEDIN: Rules = {
  partnerJobId: ({ partnerJobId = '' }) => isText(partnerJobId) && partnerJobId.length <= 40,
  company: ({ company }) => isText(company),
  title: ({ title }) => isText(title),
  'description is long enough': ({ description }) => lettersIn(description) >= 100,
  'description has known elements': ({ description }) =>
    elementsIn(description).every((name) => /^(b|strong|u|i|br|p|ul|li)$/.test(name)),
  applyUrl: ({ applyUrl }) => applyUrl?.startsWith('https://www.') === true,
  companyId: ({ companyId }) => /^\d+$/.test(companyId ?? ''),
  location: ({ location }) => /^[^,]+, .+$/.test(location ?? ''),
  city: ({ city }) => isText(city),
  state: ({ state, workplaceTypes }) => workplaceTypes === 'Remote' || isText(state),
  country: ({ country }) => /^[A-Z]{2}$/.test(country ?? ''),
  postalCode: ({ postalCode, workplaceTypes }) => workplaceTypes === 'Remote' || isText(postalCode),
  workplaceTypes: ({ workplaceTypes }) => /^(On-site|Hybrid|Remote)$/.test(workplaceTypes ?? ''),
  posterEmail: ({ posterEmail }) => isMail(posterEmail),
  experienceLevel: ({ experienceLevel }) =>
    /^(ENTRY_LEVEL|ASSOCIATE|MID_SENIOR_LEVEL|DIRECTOR|EXECUTIVE|INTERNSHIP|NOT_APPLICABLE)$/.test(
      experienceLevel ?? '',
    ),
  jobtype: ({ jobtype }) => /^(FULL_TIME|PART_TIME|CONTRACT|INTERNSHIP|VOLUNTEER)$/.test(jobtype ?? ''),
  listDate: ({ listDate }) => isDay(listDate),
  expirationDate: ({ expirationDate }) => isDay(expirationDate),
  'salary amounts': (entry) =>
    !entry[`${PAY}period`] ||
    (/^\d+$/.test(entry[`${PAY}lowEnd/amount`] ?? '') &&
      Number(entry[`${PAY}highEnd/amount`]) >= Number(entry[`${PAY}lowEnd/amount`])),
  'salary currency': (entry) =>
    !entry[`${PAY}period`] ||
    ['highEnd', 'lowEnd'].every((end) => /^[A-Z]{3}$/.test(entry[`${PAY}${end}/currencyCode`] ?? '')),
  'salary period': (entry) =>
    /^(|YEARLY|MONTHLY|SEMIMONTHLY|BIWEEKLY|WEEKLY|DAILY|HOURLY|ONCE)$/.test(entry[`${PAY}period`] ?? ''),
  'salary type': (entry) => !entry[`${PAY}period`] || entry[`${PAY}type`] === 'BASE_SALARY',
}
const PAY = 'salaries/salary/'

/** For each rule the field and the change that breaks it. */
const INDEED_MUTATIONS: Record<string, [field: string, value: string]> = {
  title: ['title', 'Engineer | Cairo'],
  date: ['date', 'yesterday'],
  referencenumber: ['referencenumber', '7'],
  requisitionid: ['requisitionid', ''],
  url: ['url', `${PUBLIC_URL}/careerApply/1`],
  company: ['company', ' '],
  sourcename: ['sourcename', ''],
  city: ['city', ' '],
  state: ['state', ''],
  country: ['country', 'Egypt'],
  postalcode: ['postalcode', ''],
  streetaddress: ['streetaddress', ''],
  email: ['email', 'jobs'],
  'description is HTML': ['description', 'plain'],
  'description has known elements': ['description', '<p>x</p><script>x</script>'],
  'description has no entities': ['description', '<p>x &amp; y</p>'],
  salary: ['salary', 'EGP 55k'],
  education: ['education', ''],
  jobtype: ['jobtype', 'Full time'],
  experience: ['experience', ''],
  expirationdate: ['expirationdate', '2001-01-01'],
  remotetype: ['city', 'Remote'],
}

const LINKEDIN_MUTATIONS: Record<string, [field: string, value: string]> = {
  partnerJobId: ['partnerJobId', 'x'.repeat(41)],
  company: ['company', ''],
  title: ['title', ''],
  'description is long enough': ['description', '<p>short</p>'],
  'description has known elements': ['description', `<h2>${'x'.repeat(100)}</h2>`],
  applyUrl: ['applyUrl', 'https://nuqta.example/careerApply/1'],
  companyId: ['companyId', 'nuqta'],
  location: ['location', 'Cairo'],
  city: ['city', ''],
  state: ['state', ''],
  country: ['country', 'Egypt'],
  postalCode: ['postalCode', ''],
  workplaceTypes: ['workplaceTypes', 'remote'],
  posterEmail: ['posterEmail', ''],
  experienceLevel: ['experienceLevel', 'SENIOR'],
  jobtype: ['jobtype', 'FULLTIME'],
  listDate: ['listDate', '16/11/2026'],
  expirationDate: ['expirationDate', ''],
  'salary amounts': [`${PAY}lowEnd/amount`, '55.5'],
  'salary currency': [`${PAY}highEnd/currencyCode`, 'pounds'],
  'salary period': [`${PAY}period`, 'MONTH'],
  'salary type': [`${PAY}type`, ''],
}

describe.each([
  ['Indeed', '/feeds/indeed.xml', 'referencenumber', INDEED, INDEED_MUTATIONS],
  ['LinkedIn', '/feeds/linkedin.xml', 'partnerJobId', LINKEDIN, LINKEDIN_MUTATIONS],
] as const)('the feed for %s', (_board, address, reference, rules, mutations) => {
  test('keeps every rule in every entry', async () => {
    const { root, head, jobs } = await readXml(address)
    expect(root).toBe('source')
    expect(Date.parse(head.lastBuildDate ?? '')).toBeLessThanOrEqual(Date.now())
    expect(jobs.flatMap((job) => broken(rules, job).map((rule) => `${job[reference]}: ${rule}`))).toEqual([])
  })

  test('has each open job once in each language, with a number of its own', async () => {
    const { head, jobs } = await readXml(address)
    const open = responses.jobs.parse(JSON.parse(await textOf('/api/guest-api/job'))).data
    const expected = LANGUAGES.flatMap((language) =>
      open.map(({ requisition }) => `${requisition}-${language.toUpperCase()}`),
    )
    expect(jobs.map((job) => job[reference])).toEqual(expected)
    if (head.expectedJobCount) expect(head.expectedJobCount).toBe(String(jobs.length))
  })

  test.each(Object.keys(rules))('a broken rule is reported: %s', async (rule) => {
    const [first = {}] = (await readXml(address)).jobs
    const [field, value] = mutations[rule] as [string, string]
    expect(broken(rules, { ...first, [field]: value })).toContain(rule)
    expect(broken(rules, first)).toEqual([])
  })

  test('says what the page says, and no pay that is kept', async () => {
    const { jobs } = await readXml(address)
    expect(JSON.stringify(jobs.find((job) => job[reference] === 'J-1001-EN'))).toContain('75000')
    const kept = jobs.filter((job) => job[reference]?.startsWith('J-1005'))
    expect(kept).toHaveLength(2)
    expect(JSON.stringify(kept)).not.toMatch(/35,?000|50,?000|salar/i)
    for (const job of jobs) expect(job.title).toBe(job.title?.trim())
  })
})

test('the open publication is of its schema', async () => {
  const answer = await fetch(`${site.url}/.well-known/ojobpub.json`)
  expect(answer.headers.get('content-type')).toContain('application/json')
  const { version, lastUpdated, employer, jobs, ...others } = await answer.json()
  expect(others).toEqual({})
  expect(version).toBe('1.0')
  expect(new Date(lastUpdated).toISOString()).toBe(lastUpdated)
  expect(employer).toEqual({
    name: expect.stringMatching(/^.{1,255}$/),
    location: { city: expect.any(String), country: expect.stringMatching(/^[A-Z]{2}$/) },
    url: PUBLIC_URL,
  })
  expect(jobs).toHaveLength(12)
  expect(new Set(jobs.map(({ referenceId }: Entry) => referenceId)).size).toBe(12)
  for (const job of jobs) {
    expect(Object.keys(job).filter((name) => !OJOBPUB_FIELDS.includes(name))).toEqual([])
    expect(job).toMatchObject({
      language: expect.stringMatching(/^(en|ar)$/),
      title: expect.stringMatching(/^.{1,255}$/),
      jobType: expect.stringMatching(/^(permanent|contract|internship|apprenticeship|temporary|volunteer|freelance)$/),
      workType: expect.stringMatching(/^(remote|on-site|hybrid)$/),
      experienceLevel: expect.stringMatching(/^(junior|mid|senior|lead|manager|director|executive)$/),
      url: expect.stringContaining(PUBLIC_URL),
    })
    expect(isDay(job.publishedAt) && isDay(job.applyBefore)).toBe(true)
    expect(job.description.length).toBeLessThanOrEqual(1000)
    expect(job.locations[0].country).toMatch(/^[A-Z]{2}$/)
    if (job.salary) {
      expect(job.salary.max).toBeGreaterThanOrEqual(job.salary.min)
      expect(job.salary).toMatchObject({
        currency: expect.stringMatching(/^[A-Z]{3}$/),
        interval: expect.stringMatching(/^(hourly|daily|weekly|monthly|yearly)$/),
      })
    }
  }
})

const OJOBPUB_FIELDS = [
  'language',
  'publishedAt',
  'applyBefore',
  'category',
  'referenceId',
  'title',
  'description',
  'jobType',
  'experienceLevel',
  'workType',
  'salary',
  'locations',
  'url',
]

test('boards get nothing unless the setting is on', async () => {
  const quiet = await startSite({ PUBLIC_URL })
  for (const address of ADDRESSES) expect((await fetch(quiet.url + address)).status).toBe(404)
  await quiet.stop()
})

test('a job that has closed leaves every feed within a minute', async () => {
  const closing = await startSite(SETTINGS)
  const named = async () =>
    Promise.all(ADDRESSES.map(async (address) => (await textOf(address, closing.url)).includes('J-1001')))
  expect(await named()).toEqual([true, true, true])
  const database = new Database(path.join(closing.dataFolder, 'nuqta.sqlite'))
  database.prepare("update published_content set closes_on = '2020-01-01' where type = 'jobs' and id = 1").run()
  database.prepare("update content_version set version = 'after'").run()
  database.close()
  await expect.poll(named).toEqual([false, false, false])
  for (const address of ADDRESSES) {
    const { headers } = await fetch(closing.url + address)
    expect(Number(/max-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1])).toBeLessThan(60)
  }
  await closing.stop()
})
