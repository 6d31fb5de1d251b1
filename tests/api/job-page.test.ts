import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { responses } from '#contract/shapes.ts'
import Database from '#domain/platform/database/sqlite-driver.ts'
import { LANGUAGES, type Language, localeOf } from '#texts/languages.ts'
import { PROMISES, promisesIn } from '#texts/promises.ts'
import { duringTests } from '../support/during-tests.ts'
import { brokenRules, RULE_NAMES } from '../support/job-posting-rules.ts'
import { startSite } from '../support/start-site.ts'
import { STARTER_COMPANY, starterJob, starterTexts } from '../support/starter-company.ts'

const PUBLIC_URL = 'https://www.nuqta.example'
const JOB_IDS = [1, 2, 3, 4, 5, 6]

const site = duringTests(() => startSite({ PUBLIC_URL }))

// biome-ignore lint/suspicious/noExplicitAny: structured data, broken by the tests in ways a type would forbid
type Posting = any

const addressOf = (id: number, language: Language) => `${language === 'ar' ? '/ar' : ''}/careerApply/${id}`
const pageOf = async (id: number, language: Language, url = site.url) =>
  (await fetch(url + addressOf(id, language))).text()

const postingIn = (html: string): Posting =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
    .map(([, text]) => JSON.parse(text as string))
    .find((thing) => thing['@type'] === 'JobPosting')

/** The visible text between header and footer. */
function readText(html: string) {
  const main = /<main[\s>](.*)<\/main>/s.exec(html)?.[1] ?? ''
  return unescaped(main.replace(/<(script|style)[\s>].*?<\/\1>/gs, ' ').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
}

function unescaped(text: string) {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

describe.each(LANGUAGES)('the structured data of a job in %s', (language) => {
  test.each(JOB_IDS)('keeps every rule: job %i', async (id) => {
    expect(brokenRules(postingIn(await pageOf(id, language)))).toEqual([])
  })

  test.each(JOB_IDS)('says nothing that the page does not: job %i', async (id) => {
    const html = await pageOf(id, language)
    const text = readText(html)
    const missing = shownFormsOf(postingIn(html), language).filter(([, shown]) => !text.includes(shown))
    expect(missing).toEqual([])
  })
})

const REMOTE_JOB = 4

test.each(LANGUAGES)('a remote job has no country added to its place (%s)', async (language) => {
  const { facts } = starterTexts(language)['career-apply']
  const { location } = starterJob(REMOTE_JOB)
  const text = readText(await pageOf(REMOTE_JOB, language))
  expect(text).toContain(`${facts.place} ${location[language]} `)
  expect(text).not.toMatch(new RegExp(`${location[language]}[,،]`))
})

/** Each value of the markup as the page shows it. Addresses, logo and types are not facts of the job. */
function shownFormsOf(posting: Posting, language: Language): [where: string, shown: string][] {
  const locale = localeOf(language)
  const { jobs, 'career-apply': texts, shell } = starterTexts(language)
  const number = (value: number) => new Intl.NumberFormat(locale).format(value)
  const day = (date: string) =>
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(`${date.slice(0, 10)}T00:00:00Z`),
    )
  const country = (code: string) => new Intl.DisplayNames(locale, { type: 'region' }).of(code) as string
  const shown: Record<string, (value: never) => string> = {
    title: (value: string) => value,
    datePosted: day,
    validThrough: day,
    employmentType: (value: keyof typeof jobs.employment) => jobs.employment[value],
    'hiringOrganization.sameAs': () => '',
    'hiringOrganization.logo': () => '',
    'hiringOrganization.name': () => '',
    'identifier.name': () => '',
    'identifier.value': (value: string) => value,
    directApply: () => texts.submit,
    totalJobOpenings: number,
    jobLocationType: () => jobs.workplaces.remote,
    'applicantLocationRequirements.name': country,
    'jobLocation.address.streetAddress': (value: string) => value,
    'jobLocation.address.addressLocality': (value: string) => value,
    'jobLocation.address.addressRegion': (value: string) => value,
    'jobLocation.address.postalCode': (value: string) => value.replace(/\d/g, (digit) => number(Number(digit))),
    'jobLocation.address.addressCountry': country,
    'baseSalary.currency': (currency: string) =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        currencyDisplay: 'name',
        maximumFractionDigits: 0,
      }).format(posting.baseSalary.value.maxValue),
    'baseSalary.value.minValue': number,
    'baseSalary.value.maxValue': number,
    'baseSalary.value.unitText': (value: keyof typeof jobs.periods) => jobs.periods[value],
    educationRequirements: () => texts.education.none,
    'educationRequirements.credentialCategory': (value: string) =>
      texts.education[value.replaceAll(' ', '_') as keyof typeof texts.education],
    experienceRequirements: () => (language === 'ar' ? 'دون حدّ أدنى' : 'no minimum'),
    // A dual and a plural express the number in words.
    'experienceRequirements.monthsOfExperience': (value: number) =>
      value === 24 && language === 'ar' ? 'سنتان' : number(value / 12),
  }
  expect(shell.companyName).toBe(posting.hiringOrganization.name)
  return leavesOf(posting).flatMap(([where, value]) => {
    if (where === 'description')
      return unescaped(String(value).replace(/<[^>]*>/g, '\n'))
        .split('\n')
        .map((text) => text.trim())
        .filter(Boolean)
        .map((text): [string, string] => [where, text])
    const form = shown[where]
    if (!form) throw new Error(`The page is not known to show ${where}`)
    return [[where, form(value as never)] as [string, string]]
  })
}

function leavesOf(value: unknown, where = ''): [where: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return [[where, value]]
  return Object.entries(value)
    .filter(([name]) => !name.startsWith('@'))
    .flatMap(([name, inner]) => leavesOf(inner, where ? `${where}.${name}` : name))
}

describe('every rule can be broken, and is then told', () => {
  const mutations: [rule: string, job: number, change: (posting: Posting) => void][] = [
    ['title is a text', 1, (posting) => delete posting.title],
    ['title holds no codes, addresses, dates or pay', 1, (posting) => (posting.title += ' #12')],
    ['description is HTML with paragraphs', 1, (posting) => (posting.description = 'x'.repeat(200))],
    ['description has only elements that are recognised', 1, (posting) => (posting.description += '<div>x</div>')],
    ['description is not the title', 1, (posting) => (posting.description = `<p>${posting.title}</p>`)],
    ['datePosted is a day', 1, (posting) => (posting.datePosted = '2024')],
    ['datePosted has come', 1, (posting) => (posting.datePosted = '2999-01-01')],
    [
      'validThrough is a moment with its offset',
      1,
      (posting) => (posting.validThrough = posting.validThrough.replace(/[+-]\d\d:\d\d$/, 'Z')),
    ],
    ['validThrough is ahead', 1, (posting) => (posting.validThrough = '2020-01-01T23:59:59+02:00')],
    ['hiringOrganization has a name', 1, (posting) => (posting.hiringOrganization.name = ' ')],
    ['hiringOrganization has a site', 1, (posting) => (posting.hiringOrganization.sameAs = '/')],
    ['hiringOrganization has a logo', 1, (posting) => delete posting.hiringOrganization.logo],
    ['identifier has a name and a value', 1, (posting) => (posting.identifier.value = '')],
    ['employmentType is a known word', 1, (posting) => (posting.employmentType = 'full_time')],
    ['directApply is true or false', 1, (posting) => (posting.directApply = 'yes')],
    ['a workplace has a country', 1, (posting) => delete posting.jobLocation.address.addressCountry],
    ['a workplace has a city', 1, (posting) => delete posting.jobLocation.address.addressLocality],
    ['a workplace has a region', 1, (posting) => delete posting.jobLocation.address.addressRegion],
    ['a workplace has a street and a postal code', 1, (posting) => delete posting.jobLocation.address.postalCode],
    ['jobLocationType is TELECOMMUTE or nothing', 4, (posting) => (posting.jobLocationType = 'HYBRID')],
    ['a remote job says from which country', 4, (posting) => delete posting.applicantLocationRequirements],
    ['pay has a currency', 1, (posting) => (posting.baseSalary.currency = 'pounds')],
    ['pay is a value, or a range that grows', 1, (posting) => (posting.baseSalary.value.maxValue = 1)],
    ['pay has a period', 1, (posting) => (posting.baseSalary.value.unitText = 'month')],
    [
      'education is a known credential, or nothing is required',
      3,
      (posting) => (posting.educationRequirements.credentialCategory = 'doctor'),
    ],
    [
      'experience is a number of months, or nothing is required',
      1,
      (posting) => (posting.experienceRequirements.monthsOfExperience = '5 years'),
    ],
  ]

  test('no rule is without one', () => {
    expect(mutations.map(([rule]) => rule)).toEqual(RULE_NAMES)
  })

  test.each(mutations)('%s', async (rule, job, change) => {
    const posting = postingIn(await pageOf(job, 'en'))
    change(posting)
    expect(brokenRules(posting)).toEqual([rule])
  })
})

describe.each(LANGUAGES)('the page of a job in %s', (language) => {
  test('says how long each step of hiring takes, as promised elsewhere', async () => {
    const text = readText(await pageOf(1, language))
    const names = PROMISES.filter((name) => name === 'career-application' || name.startsWith('hiring-'))
    for (const name of names) expect(text).toContain(promisesIn(language, STARTER_COMPANY.promises)[name])
    expect(starterTexts(language)['career-apply'].hiring.steps).toHaveLength(names.length)
  })

  test('says nothing of pay that the company keeps to itself', async () => {
    const html = await pageOf(5, language)
    expect(readText(html)).not.toContain(starterTexts(language)['career-apply'].facts.salary)
    expect(html).not.toMatch(/35,?000|٣٥٬٠٠٠/)
    expect(postingIn(html).baseSalary).toBeUndefined()
  })
})

describe('a job that has closed', () => {
  test('is gone from its page, the sitemap, the feed and the calendar within a minute', async () => {
    const closing = await startSite({ PUBLIC_URL })
    const inDocuments = async () => {
      const documents = await Promise.all(
        ['/sitemap.xml', '/jobs.rss', '/ar/jobs.rss'].map(async (address) =>
          (await fetch(closing.url + address)).text(),
        ),
      )
      return documents.map((text) => text.includes('/careerApply/1<'))
    }
    for (const language of LANGUAGES) expect((await fetch(closing.url + addressOf(1, language))).status).toBe(200)
    expect(await inDocuments()).toEqual([true, true, true])

    const database = new Database(path.join(closing.dataFolder, 'nuqta.sqlite'))
    database.prepare("update published_content set closes_on = '2020-01-01' where type = 'jobs' and id = 1").run()
    database.prepare("update content_version set version = 'after'").run()
    database.close()

    await expect.poll(async () => (await fetch(`${closing.url}/careerApply/1`)).status).toBe(410)
    for (const language of LANGUAGES) {
      const answer = await fetch(closing.url + addressOf(1, language))
      const html = await answer.text()
      expect(answer.status).toBe(410)
      expect(html).toContain('<meta name="robots" content="noindex"')
      expect(postingIn(html)).toBeUndefined()
      expect(readText(html)).toContain(starterTexts(language)['career-apply'].closed.text)
    }
    await expect.poll(inDocuments).toEqual([false, false, false])
    // Shared caches revalidate within the minute.
    for (const address of ['/sitemap.xml', '/jobs.rss']) {
      const { headers } = await fetch(closing.url + address)
      expect(Number(/max-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1])).toBeLessThan(60)
    }
    const reminder = await fetch(`${closing.url}/jobs/1.ics`)
    expect(reminder.status).toBe(410)
    expect(reminder.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(readText(await reminder.text())).toContain(starterTexts('en')['career-apply'].closed.text)
    expect((await fetch(`${closing.url}/careerApply/2`)).status).toBe(200)
    expect((await fetch(`${closing.url}/careerApply/77`)).status).toBe(404)
    await closing.stop()
  })
})

describe('the list of jobs', () => {
  const listed = async (address: string) => {
    const html = await (await fetch(site.url + address)).text()
    const main = /<main[\s>](.*)<\/main>/s.exec(html)?.[1] ?? ''
    const links = [...main.matchAll(/href="(?:\/ar)?\/careerApply\/(\d+)"/g)].map(([, id]) => Number(id))
    return {
      html,
      ids: [...new Set(links)],
      canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&'),
    }
  }

  test.each([
    ['/jobs', JOB_IDS],
    ['/jobs?team=engineering', [1, 2]],
    ['/ar/jobs?team=design', [4, 6]],
    ['/jobs?place=remote', [4]],
    ['/jobs?place=cairo', [1, 2, 3, 5, 6]],
    ['/ar/jobs?kind=contractor', [6]],
    ['/jobs?team=design&place=cairo&kind=contractor', [6]],
    ['/jobs?team=design&kind=full-time', []],
  ])('%s shows the jobs %j', async (address, ids) => {
    const page = await listed(address)
    expect(page.ids).toEqual(ids)
    expect(page.canonical).toBe(PUBLIC_URL + address)
    expect(page.html.includes('<meta name="robots" content="noindex"')).toBe(address !== '/jobs')
  })

  test.each([
    ['/jobs?team=&place=&kind=', '/jobs'],
    ['/jobs?team=nobody', '/jobs'],
    ['/jobs?utm_source=mail&kind=part-time&team=', '/jobs?kind=part-time'],
    ['/ar/jobs?kind=full-time&team=data', '/ar/jobs?team=data&kind=full-time'],
  ])('%s is another spelling of %s', async (address, canonical) => {
    const page = await listed(address)
    expect(page.canonical).toBe(PUBLIC_URL + canonical)
    expect(page.ids).toEqual((await listed(canonical)).ids)
  })

  test('nothing that fits is said so, with a way to all of them', async () => {
    for (const language of LANGUAGES) {
      const { html } = await listed(`${language === 'ar' ? '/ar' : ''}/jobs?team=design&kind=full-time`)
      expect(readText(html)).toContain(starterTexts(language).jobs.noMatch.text)
      expect(html).toContain(starterTexts(language).jobs.filter.clear)
    }
  })

  test('every team, place and kind that can be chosen finds a job', async () => {
    const { html } = await listed('/jobs')
    for (const [, name, options = ''] of html.matchAll(/<select[^>]*name="(\w+)"[^>]*>(.*?)<\/select>/gs)) {
      const values = [...options.matchAll(/<option value="([^"]+)"/g)].map(([, value]) => value)
      expect(values.length).toBeGreaterThan(1)
      for (const value of values) expect((await listed(`/jobs?${name}=${value}`)).ids.length).toBeGreaterThan(0)
    }
  })
})

test('the picture of a shared link names the job', async () => {
  const { data } = responses.jobs.parse(await (await fetch(`${site.url}/api/guest-api/job`)).json())
  for (const { id, title } of data) {
    const html = await pageOf(id, 'en')
    expect(unescaped(/<meta property="og:title" content="([^"]*)"/.exec(html)?.[1] ?? '')).toContain(title)
    expect(/<meta property="og:image" content="([^"]*)"/.exec(html)?.[1]).toContain(
      `/share/en/careerApply/${id}.png?v=`,
    )
  }
})
