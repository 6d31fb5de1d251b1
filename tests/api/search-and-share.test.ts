import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { PAGE_NAMES, pageOf, typeOfPage } from '#contract/pages.ts'
import { addressOfPicture, MIDDLE } from '#contract/uploaded-pictures.ts'
import { exportContent } from '#domain/content/export-content.ts'
import { loadContent } from '#domain/content/load-content.ts'
import { PARTS } from '#domain/content/types/definition.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { addressIn } from '../support/addresses.ts'
import { bodyOf, editing } from '../support/content-record.ts'
import { databasesByTurn, freshDatabaseOf } from '../support/databases.ts'
import { type Caller, startDesk } from '../support/desk-api.ts'
import { duringTests } from '../support/during-tests.ts'
import { startSiteOn } from '../support/start-site.ts'

/** The values of a record for search engines and shared links beside its own page. */

const PUBLIC_URL = 'https://nuqta.example'
const SHOWN = { timeout: 60_000 }

describe.each(databasesByTurn(0))('search and sharing on %s', (name) => {
  const settings = duringTests(freshDatabaseOf(name))
  const site = duringTests(() => startSiteOn(settings, { PUBLIC_URL, JOB_FEEDS: 'indeed' }))
  const desk = duringTests(() => startDesk(settings))
  const textOf = async (address: string) => (await fetch(site.url + address)).text()

  async function headOf(address: string) {
    const html = await textOf(address)
    const meta = (property: string) =>
      unescaped(html.match(new RegExp(`<meta (?:name|property)="${property}" content="([^"]*)"`))?.[1])
    return {
      title: unescaped(html.match(/<title[^>]*>([^<]*)</)?.[1]),
      description: meta('description'),
      shared: [meta('og:title'), meta('og:description')],
      picture: meta('og:image'),
      pictureType: meta('og:image:type'),
      alt: meta('og:image:alt'),
      robots: meta('robots'),
      hasJobPosting: html.includes('"JobPosting"'),
      html,
    }
  }

  async function publish(call: Caller, type: string, id: number, parts: Record<'shared' | 'en' | 'ar', object>) {
    const record = editing(call, type, id)
    for (const part of PARTS) expect((await record.save(part, parts[part])).status).toBe(200)
    expect((await record.publish(...PARTS)).status).toBe(200)
  }

  test('a page without values of its own is as it was; with them its head says them in each language', async () => {
    const before = await headOf('/services-details/2')
    expect(before).toMatchObject({ robots: '', pictureType: 'image/png' })
    const answer = await textOf('/api/guest-api/services')
    const { call } = await desk.as('editor')
    const address = await uploadPicture(call, { en: 'A red square', ar: 'مربع أحمر' })
    await publish(call, 'services', 2, {
      shared: { share_picture: { en: address, ar: address } },
      en: { search_title: 'Social & more', search_description: 'Said in a search.' },
      ar: { search_title: 'تواصل وأكثر', search_description: 'يقال في البحث.' },
    })
    await vi.waitFor(async () => expect((await headOf('/services-details/2')).title).not.toBe(before.title), SHOWN)
    const [english, arabic] = [await headOf('/services-details/2'), await headOf('/ar/services-details/2')]
    expect(english).toMatchObject({
      description: 'Said in a search.',
      shared: ['Social & more', 'Said in a search.'],
      pictureType: 'image/jpeg',
      alt: 'A red square',
      robots: '',
    })
    expect(english.title).toMatch(/^Social & more · /)
    expect(arabic).toMatchObject({ shared: ['تواصل وأكثر', 'يقال في البحث.'], alt: 'مربع أحمر' })
    // The page's own words, and the guest API, stay as they are.
    expect(english.html).toContain('<h1')
    expect(await textOf('/api/guest-api/services')).toBe(answer)

    expect(english.picture).toMatch(/\.jpg\?v=/)
    const picture = await fetch(site.url + english.picture.slice(PUBLIC_URL.length))
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    expect(picture.headers.get('cache-control')).toContain('immutable')
    const { width, height } = await sharp(await picture.arrayBuffer()).metadata()
    expect([width, height]).toEqual([1200, 630])
    // An address that was shared before leads to the present picture.
    const former = await fetch(site.url + before.picture.slice(PUBLIC_URL.length))
    expect([former.status, former.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })

  test('a job left out of search engines leaves sitemap, boards and markup, and stays in the list of jobs', async () => {
    const address = '/careerApply/1'
    expect(await headOf(address)).toMatchObject({ robots: '', hasJobPosting: true })
    expect(await textOf('/feeds/indeed.xml')).toContain(`${PUBLIC_URL}${address}?`)
    const { call } = await desk.as('editor')
    const job = editing(call, 'jobs', 1)
    await job.save('shared', { is_unlisted: true })
    expect((await job.publish('shared')).status).toBe(200)
    for (const each of [address, addressIn('ar', address)])
      await vi.waitFor(async () => expect((await headOf(each)).robots).toBe('noindex'), SHOWN)
    expect(await headOf(address)).toMatchObject({ hasJobPosting: false })
    await vi.waitFor(async () => expect(await textOf('/sitemap.xml')).not.toContain(`${address}<`), SHOWN)
    await vi.waitFor(async () => expect(await textOf('/feeds/indeed.xml')).not.toContain(`${address}?`), SHOWN)
    expect(await textOf('/sitemap.xml')).toContain('/careerApply/2<')
    expect(await textOf('/jobs')).toContain(address)
    expect(await textOf('/jobs.rss')).toContain(address)
  })

  test('each page of the site may have a share picture and be left out of search engines; the others stay in the sitemap', {
    tags: 'slow',
  }, async () => {
    const { call } = await desk.as('editor')
    const before = await textOf('/sitemap.xml')
    const address = await uploadPicture(call, { en: 'A dot', ar: 'نقطة' })
    for (const page of PAGE_NAMES) {
      const record = editing(call, typeOfPage(page), 1)
      const fields = { is_unlisted: page !== 'home', share_picture: { en: address, ar: address } }
      expect((await record.save('shared', fields)).status, page).toBe(200)
      expect((await record.publish('shared')).status, page).toBe(200)
    }
    for (const page of PAGE_NAMES)
      for (const language of LANGUAGES) {
        const shown = () => headOf(addressIn(language, pageOf(page).address))
        await vi.waitFor(async () => expect((await shown()).pictureType, page).toBe('image/jpeg'), SHOWN)
        const { robots, title, shared, alt } = await shown()
        expect([robots, alt]).toEqual([page === 'home' ? '' : 'noindex', language === 'en' ? 'A dot' : 'نقطة'])
        // Title and description are those of the page's content, with its places filled in.
        expect(title).toContain(shared[0])
        expect(title).not.toContain('{{')
      }
    const left = PAGE_NAMES.filter((page) => page !== 'home').map((page) => pageOf(page).address)
    const isLeftOut = (line: string) =>
      left.some((plain) => LANGUAGES.some((each) => line.includes(`<loc>${PUBLIC_URL}${addressIn(each, plain)}</loc>`)))
    const lines = before.split('\n')
    expect(lines.filter(isLeftOut)).toHaveLength(left.length * LANGUAGES.length)
    expect((await textOf('/sitemap.xml')).split('\n')).toEqual(lines.filter((line) => !isLeftOut(line)))
  })

  test('an unfinished translation is refused, and files hold the values under "search"', async () => {
    const { call } = await desk.as('editor')
    const record = editing(call, 'notes', 1)
    await record.save('en', { search_title: 'Only in English' })
    expect((await record.publish('en')).status).toBe(409)
    const { checks } = await record.read()
    expect(checks).toContainEqual(expect.objectContaining({ check: 'missing', field: 'search_title', language: 'ar' }))
    expect((await record.save('en', { search_title: 'x'.repeat(121) })).status).toBe(422)
    await record.save('ar', { search_title: 'بالعربية أيضًا' })
    await record.save('shared', { is_unlisted: true })
    expect((await record.publish(...PARTS)).status).toBe(200)

    const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-search-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const database = await openDatabase(settings)
    await exportContent(database, 'content', folder)
    const { default: notes } = await import(path.join(folder, 'notes.json'), { with: { type: 'json' } })
    expect(notes[0].search).toEqual({
      title: { en: 'Only in English', ar: 'بالعربية أيضًا' },
      is_unlisted: true,
    })
    await loadContent(database, folder, new Date(), { replace: true })
    const { parts } = await record.read()
    expect(parts.shared.fields.is_unlisted).toBe(true)
    await database.close()
  })

  test('the desk says the head of each page as the page says it where a field is blank', async () => {
    const { call } = await desk.as('editor')
    const pages = [
      ['services', 1],
      ['projects', 1],
      ['projects', 3],
      ['jobs', 2],
      ['notes', 2],
      ['case-studies', 1],
    ] as const
    for (const [type, id] of pages) {
      const params = { type, id: String(id) }
      const { page } = await bodyOf<{ page: Record<string, Record<'title' | 'description' | 'address', string>> }>(
        call('GET /content/:type/:id', { params }),
      )
      for (const language of LANGUAGES) {
        const { title, description, address = '' } = page[language] ?? {}
        const { pathname, search } = new URL(address)
        const plain = pathname.slice(`/${language}`.length) + search
        expect((await headOf(addressIn(language, plain))).shared).toEqual([title, description])
      }
    }
  })
})

/** Resolves with its address. */
async function uploadPicture(call: Caller, words: Record<Language, string>) {
  const body = await sharp({ create: { width: 900, height: 900, channels: 3, background: { r: 200, g: 20, b: 20 } } })
    .png()
    .toBuffer()
  const uploaded = await bodyOf<{ id: string; width: number; height: number; version: number }>(
    call('POST /pictures', { query: { name: 'share.png' }, body }),
  )
  await call('PUT /pictures/:id', {
    params: { id: uploaded.id },
    body: { version: uploaded.version, words, isDecorative: false, focus: MIDDLE },
  })
  return addressOfPicture({ ...uploaded, focus: MIDDLE })
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&quot;': '"', '&#x27;': "'", '&lt;': '<', '&gt;': '>' }

const unescaped = (text = '') => text.replace(/&(?:amp|quot|#x27|lt|gt);/g, (entity) => ENTITIES[entity] as string)
