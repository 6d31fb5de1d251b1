import { describe, expect, test } from 'vitest'
import { loadContent } from '#domain/content/load-content.ts'
import { PARTS, type Part } from '#domain/content/types/definition.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { addressIn } from '../support/addresses.ts'
import { contentFolderWith } from '../support/content-folder.ts'
import { bodyOf, editing } from '../support/content-record.ts'
import { DATABASES, freshDatabaseOf } from '../support/databases.ts'
import { startDesk } from '../support/desk-api.ts'
import { duringTests } from '../support/during-tests.ts'
import { startSiteOn } from '../support/start-site.ts'

/** A note and a case study keep their address from the day they are published. */

const PUBLIC_URL = 'https://nuqta.example'
const DRAWING_MILLISECONDS = 60_000
const SHOWN = { timeout: 60_000 }
const NEXT_YEAR = `${new Date().getUTCFullYear() + 1}-01-02`

describe.each(DATABASES)('on %s', (name) => {
  const settings = duringTests(freshDatabaseOf(name))
  const site = duringTests(() => startSiteOn(settings, { PUBLIC_URL }))
  const desk = duringTests(() => startDesk(settings))

  const ask = (address: string) => fetch(site.url + address)
  const textOf = async (address: string) => (await ask(address)).text()

  async function pageAt(address: string) {
    const response = await ask(address)
    const html = await response.text()
    const [, article = '{}'] = html.match(/<script type="application\/ld\+json">([^<]*"BlogPosting"[^<]*)</) ?? []
    return {
      status: response.status,
      heading: html.match(/<h1[^>]*>(.*?)<\/h1>/s)?.[1],
      canonical: html.match(/<link rel="canonical" href="([^"]*)"/)?.[1],
      alternates: [...html.matchAll(/<link rel="alternate" hrefLang="[^"]*" href="([^"]*)"/g)].map(([, href]) => href),
      shared: html.match(/<meta property="og:url" content="([^"]*)"/)?.[1],
      picture: html.match(/<meta property="og:image" content="([^"]*)"/)?.[1],
      mainEntityOfPage: JSON.parse(article).mainEntityOfPage as string | undefined,
    }
  }

  /** Addresses of notes and studies in feeds and sitemap, with the content of each. */
  async function publishedPages() {
    const documents = await Promise.all(['/blog.rss', '/ar/blog.rss', '/sitemap.xml'].map(textOf))
    const told = documents.flatMap((text) => [...text.matchAll(/<(?:loc|link|guid[^>]*)>([^<]*)</g)])
    const addresses = told.map(([, address = '']) => address.slice(PUBLIC_URL.length)).filter(isOfRecord)
    return new Map(await Promise.all([...new Set(addresses)].map(async (each) => [each, await pageAt(each)] as const)))
  }

  const guidsOf = async (address: string) =>
    [...(await textOf(address)).matchAll(/<guid isPermaLink="true">([^<]*)</g)].map(([, guid]) => guid)

  async function publishAtDesk(slug: string, texts: Partial<Record<Part, object>> = {}) {
    const { call } = await desk.as('editor')
    const { parts: example } = await editing(call, 'notes', 1).read()
    const { id } = await bodyOf<{ id: number }>(call('POST /content/:type', { params: { type: 'notes' } }))
    const note = editing(call, 'notes', id)
    const own: Record<Part, object> = {
      shared: { slug, published_on: NEXT_YEAR },
      en: { title: `A newer note, ${slug}` },
      ar: { title: `مقال أحدث، ${slug}` },
    }
    for (const part of PARTS)
      expect((await note.save(part, { ...example[part].fields, ...own[part], ...texts[part] })).status).toBe(200)
    expect((await note.publish(...PARTS)).status).toBe(200)
  }

  async function publishByFiles(slug: string) {
    const withFirst = (changes: object) => (records: object[]) => [{ ...records[0], ...changes }, ...records]
    const folder = contentFolderWith({
      'notes.json': withFirst({ slug, published_on: NEXT_YEAR, title: { en: 'From a file', ar: 'من ملف' } }),
      'case-studies.json': withFirst({ slug, title: { en: 'From a file.', ar: 'من ملف.' } }),
    })
    await loadContent(desk.database, folder, new Date(), { replace: true })
  }

  test.each([
    // First, because files take desk-only content from the site.
    ['by files', publishByFiles],
    ['at the desk', publishAtDesk],
  ])('a newer one that is published %s takes no address from those before it', async (way, publish) => {
    const before = await publishedPages()
    const guids = { en: await guidsOf('/blog.rss'), ar: await guidsOf('/ar/blog.rss') }
    expect(before.size).toBeGreaterThan(10)
    const slug = `newer-${way.replaceAll(' ', '-')}`
    await publish(slug)
    await expect.poll(() => textOf('/blog'), SHOWN).toContain(slug)

    for (const [address, page] of before) expect([address, await pageAt(address)]).toEqual([address, page])
    for (const language of LANGUAGES) {
      const feed = addressIn(language, '/blog.rss')
      await expect
        .poll(() => guidsOf(feed), SHOWN)
        .toContain(PUBLIC_URL + addressIn(language, `/blog-details?note=${slug}`))
      expect((await guidsOf(feed)).filter((guid) => !guid?.endsWith(slug))).toEqual(guids[language])
    }
  })

  test('a note shows its marks as emphasis, links and headings in both languages, and no HTML', async () => {
    const slug = 'marked'
    const rules = '1. Keep **three**\n2. See [jobs](/jobs)'
    await publishAtDesk(slug, {
      en: { body: `We *care*.\n\n## Why\n\nIt **holds**.\n\n<script>alert(1)</script>\n\n${rules}` },
      ar: { body: `نحن *نهتم*.\n\n## لماذا\n\nإنه **متين**.\n\nثالث.\n\n${rules}` },
    })
    for (const [language, heading, strong] of [
      ['en', 'Why', 'holds'],
      ['ar', 'لماذا', 'متين'],
    ] as const) {
      const address = addressIn(language, `/blog-details?note=${slug}`)
      await expect.poll(async () => (await ask(address)).status, SHOWN).toBe(200)
      const article = (await textOf(address)).match(/<article.*<\/article>/s)?.[0] ?? ''
      expect(article).toMatch(new RegExp(`<h2 id="part-[^"]*"[^>]*>${heading}`))
      expect(article).toMatch(new RegExp(`<strong[^>]*>${strong}</strong>`))
      expect(article).toMatch(/<em[^>]*>/)
      expect(article).toMatch(new RegExp(`<a[^>]*href="${addressIn(language, '/jobs')}"`))
      expect(article).not.toMatch(/\*\*|##|\]\(|<script>alert/)
    }
  })

  test('each says its own address wherever it says one', async () => {
    for (const [
      address,
      { status, canonical, shared, picture, mainEntityOfPage, alternates },
    ] of await publishedPages()) {
      const own = PUBLIC_URL + address
      expect([status, canonical, shared]).toEqual([200, own, own])
      expect(alternates).toContain(own)
      expect(picture).toContain(address.split('?')[1])
      if (address.includes('blog-details')) expect(mainEntityOfPage).toBe(own)
    }
  })

  test.each(['/blog-details', '/ar/blog-details', '/case-study-details', '/ar/case-study-details'])(
    '%s alone shows the newest or the first, and names the address of that one',
    async (plain) => {
      const list = await textOf(plain.replace('-details', ''))
      const [, newest = ''] = list.match(new RegExp(`<main.*?href="(${plain}[^"]*)"`, 's')) ?? []
      expect(newest).toContain('?')
      const page = await pageAt(newest)
      for (const address of [plain, `${plain}?${newest.includes('note=') ? 'note' : 'study'}=`, `${plain}?other=1`])
        expect(await pageAt(address)).toEqual(page)
      expect([page.status, page.canonical]).toEqual([200, PUBLIC_URL + newest])
      const picture = page.picture?.slice(PUBLIC_URL.length).replaceAll('&amp;', '&') ?? ''
      expect((await ask(picture)).status).toBe(200)
      expect(await textOf('/sitemap.xml')).not.toContain(`${plain}<`)
    },
    DRAWING_MILLISECONDS,
  )

  test.each([
    { type: 'notes', plain: '/blog-details?note=' },
    { type: 'case-studies', plain: '/case-study-details?study=' },
  ])('$type whose word was changed at the desk are found under every word they had', async ({ type, plain }) => {
    const { call } = await desk.as('editor')
    const record = editing(call, type, 2)
    const other = editing(call, type, 3)
    const before = String((await record.read()).parts.shared.fields.slug)
    const rename = async (edited: typeof record, slug: string) => {
      expect((await edited.save('shared', { slug })).status).toBe(200)
      expect((await edited.publish('shared')).status).toBe(200)
    }
    // The second is also a property of every object.
    for (const slug of ['renamed-once', 'constructor', 'renamed-twice']) await rename(record, slug)
    const words = [before, 'renamed-once', 'constructor']
    await expect.poll(async () => (await ask(`${plain}renamed-twice`)).status, SHOWN).toBe(200)
    for (const language of LANGUAGES)
      for (const word of words) {
        const response = await fetch(site.url + addressIn(language, plain) + word, { redirect: 'manual' })
        expect([response.status, response.headers.get('location')]).toEqual([
          301,
          addressIn(language, `${plain}renamed-twice`),
        ])
      }
    expect(await textOf('/sitemap.xml')).not.toContain(`${before}<`)
    expect((await ask(`${plain}toString`)).status).toBe(404)

    // A former address taken by another record leads to that record.
    await rename(other, before)
    await expect.poll(async () => (await pageAt(plain + before)).canonical, SHOWN).toBe(PUBLIC_URL + plain + before)
  })

  test('one that is taken from the site, or never was there, is the 404 page', async () => {
    const { call } = await desk.as('editor')
    const [, address = ''] = (await textOf('/blog')).match(/href="(\/blog-details\?note=[^"]*)"/) ?? []
    expect((await ask(address)).status).toBe(200)
    const list = (await (await call('GET /content/:type', { params: { type: 'notes' } })).json()) as {
      items: { id: number }[]
    }
    for (const { id } of list.items) {
      const note = editing(call, 'notes', id)
      const { parts } = await note.read()
      if (address.endsWith(`=${parts.shared.fields.slug}`)) expect((await note.unpublish()).status).toBe(200)
    }
    await expect.poll(async () => (await ask(address)).status, SHOWN).toBe(404)
    expect((await ask('/blog-details')).status).toBe(200)
  })
})

const isOfRecord = (address: string) => /-details\?|\/(?:blog|case-study)-details$/.test(address)
