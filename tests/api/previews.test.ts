import { expect, test } from 'vitest'
import { createRecord, saveDraft } from '#domain/content/drafts.ts'
import { fieldsOfPart } from '#domain/content/parts.ts'
import { endPreviews, PREVIEW_HOURS, previewToken } from '#domain/content/previews.ts'
import { readRecord } from '#domain/content/records.ts'
import { type FieldKind, type Part, SHARED } from '#domain/content/types/definition.ts'
import { CONTENT_TYPES, type ContentType } from '#domain/content/types/index.ts'
import { removePerson } from '#domain/people/people.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { makePerson } from '../support/desk-people.ts'
import { duringTests } from '../support/during-tests.ts'
import { startSite } from '../support/start-site.ts'
import { starterTexts } from '../support/starter-company.ts'

const editing = { author: 'somebody', now: new Date() }

const site = duringTests(startSite)
const database = duringTests(() => openDatabase({ dataDirectory: site.dataFolder }))

const editor = duringTests(() => makePerson(database, 'editor'))

const save = (type: ContentType, id: number, part: Part, fields: object) =>
  database.write(async (queries) => {
    const version = (await readRecord(queries, type, id))?.parts[part].version ?? 0
    await saveDraft(queries, type, id, [{ part, version, fields: fields as never }], editing)
  })

const tokenFor = (type: ContentType, id: number, language: Language, now = new Date()) =>
  previewToken(database, { type, id, language, madeBy: editor.id }, now)

async function open(path: string, token?: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${site.url}${path}${token === undefined ? '' : `?preview=${token}`}`, { headers })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

/** The starter content has no landing pages; tests/api/landing-pages.test.ts previews one. */
const WITH_RECORDS = CONTENT_TYPES.filter((type) => type !== 'landing-pages')

const PAGES: Record<Exclude<ContentType, 'landing-pages'>, { path: string; field: string; draft: string }> = {
  services: { path: '/services-details/1', field: 'title', draft: 'A service nobody knows yet' },
  projects: { path: '/projects-details/1', field: 'title', draft: 'A project nobody knows yet' },
  jobs: { path: '/careerApply/1', field: 'title', draft: 'A job nobody knows yet' },
  categories: { path: '/projects', field: 'name', draft: 'A category nobody knows yet' },
  reviews: { path: '/', field: 'review', draft: 'A review nobody knows yet' },
  team: { path: '/', field: 'role', draft: 'A role nobody knows yet' },
  'contact-info': { path: '/contact', field: 'address', draft: 'An address nobody knows yet' },
  company: { path: '/', field: 'name', draft: 'A name nobody knows yet' },
  prices: { path: '/pricing', field: 'name', draft: 'A plan nobody knows yet' },
  questions: { path: '/faq', field: 'question', draft: 'A question nobody knows yet' },
  testimonials: { path: '/testimonials', field: 'quote', draft: 'A quotation nobody knows yet' },
  notes: { path: '/blog-details', field: 'title', draft: 'A note nobody knows yet' },
  'case-studies': { path: '/case-study-details', field: 'client', draft: 'A client nobody knows yet' },
  navigation: { path: '/faq', field: 'footer_intro', draft: 'An introduction nobody knows yet' },
  'page-home': { path: '/', field: 'hero_title', draft: 'Words of home nobody knows yet' },
  'page-about': { path: '/about', field: 'hero_title', draft: 'Words of about nobody knows yet' },
  'page-services': { path: '/services', field: 'hero_lead', draft: 'Words of services nobody knows yet' },
  'page-internship': { path: '/internship', field: 'hero_title', draft: 'Words of internship nobody knows yet' },
  'page-jobs': { path: '/jobs', field: 'search_title', draft: 'Words of jobs nobody knows yet' },
  'page-contact': { path: '/contact', field: 'hero_title', draft: 'Words of contact nobody knows yet' },
  'page-team': { path: '/team', field: 'join_title', draft: 'Words of team nobody knows yet' },
  'page-pricing': { path: '/pricing', field: 'hero_title', draft: 'Words of pricing nobody knows yet' },
  'page-faq': { path: '/faq', field: 'hero_title', draft: 'Words of faq nobody knows yet' },
  'page-testimonials': { path: '/testimonials', field: 'hero_title', draft: 'Words of testimonials nobody knows yet' },
  'page-case-study': { path: '/case-study', field: 'hero_before', draft: 'Words of case-study nobody knows yet' },
  'page-blog': { path: '/blog', field: 'hero_title', draft: 'Words of blog nobody knows yet' },
  'page-terms-conditions': {
    path: '/terms-conditions',
    field: 'heading_title',
    draft: 'Words of terms-conditions nobody knows yet',
  },
  'page-privacy-policy': {
    path: '/privacy-policy',
    field: 'heading_title',
    draft: 'Words of privacy-policy nobody knows yet',
  },
}

test.each(WITH_RECORDS)('%s: the page shows the draft with the link, and only with it', async (type) => {
  const { path, field, draft } = PAGES[type]
  const before = await open(path)
  await save(type, 1, 'en', { [field]: draft })
  const preview = await open(path, await tokenFor(type, 1, 'en'))
  expect(preview.status).toBe(200)
  expect(preview.html).toContain(draft)
  expect(Object.fromEntries(preview.headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': expect.stringContaining('noindex'),
    'referrer-policy': 'no-referrer',
  })
  expect(preview.headers.get('set-cookie')).toBeNull()
  const after = await open(path)
  expect(after.html).toBe(before.html)
  expect(after.html).not.toContain(draft)
})

test('is in the language of the link, whichever the visitor has chosen', async () => {
  await save('services', 2, 'ar', { title: 'خدمة لا يعرفها أحد بعد' })
  for (const language of LANGUAGES) {
    const path = `${language === 'ar' ? '/ar' : ''}/services-details/2`
    const cookie = `language=${language === 'ar' ? 'en' : 'ar'}`
    const { html } = await open(path, await tokenFor('services', 2, language), { cookie })
    expect(html).toContain(`<html lang="${language}"`)
    expect(html.includes('خدمة لا يعرفها أحد بعد')).toBe(language === 'ar')
  }
})

test('a record that was never published is shown as far as it is written', async () => {
  const id = await database.write((queries) => createRecord(queries, 'projects', editing))
  await save('projects', id, 'en', { title: 'Half a project' })
  expect((await open(`/projects-details/${id}`)).status).toBe(404)
  const { status, html } = await open(`/projects-details/${id}`, await tokenFor('projects', id, 'en'))
  expect(status).toBe(200)
  expect(html).toContain('Half a project')
})

test.each([
  ['notes', 4, 'body', '/blog-details'],
  ['case-studies', 3, 'body', '/case-study-details'],
  ['testimonials', 9, 'quote', '/testimonials'],
] as const)('of several %s the link opens the one with the draft', async (type, id, field, path) => {
  const draft = `A draft of ${type} in its place`
  await save(type, id, 'en', { [field]: draft })
  expect((await open(path, await tokenFor(type, id, 'en'))).html).toContain(draft)
})

test('a note that has no word for its address yet is shown, too', async () => {
  const id = await database.write((queries) => createRecord(queries, 'notes', editing))
  await save('notes', id, 'shared', { published_on: '2001-01-01' })
  await save('notes', id, 'en', { title: 'Half a note' })
  const { status, html } = await open('/blog-details', await tokenFor('notes', id, 'en'))
  expect(status).toBe(200)
  expect(html).toMatch(/<h1[^>]*>Half a note</)
})

test('a draft that cannot be published is previewed all the same', async () => {
  const impossible: Partial<Record<FieldKind, [unknown, unknown]>> = {
    plain: ['!!', ''],
    date: ['2026-02-30', 'soon'],
    'time-zone': ['Mars/Olympus', null],
    hours: [[{ days: ['Someday'], opens: '25:61', closes: 'noon' }], []],
    number: [-1, 1e300],
    link: ['javascript:alert(1)', null],
    links: [['nowhere'], []],
    target: ['javascript:alert(1)', null],
    mail: ['nobody', null],
    phone: ['no number', null],
  }
  const statuses: Record<string, number> = {}
  for (const type of WITH_RECORDS) {
    const isNew = type === 'jobs' || type === 'projects'
    const id = isNew ? await database.write((queries) => createRecord(queries, type, editing)) : 1
    for (const turn of [0, 1]) {
      const fields = fieldsOfPart(type, SHARED).filter(({ kind }) => impossible[kind])
      await save(type, id, SHARED, Object.fromEntries(fields.map(({ name, kind }) => [name, impossible[kind]?.[turn]])))
      const { status } = await open(PAGES[type].path.replace('1', `${id}`), await tokenFor(type, id, 'en'))
      if (status !== 200) statuses[`${type} ${turn}`] = status
    }
  }
  expect(statuses).toEqual({})
})

test('a link that has expired, was changed or was never given shows nothing', async () => {
  const past = new Date(Date.now() - PREVIEW_HOURS * 60 * 60_000 - 1000)
  const token = await tokenFor('services', 1, 'en')
  const forged = [
    await tokenFor('services', 1, 'en', past),
    token.replace('services.1.', 'services.2.'),
    token.replace(/\.\d{13}\./, '.9999999999999.'),
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    '',
    'x',
    'constructor.1.en.9999999999999.x',
    token.replace('.en.', '.xx.'),
  ]
  for (const each of forged) {
    const { status, html, headers } = await open('/services-details/1', each)
    expect([each, status]).toEqual([each, 404])
    expect(html).not.toContain(PAGES.services.draft)
    expect(headers.get('cache-control')).toBe('no-store')
  }
})

test('a link that was ended shows nothing', async () => {
  await save('services', 3, 'en', { title: 'Ended before anybody looked' })
  const token = await tokenFor('services', 3, 'en')
  expect((await open('/services-details/3', token)).html).toContain('Ended before anybody looked')
  await database.write((queries) => endPreviews(queries, { type: 'services', id: 3 }, new Date()))
  const { status, html } = await open('/services-details/3', token)
  expect(status).toBe(404)
  expect(html).toContain('This link no longer works')
  expect(html).not.toContain('Ended before anybody looked')
  expect(html).not.toContain(token)
  expect((await open('/services-details/3', await tokenFor('services', 3, 'en'))).status).toBe(200)
})

test('the link of a removed editor shows nothing, also not what was written before', async () => {
  const colleague = await makePerson(database, 'editor')
  const token = await previewToken(
    database,
    { type: 'services', id: 2, language: 'en', madeBy: colleague.id },
    new Date(),
  )
  await save('services', 2, 'en', { title: 'Written before the removal' })
  expect((await open('/services-details/2', token)).html).toContain('Written before the removal')
  await database.write((queries) => removePerson(queries, colleague.id, new Date()))
  await save('services', 2, 'en', { title: 'Written after the removal' })
  const { status, html } = await open('/services-details/2', token)
  expect(status).toBe(404)
  expect(html).toContain(starterTexts('en').api.previewEnded.title)
  expect(html).not.toMatch(/Written (before|after) the removal/)
  expect((await open('/services-details/2', await tokenFor('services', 2, 'en'))).html).toContain('Written after')
})

test.each(LANGUAGES)('a link that has ended leads to a page of the site that says so (%s)', async (language) => {
  const prefix = language === 'ar' ? '/ar' : ''
  const { api, 'not-found': notFound } = starterTexts(language)
  // A published page, an unpublished one, one without data, a private one and none.
  for (const path of ['/services-details/1', '/careerApply/77', '/about', '/application/x', '/nowhere']) {
    const { status, html, headers } = await open(prefix + path, 'ended')
    expect([path, status]).toEqual([path, 404])
    const [main = ''] = /<main.*<\/main>/s.exec(html) ?? []
    const text = main.replace(/<[^>]*>/g, '')
    expect(text).toContain(api.previewEnded.title)
    expect(text).toContain(api.previewEnded.detail)
    expect(text).toContain(notFound.home)
    expect(html).toContain(`<title>${api.previewEnded.title}`)
    expect(html).toContain('<meta name="robots" content="noindex"')
    expect(html).toContain('<header')
    expect(Object.fromEntries(headers)).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(headers.get('set-cookie')).toBeNull()
  }
})
