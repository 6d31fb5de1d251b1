import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { movableSections, PAGE_NAMES, type SectionPlace, typeOfPage } from '#contract/pages.ts'
import type { Check } from '#domain/content/checks.ts'
import { exportContent } from '#domain/content/export-content.ts'
import { loadContent, loadContentOnce } from '#domain/content/load-content.ts'
import { emptySiteContent, readSiteContent } from '#domain/content/site-content.ts'
import type { Part } from '#domain/content/types/definition.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { bodyOf, editing } from '../../support/content-record.ts'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'
import { starterPage } from '../../support/starter-company.ts'

type Listed = {
  pages: { page: string; address: string; record: { id: number; isPublished: boolean } }[]
  landingPages: { address?: string }[]
  landingPageCount: number
}

const TODAY = '2026-11-19'

describe.each(DATABASES)('the pages in the desk on %s', (name) => {
  const desk = deskOn(name)
  const editor = async () => (await desk.as('editor')).call
  const shown = async (language: Language = 'en') =>
    (await readSiteContent(desk.database.queries, TODAY)).pages[language]
  const sectionsOf = async (call: Caller, type: string) =>
    (await editing(call, type, 1).read()).parts.shared.fields.sections as unknown as SectionPlace[]

  test('every page has its one record, which is published', async () => {
    const { pages } = await bodyOf<Listed>((await editor())('GET /pages'))
    expect(pages.map(({ page }) => page)).toEqual(PAGE_NAMES)
    expect(pages.every(({ record }) => record.id === 1 && record.isPublished)).toBe(true)
  })

  test('landing pages are listed beside them, one without an address too', async () => {
    const call = await editor()
    const before = (await bodyOf<Listed>(call('GET /pages'))).landingPages
    for (const slug of ['listed-fair', '']) {
      const { id } = await bodyOf<{ id: number }>(call('POST /content/:type', { params: { type: 'landing-pages' } }))
      if (slug) await editing(call, 'landing-pages', id).save('shared', { slug })
    }
    const { landingPages, landingPageCount } = await bodyOf<Listed>(call('GET /pages'))
    expect(landingPageCount).toBe(before.length + 2)
    const addresses = landingPages.map(({ address }) => address)
    expect(addresses).toEqual(expect.arrayContaining(['/listed-fair', undefined]))
  })

  test('articles are listed with the cover that their draft has', async () => {
    const call = await editor()
    const covers = async () => {
      const params = { type: 'notes' }
      const { items } = await bodyOf<{ items: { id: number; cover?: object | null }[] }>(
        call('GET /content/:type', { params }),
      )
      return new Map(items.map(({ id, cover }) => [id, cover]))
    }
    expect((await covers()).get(1)).toBeNull()
    const address = '/media/abcdefghijklmnop/uploads/900x600-22/900.webp'
    await editing(call, 'notes', 1).save('shared', { cover: { en: address, ar: address } })
    expect((await covers()).get(1)).toMatchObject({ id: 'abcdefghijklmnop', width: 900, height: 600 })
  })

  test.each(['reader', 'recruiter'] as const)('a %s sees no pages and changes none', async (role) => {
    const { call } = await desk.as(role)
    expect((await call('GET /pages')).status).toBe(403)
    const params = { type: 'page-home', id: '1' }
    const body = { parts: [{ part: 'en' as const, version: 1, fields: { hero_title: 'Mine' } }] }
    expect((await call('PUT /content/:type/:id', { params, body })).status).toBe(403)
  })

  test('words, order and hidden sections reach the site once they are published', async () => {
    const call = await editor()
    const home = editing(call, 'page-home', 1)
    const before = await shown()
    const places = await sectionsOf(call, 'page-home')
    const moved = [...places.slice(1), places[0] as SectionPlace].map((place) => ({
      ...place,
      is_shown: place.name !== 'reviews',
    }))
    await home.save('en', { hero_title: 'Two lines,\nas written' })
    await home.save('ar', { hero_title: 'سطران\nكما كُتبا' })
    await home.save('shared', { sections: moved })
    expect(await shown()).toEqual(before)

    expect((await home.publish('shared', 'en', 'ar')).status).toBe(200)
    const { 'page-home': english } = await shown()
    const { 'page-home': arabic } = await shown('ar')
    expect(english.words.hero.title).toBe('Two lines,\nas written')
    expect(arabic.words.hero.title).toBe('سطران\nكما كُتبا')
    const order = moved.map((place) => place.name).filter((section) => section !== 'reviews')
    expect([english.sections, arabic.sections]).toEqual([order, order])
    expect(english.words).not.toHaveProperty('reviews')
  })

  test('a list that lacks sections is completed, in their usual places', async () => {
    const call = await editor()
    const about = editing(call, 'page-about', 1)
    expect((await about.save('shared', { sections: [{ name: 'process', is_shown: false }] })).status).toBe(200)
    const places = await sectionsOf(call, 'page-about')
    expect(places.map(({ name }) => name).toSorted()).toEqual(movableSections('about').toSorted())
    expect(places.find(({ name }) => name === 'process')).toEqual({ name: 'process', is_shown: false })
    await about.publish('shared')
    expect((await shown())['page-about'].sections).not.toContain('process')
  })

  test.each<[string, unknown]>([
    ['an unknown section', [{ name: 'constructor', is_shown: true }]],
    ['the opening', [{ name: 'hero', is_shown: false }]],
    ['one section twice', [1, 2].map(() => ({ name: 'tiles', is_shown: true }))],
    ['a needed section that is hidden', [{ name: 'application', is_shown: false }]],
    ['another shape', [{ name: 'tiles', is_shown: 'yes', more: 1 }]],
    ['no list', 'tiles'],
  ])('refuses %s', async (_, sections) => {
    const response = await editing(await editor(), 'page-internship', 1).save('shared', { sections })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ errors: { 'shared.sections': ['invalid'] } })
  })

  test('braces, markup and half characters of a marketer are plain words', async () => {
    const contact = editing(await editor(), 'page-contact', 1)
    const hostile = `{count, plural, one {#} other {`
    for (const part of LANGUAGES)
      expect((await contact.save(part, { hero_title: hostile, hero_lead: `<b>'{0}'</b> \ud800 ''` })).status).toBe(200)
    expect((await contact.publish(...LANGUAGES)).status).toBe(200)
    const { hero } = (await shown())['page-contact'].words
    expect(hero.title).toBe(hostile)
    expect(hero.lead).toContain("<b>'{0}'</b>")
  })

  test('a value that nobody can fill in blocks publishing, and is named', async () => {
    const jobs = editing(await editor(), 'page-jobs', 1)
    for (const part of LANGUAGES) await jobs.save(part, { alerts_text: 'Since {{founded}}, {{fuonded}} and {{ }}' })
    const response = await jobs.publish(...LANGUAGES)
    expect(response.status).toBe(409)
    const { details } = (await response.json()) as { details: { checks: Check[] } }
    expect(details.checks.filter(({ isBlocking }) => isBlocking)).toMatchObject(
      LANGUAGES.map((language) => ({
        check: 'placeUnknown',
        field: 'alerts_text',
        language,
        values: ['{{fuonded}}', '{{ }}'],
      })),
    )
    for (const part of LANGUAGES) await jobs.save(part, { alerts_text: 'Since {{founded}}' })
    expect((await jobs.publish(...LANGUAGES)).status).toBe(200)
    expect((await shown())['page-jobs'].words.alerts.text).toBe('Since 2015')
    expect((await shown('ar'))['page-jobs'].words.alerts.text).toBe('Since ٢٠١٥')
  })

  test('a text of 20,000 characters is refused, unless it is a legal one', async () => {
    const call = await editor()
    const long = 'a'.repeat(20_000)
    const refused = await editing(call, 'page-home', 1).save('en', { hero_lead: long })
    expect(await refused.json()).toMatchObject({ status: 422, errors: { 'en.hero_lead': ['tooLong'] } })
    expect((await editing(call, 'page-terms-conditions', 1).save('en', { liability_text: long })).status).toBe(200)
  })

  test('two editors: another word is merged, the same order is a conflict', async () => {
    const [mine, theirs] = [await editor(), await editor()].map((call) => editing(call, 'page-services', 1))
    const seen = (await mine?.read())?.parts as Record<Part, { version: number }>
    await theirs?.save('en', { hero_lead: 'Theirs' })
    const late = await mine?.save('en', { list_app: 'Mine' }, { version: seen.en.version })
    expect(late?.status).toBe(409)
    expect((await mine?.save('en', { list_app: 'Mine' }))?.status).toBe(200)
    expect((await mine?.read())?.parts.en.fields).toMatchObject({ hero_lead: 'Theirs', list_app: 'Mine' })
  })

  test('links and emphasis of the terms are marks, and the words count as behind in the other language', async () => {
    const terms = editing(await editor(), 'page-terms-conditions', 1)
    await terms.save('en', { privacy_text: 'See the [privacy policy](/privacy-policy).' })
    const { behind } = (await terms.read()).parts.ar
    expect(behind.map(({ field }) => field)).toContain('privacy_text')
    await terms.publish('en')
    expect((await shown())['page-terms-conditions'].words.privacy.text).toMatchObject([
      { block: 'paragraph', inside: ['See the ', { mark: 'link', to: '/privacy-policy' }, '.'] },
    ])
  })

  test('a page is neither taken off the site nor deleted', async () => {
    const home = editing(await editor(), 'page-home', 1)
    expect((await home.unpublish()).status).toBe(404)
    expect((await home.remove()).status).toBe(409)
  })

  test('exported pages load again without a change; a folder of an earlier release has none', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-pages-'))
    await exportContent(desk.database, 'content', folder)
    await loadContent(desk.database, folder)
    const before = await shown()
    for (const page of PAGE_NAMES) rmSync(path.join(folder, `${typeOfPage(page)}.json`))
    await expect(loadContent(desk.database, folder)).rejects.toThrow(/page-home\.json/)
    expect(await shown()).toEqual(before)
    cpSync('content', folder, { recursive: true })
    await loadContent(desk.database, folder, new Date(), { replace: true })
    expect((await shown())['page-home'].words).toEqual(starterPage('home', 'en').words)
    rmSync(folder, { recursive: true })
  })

  test('a database of an earlier release begins with the starter words, once', async () => {
    const { queries } = desk.database
    const types = PAGE_NAMES.map(typeOfPage)
    for (const table of ['published_content', 'content_records'] as const)
      await queries.deleteFrom(table).where('type', 'in', types).execute()
    const words = (await shown())['page-home'].words
    expect(words).toEqual(starterPage('home', 'en').words)
    await Promise.all([1, 2].map(() => loadContentOnce(desk.database, 'content')))
    const call = await editor()
    expect((await bodyOf<Listed>(call('GET /pages'))).pages).toHaveLength(PAGE_NAMES.length)
    expect((await editing(call, 'page-home', 1).read()).isPublishable).toBe(true)
    expect((await shown())['page-home'].words).toEqual(words)
  })
})

test.each(LANGUAGES)('without content every page has its starter words (%s)', (language) => {
  const { pages } = emptySiteContent(TODAY)
  for (const page of PAGE_NAMES) {
    const { words, sections } = pages[language][typeOfPage(page)]
    expect(sections).toEqual(movableSections(page))
    expect(Object.keys(words)).toHaveLength(sections.length + 1)
  }
})
