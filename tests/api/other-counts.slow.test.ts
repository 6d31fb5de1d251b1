import { createTranslator } from 'use-intl'
import { describe, expect, test } from 'vitest'
import { createRecord, saveDraft } from '#domain/content/drafts.ts'
import { previewToken } from '#domain/content/previews.ts'
import { readRecord } from '#domain/content/records.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { LANGUAGES, type Language, localeOf } from '#texts/languages.ts'
import { addressIn } from '../support/addresses.ts'
import { type ContentEdits, publishOnSite } from '../support/content-folder.ts'
import { makePerson } from '../support/desk-people.ts'
import { duringTests } from '../support/during-tests.ts'
import { startSite } from '../support/start-site.ts'
import { starterPage, starterTexts } from '../support/starter-company.ts'

/** Lists with more or fewer records than the starter content. */

const PUBLIC_URL = 'https://nuqta.example'
const site = duringTests(() => startSite({ PUBLIC_URL }))
const database = duringTests(() => openDatabase({ dataDirectory: site.dataFolder }))

const SERVICES_AT_HOME = 4

const sentencesIn = (language: Language) =>
  createTranslator({ locale: localeOf(language), messages: starterTexts(language) })

const get = (address: string) => fetch(site.url + address)
const textOf = async (address: string) => (await get(address)).text()

type Records = { id?: number }[]
const publish = (edits: ContentEdits) => publishOnSite(site, edits)

/** The wanted number of records; further ones repeat the first. */
const times = (count: number) => (records: Records) =>
  Array.from({ length: count }, (_, index) => records[index] ?? { ...records[0], id: 100 + index })

const categories = (count: number) => () =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: { en: `Kind ${index + 1}`, ar: `نوع ${index + 1}` },
  }))

const doorsIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="(?:\/ar)?\/projectsOverView\/(\d+)"/g)].map(([, id]) => Number(id))
const linkOf = (html: string, rel: 'prev' | 'next') => html.match(new RegExp(`<a [^>]*rel="${rel}"[^>]*>`))?.[0]
const canonicalOf = (html: string) => html.match(/<link rel="canonical" href="([^"]*)"/)?.[1]

describe.each([
  [9, [7, 8, 9]],
  [7, [7]],
])('%i categories', (count, onSecond) => {
  test('are published', () => publish({ 'categories.json': categories(count) }))

  test.each(LANGUAGES)('stand on two pages, six on the first (%s)', async (language) => {
    const at = (plain: string) => addressIn(language, plain)
    const first = await textOf(at('/projects'))
    const second = await textOf(at('/projects?page=2'))
    expect(doorsIn(first)).toEqual([1, 2, 3, 4, 5, 6])
    expect(doorsIn(second)).toEqual(onSecond)
    expect([canonicalOf(first), canonicalOf(second)]).toEqual([
      PUBLIC_URL + at('/projects'),
      `${PUBLIC_URL}${at('/projects')}?page=2`,
    ])
    expect([linkOf(first, 'prev'), linkOf(second, 'next')]).toEqual([undefined, undefined])
    expect(linkOf(first, 'next')).toContain(`href="${at('/projects?page=2')}"`)
    expect(linkOf(second, 'prev')).toContain(`href="${at('/projects')}"`)
    expect(second).toContain(sentencesIn(language)('paged-list.showing', { from: 7, to: count, total: count }))
    expect(first.match(/<title>[^<]*/)).not.toEqual(second.match(/<title>[^<]*/))
    // The heading counts them all.
    for (const html of [first, second])
      expect(html.match(/<h1[^>]*>.*?<\/h1>/s)?.[0]).toContain(count.toLocaleString(language === 'ar' ? 'ar-EG' : 'en'))
  })

  test('a page beyond the last is the last, and the sitemap has the list alone', async () => {
    for (const [asked, page] of [
      ['3', 2],
      ['999', 2],
      ['0', 1],
      ['x', 1],
    ] as const) {
      const response = await get(`/projects?page=${asked}`)
      const html = await response.text()
      expect(response.status).toBe(200)
      expect(canonicalOf(html)).toBe(`${PUBLIC_URL}/projects${page > 1 ? `?page=${page}` : ''}`)
    }
    const sitemap = await textOf('/sitemap.xml')
    expect(sitemap).toContain(`<loc>${PUBLIC_URL}/projects</loc>`)
    expect(sitemap).not.toContain('page=')
  })

  test('a draft of one is previewed on the page that it is on', async () => {
    const id = await database.write((queries) => createRecord(queries, 'categories', EDITING))
    await database.write(async (queries) => {
      const version = (await readRecord(queries, 'categories', id))?.parts.en.version ?? 0
      const parts = [{ part: 'en' as const, version, fields: { name: 'A kind nobody knows yet' } }]
      await saveDraft(queries, 'categories', id, parts, EDITING)
    })
    const { id: madeBy } = await makePerson(database, 'editor')
    const token = await previewToken(database, { type: 'categories', id, language: 'en', madeBy }, new Date())
    expect(await textOf(`/projects?preview=${token}`)).toContain('A kind nobody knows yet')
  })
})

const EDITING = { author: 'somebody', now: new Date() }

test('three categories stand on one page', async () => {
  await publish({})
  const html = await textOf('/projects')
  expect(doorsIn(html)).toEqual([1, 2, 3])
  expect([linkOf(html, 'prev'), linkOf(html, 'next')]).toEqual([undefined, undefined])
})

test.each([
  [1, 'home.services.noteOnAll'],
  [4, 'home.services.noteOnAll'],
  [5, 'home.services.note'],
  [12, 'home.services.note'],
] as const)('with %i services the home page says how many there are', async (total, key) => {
  await publish({ 'services.json': times(total) })
  for (const language of LANGUAGES)
    expect(await textOf(addressIn(language, '/'))).toContain(
      sentencesIn(language)(key, { shown: Math.min(total, SERVICES_AT_HOME), total }),
    )
})

test('how many plans and studies there are is said nowhere, or as it is', async () => {
  await publish({ 'prices.json': times(2), 'case-studies.json': times(1) })
  for (const [address, words] of [
    ['/pricing', /\bthree\b/i],
    ['/ar/pricing', /ثلاث/],
    ['/case-study', /\bfour\b/i],
    ['/ar/case-study', /أربعة/],
  ] as const) {
    const [head = ''] = (await textOf(address)).match(/<title>.*?<meta name="description"[^>]*>/s) ?? []
    expect(head).toMatch(/\S/)
    expect(head).not.toMatch(words)
  }
})

test('the page of the team counts as many people as the company says that it has', async () => {
  await publish({ 'company.json': withMembers(85) })
  for (const language of LANGUAGES)
    expect(await headingOf(addressIn(language, '/team'))).toBe(
      withoutBlanks(sentencesIn(language)('team.title', { total: 85, shown: 9 })),
    )
  await publish({ 'company.json': withMembers(8) })
  for (const language of LANGUAGES)
    expect(await headingOf(addressIn(language, '/team'))).toBe(
      withoutBlanks(starterPage('team', language).words.hero.title),
    )
})

/** Line breaks are a matter of layout. */
const withoutBlanks = (text: string) => text.replace(/\s+/g, '')
const headingOf = async (address: string) =>
  withoutBlanks((await textOf(address)).match(/<h1[^>]*>(.*?)<\/h1>/s)?.[1]?.replace(/<[^>]*>/g, '') ?? '')

// biome-ignore lint/suspicious/noExplicitAny: one record rather than a list
const withMembers = (members: number) => (company: any) => ({
  ...company,
  counters: { ...company.counters, about: { ...company.counters.about, members } },
})
