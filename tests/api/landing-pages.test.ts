import { describe, expect, test } from 'vitest'
import type { Section, SectionWords } from '#contract/landing-pages.ts'
import { PAGE_ROUTES } from '#contract/page-routes.ts'
import { exportContent } from '#domain/content/export-content.ts'
import { loadContent } from '#domain/content/load-content.ts'
import { PARTS } from '#domain/content/types/definition.ts'
import { ROLES } from '#domain/people/rights.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { addressIn } from '../support/addresses.ts'
import { contentFolderWith } from '../support/content-folder.ts'
import { bodyOf, editing } from '../support/content-record.ts'
import { databasesByTurn, freshDatabaseOf } from '../support/databases.ts'
import { type Caller, startDesk } from '../support/desk-api.ts'
import { duringTests } from '../support/during-tests.ts'
import { freePort } from '../support/free-port.ts'
import { landingPage } from '../support/landing-page.ts'
import { startSiteOn } from '../support/start-site.ts'

const PUBLIC_URL = 'https://nuqta.example'
const TYPE = 'landing-pages'
/** A page is on the site within a second; a busy machine gets more time. */
const SHOWN = { timeout: 20_000 }
const GONE = '0123456789abcdef'

describe.each(databasesByTurn(0))('landing pages on %s', (name) => {
  const settings = duringTests(freshDatabaseOf(name))
  const site = duringTests(async () => startSiteOn(settings, { PUBLIC_URL, DESK_PORT: String(await freePort()) }))
  const desk = duringTests(() => startDesk(settings))

  const ask = (address: string) => fetch(site.url + address, { redirect: 'manual' })
  const shows = (address: string, text: string) =>
    expect.poll(async () => (await ask(address)).text(), SHOWN).toContain(text)
  const answers = (address: string, status: number) =>
    expect.poll(async () => (await ask(address)).status, SHOWN).toBe(status)

  async function begin(call: Caller) {
    const { id } = await bodyOf<{ id: number }>(call('POST /content/:type', { params: { type: TYPE } }))
    return editing(call, TYPE, id)
  }

  async function write(slug: string, changes: Parameters<typeof landingPage>[1] = {}) {
    const { call } = await desk.as('editor')
    const page = await begin(call)
    const fields = landingPage(slug, changes)
    for (const part of PARTS) expect([part, (await page.save(part, fields[part])).status]).toEqual([part, 200])
    return { call, page, fields }
  }

  async function published(slug: string) {
    const written = await write(slug)
    expect((await written.page.publish(...PARTS)).status).toBe(200)
    return written
  }

  const checksOf = async (publish: Promise<Response>) => {
    const response = await publish
    const { details } = (await response.json()) as { details: { checks: { check: string; isBlocking: boolean }[] } }
    return [response.status, details.checks.flatMap(({ check, isBlocking }) => (isBlocking ? [check] : []))]
  }

  test('stand at an address of their own in both languages, with everything that a page has', async () => {
    await published('fair-2027')
    for (const language of LANGUAGES) {
      const address = addressIn(language, '/fair-2027')
      await answers(address, 200)
      const html = await (await ask(address)).text()
      const { words, title } = landingPage('fair-2027')[language]
      for (const { title: heading } of Object.values(words)) if (heading) expect(html).toContain(heading)
      expect(html.match(/<h1/g)).toHaveLength(1)
      expect(html).toContain(`<title>${title} · `)
      expect(html).toContain(`<link rel="canonical" href="${PUBLIC_URL}${address}"`)
      expect(html.match(/<link rel="alternate" hrefLang="(?:en|ar|x-default)"/g)).toHaveLength(3)
      expect(html).toContain('"BreadcrumbList"')
      expect(html).toContain('<strong')
      expect(html).toContain('href="https://fair.example/" rel="noreferrer"')
      expect(html).toContain(`href="${addressIn(language, '/contact')}"`)
      const [, picture = ''] = html.match(/<meta property="og:image" content="https:\/\/nuqta\.example([^"]*)"/) ?? []
      const drawn = await ask(picture.replaceAll('&amp;', '&'))
      expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png'])
    }
    const sitemap = await (await ask('/sitemap.xml')).text()
    expect(sitemap).toContain(`<loc>${PUBLIC_URL}/fair-2027</loc>`)
    expect(sitemap).toContain(`<loc>${PUBLIC_URL}/ar/fair-2027</loc>`)
    const other = await (await ask('/contact')).text()
    expect(other).not.toContain('Meet us')
  })

  test('one spelling of an address is cached, and a page carries no other landing page', async () => {
    await published('first-of-two')
    await published('second-of-two')
    await shows('/second-of-two', 'Fair second-of-two')
    expect(await (await ask('/Second-OF-two/')).text()).toContain(`href="${PUBLIC_URL}/second-of-two"`)
    expect(await (await ask('/second-of-two')).text()).not.toContain('first-of-two')
  })

  test('a changed slug leads on for good, a page off the site is 404, and both come back', async () => {
    const { page, fields } = await published('first-name')
    await answers('/first-name', 200)
    await page.save('shared', { ...fields.shared, slug: 'second-name' })
    await page.publish('shared')
    await answers('/second-name', 200)
    for (const [from, to] of [
      ['/first-name?utm_source=mail', '/second-name?utm_source=mail'],
      ['/ar/first-name', '/ar/second-name'],
    ] as const) {
      const moved = await ask(from)
      expect([moved.status, moved.headers.get('location')]).toEqual([301, to])
    }
    await page.save('shared', fields.shared)
    await page.publish('shared')
    await answers('/first-name', 200)
    await answers('/second-name', 301)
    expect((await page.unpublish()).status).toBe(200)
    await answers('/first-name', 404)
    await answers('/ar/second-name', 404)
  })

  test('a section without its words in one language is hidden there, and the desk says so', async () => {
    const { page, fields } = await write('half-arabic')
    const { 'steps-1': _, ...arabic } = fields.ar.words
    await page.save('ar', { ...fields.ar, words: arabic })
    const { checks, parts } = await page.read()
    expect(checks).toContainEqual(
      expect.objectContaining({ check: 'sectionsNotTranslated', language: 'ar', values: ['1'], isBlocking: false }),
    )
    expect(parts.ar.isMissing).toBe(true)
    expect((await page.publish(...PARTS)).status).toBe(200)
    await shows('/half-arabic', 'Meet us steps')
    const html = await (await ask('/ar/half-arabic')).text()
    expect(html).toContain('نلتقي هناك cards')
    expect(html).not.toContain('نلتقي هناك steps')
  })

  test('a hidden section is nowhere, and another order keeps the words of both languages', async () => {
    const { page, fields } = await published('in-order')
    for (const address of ['/in-order', '/ar/in-order']) await answers(address, 200)
    const [hero, text, ...others] = fields.shared.sections as [Section, Section, ...Section[]]
    const sections = [hero, ...others.toReversed(), { ...text, is_shown: false }]
    await page.save('shared', { ...fields.shared, sections })
    expect((await page.publish('shared')).status).toBe(200)
    for (const [address, title] of [
      ['/in-order', 'Meet us'],
      ['/ar/in-order', 'نلتقي هناك'],
    ] as const) {
      await expect.poll(async () => (await ask(address)).text(), SHOWN).not.toContain(`${title} text`)
      const html = await (await ask(address)).text()
      expect(html.indexOf(`${title} action`)).toBeLessThan(html.indexOf(`${title} cards`))
    }
  })

  test('one language falls behind word by word', async () => {
    const { page, fields } = await published('word-by-word')
    const change = (words: SectionWords, id: string) => ({ ...words, [id]: { ...words[id], title: 'Another' } })
    const english = change(change(fields.en.words, 'text-1'), 'cards-1')
    await page.save('en', { words: english })
    const former = async () => (await page.read()).parts.ar.behind.map(({ field, before }) => [field, before])
    expect(await former()).toMatchObject([['words', { 'text-1': { title: 'Meet us text' } }]])
    await page.save('ar', { words: change(fields.ar.words, 'text-1') })
    expect(await former()).toMatchObject([
      ['words', { 'text-1': { title: 'Another' }, 'cards-1': { title: 'Meet us cards' } }],
    ])
    await page.save('ar', { words: change(change(fields.ar.words, 'text-1'), 'cards-1') })
    expect(await former()).toEqual([])
  })

  test('pages of the site keep their addresses: each is refused by name', { tags: 'slow' }, async () => {
    const { page, fields } = await write('to-be-refused')
    const taken = new Set(PAGE_ROUTES.map(({ path }) => path.toLowerCase().split('/')[1]).filter(Boolean))
    for (const slug of [...taken, 'ar', 'api', 'media', 'healthz', 'not-found']) {
      await page.save('shared', { ...fields.shared, slug })
      const { checks } = await page.read()
      expect(checks).toContainEqual(
        expect.objectContaining({ check: 'slugReserved', field: 'slug', values: [`/${slug}`] }),
      )
    }
    expect(await checksOf(page.publish(...PARTS))).toEqual([409, ['slugReserved']])
  })

  test.each([
    ['a slug that exists', { slug: 'taken-slug' }, 'slugTaken'],
    ['a slug with a slash', { slug: 'fair/2027' }, 'format'],
    ['no opening', { sections: [] }, 'openingMissing'],
    [
      'a picture that is gone',
      {
        sections: [
          {
            id: 'hero-1',
            kind: 'hero',
            is_shown: true,
            picture: {
              en: `/media/${GONE}/uploads/800x600-22/800.webp`,
              ar: `/media/${GONE}/uploads/800x600-22/800.webp`,
            },
          },
        ],
      },
      'pictureFormat',
    ],
    ...[
      'javascript:alert(1)',
      'services',
      '//evil.example',
      'http://plain.example',
      'mailto:a@b.example',
      '/\\evil',
    ].map((link) => [
      `the link ${link}`,
      { sections: [{ id: 'hero-1', kind: 'hero', is_shown: true, link } as Section] },
      'targetFormat',
    ]),
  ] as [string, Parameters<typeof landingPage>[1], string][])('%s blocks publishing', async (_what, changes, check) => {
    if (check === 'slugTaken') await published('taken-slug')
    const { page, call } = await write('to-be-blocked', changes)
    expect(await checksOf(page.publish(...PARTS))).toEqual([409, expect.arrayContaining([check])])
    const { links } = await bodyOf<{ links: { en: string } }>(
      call('GET /content/:type/:id/preview', { params: page.params }),
    )
    const shown = await fetch(site.url + new URL(links.en).pathname.replace('/en', '') + new URL(links.en).search)
    expect(shown.status).toBe(200)
    expect(await shown.text()).not.toMatch(/href="(?:javascript:|\/\/|mailto:a@)/)
  })

  test('values of another shape are refused with a sentence and change nothing', async () => {
    const { page, fields } = await write('hostile')
    const [hero] = fields.shared.sections as [Section]
    const before = await page.read()
    const hostile: [part: 'shared' | 'en', fields: object][] = [
      ['shared', { sections: 'hero' }],
      ['shared', { sections: [{ ...hero, kind: 'script' }] }],
      ['shared', { sections: [{ ...hero, id: '../../etc' }] }],
      ['shared', { sections: [hero, hero] }],
      ['shared', { sections: [{ ...hero, html: '<script>' }] }],
      ['shared', { sections: [{ ...hero, variant: 'red' }] }],
      ['shared', { sections: [{ ...hero, items: [{ id: 'item-1' }] }] }],
      ['shared', { sections: Array.from({ length: 31 }, (_, index) => ({ ...hero, id: `hero-${index}` })) }],
      ['shared', { sections: [{ ...hero, link: 'x'.repeat(401) }] }],
      [
        'shared',
        {
          sections: [
            hero,
            { id: 'counters-1', kind: 'counters', is_shown: true, items: [{ id: 'item-1', number: -1 }] },
          ],
        },
      ],
      [
        'shared',
        {
          sections: [
            hero,
            { id: 'counters-1', kind: 'counters', is_shown: true, items: [{ id: 'item-1', number: 1.5 }] },
          ],
        },
      ],
      ['en', { words: [] }],
      ['en', { words: { 'hero-1': 'text' } }],
      ['en', { words: { 'hero-1': { script: 'text' } } }],
      ['en', { words: { 'hero-1': { title: 'x'.repeat(121) } } }],
      ['en', { words: { __proto__x: { title: 'x' } } }],
      [
        'en',
        { words: Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`item-${index}`, { title: 'x' }])) },
      ],
    ]
    for (const [part, sent] of hostile)
      expect([JSON.stringify(sent).slice(0, 90), (await page.save(part, sent)).status]).toEqual([
        expect.anything(),
        422,
      ])
    expect(await page.read()).toEqual(before)
    const marked = {
      ...fields.en.words,
      'text-1': { title: '</script><b>x</b>', text: '<img src=x onerror=alert(1)>' },
    }
    expect((await page.save('en', { words: marked })).status).toBe(200)
    expect((await page.publish(...PARTS)).status).toBe(200)
    await answers('/hostile', 200)
    const html = await (await ask('/hostile')).text()
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html).not.toContain('<img src=x')
    expect(html).not.toContain('</script><b>')
  })

  test('a second editor gets a conflict', async () => {
    const { page, fields } = await write('two-editors')
    const { parts } = await page.read()
    const other = editing((await desk.as('editor')).call, TYPE, Number(page.params.id))
    expect((await page.save('shared', { slug: 'one' }, { version: parts.shared.version })).status).toBe(200)
    const late = await other.save(
      'shared',
      { sections: fields.shared.sections.slice(0, 1) },
      { version: parts.shared.version },
    )
    expect(late.status).toBe(409)
  })

  test.each(ROLES)('are made and changed by those who change content: %s', async (role) => {
    const { call } = await desk.as(role)
    const mayChange = (await call('GET /content')).status === 200
    const status = (await call('POST /content/:type', { params: { type: TYPE } })).status
    expect(status).toBe(mayChange ? 200 : 403)
    expect((await desk.callWith()('POST /content/:type', { params: { type: TYPE } })).status).toBe(401)
  })

  test('made-up addresses are the one 404 page, whatever they are called', async () => {
    for (const address of ['/constructor', '/__proto__', '/no-such-fair', '/ar/no-such-fair', '/fair-2027/more']) {
      const response = await ask(address)
      expect([address, response.status]).toEqual([address, 404])
    }
    const [one, other] = await Promise.all(['/made-up-1', '/made-up-2'].map(async (each) => (await ask(each)).text()))
    expect(one).toBe(other)
  })

  test('a redirect gives way to a page at its address', async () => {
    const { call } = await desk.as('editor')
    expect((await call('POST /redirects', { body: { from: '/given-way', to: '/services' } })).status).toBeLessThan(300)
    await answers('/given-way', 301)
    await published('given-way')
    await answers('/given-way', 200)
  })

  test('are exported to a file that loads again without a change', async () => {
    await published('exported')
    const folder = contentFolderWith({})
    await exportContent(desk.database, folder, folder)
    const before = await editing((await desk.as('editor')).call, TYPE, 1).read()
    await loadContent(desk.database, folder, new Date(), { replace: true })
    const after = await editing((await desk.as('editor')).call, TYPE, 1).read()
    for (const part of PARTS) expect(after.parts[part].fields).toEqual(before.parts[part].fields)
    await answers('/exported', 200)
  })

  test('a file with a taken address, no opening or an unknown kind is refused with its line', {
    tags: 'slow',
  }, async () => {
    const inFile = (changes: object) => {
      const { shared, en, ar } = landingPage('from-a-file')
      const page = {
        title: { en: en.title, ar: ar.title },
        ...shared,
        words: { en: en.words, ar: ar.words },
        ...changes,
      }
      return loadContent(desk.database, contentFolderWith({ 'landing-pages.json': () => [page] }), new Date())
    }
    await expect(inFile({ slug: 'services' })).rejects.toThrow(
      'slug is the address of another page of the site: /services',
    )
    await expect(inFile({ sections: [] })).rejects.toThrow('must begin with the one section of the kind hero')
    await expect(inFile({ sections: [{ id: 'video-1', kind: 'video', is_shown: true }] })).rejects.toThrow('sections')
    await expect(
      inFile({ sections: [{ id: 'hero-1', kind: 'hero', is_shown: true, link: 'javascript:alert(1)' }] }),
    ).rejects.toThrow('has a link to no page of the site')
    await expect(
      inFile({ sections: [{ id: 'hero-1', kind: 'hero', is_shown: true, picture: 'nowhere/at-all.webp' }] }),
    ).rejects.toThrow('names a picture that is not there')
  })

  test('a preview stands in the frame of the desk only, and follows the slug', async () => {
    const { page, call, fields } = await write('framed')
    const { links } = await bodyOf<{ links: { en: string } }>(
      call('GET /content/:type/:id/preview', { params: page.params }),
    )
    const { search } = new URL(links.en)
    const look = (address: string, headers = {}) => fetch(site.url + address, { headers, redirect: 'manual' })
    expect((await look(`/${search}`)).headers.get('location')).toBe(`/framed${search}`)
    await page.save('shared', { ...fields.shared, slug: 'framed-anew' })
    expect((await look(`/framed${search}`)).headers.get('location')).toBe(`/framed-anew${search}`)
    const alone = await look(`/framed-anew${search}`)
    expect(await alone.text()).toContain('Meet us hero')
    expect(alone.headers.get('x-frame-options')).toBe('DENY')
    // The desk of the site opens last.
    await expect
      .poll(
        async () =>
          (await look(`/framed-anew${search}`, { 'sec-fetch-dest': 'iframe' })).headers.get('x-frame-options'),
        SHOWN,
      )
      .toBeNull()
    const inFrame = await look(`/framed-anew${search}`, { 'sec-fetch-dest': 'iframe' })
    expect(inFrame.headers.get('content-security-policy')).toMatch(/frame-ancestors http:\/\/localhost:\d+/)
    const shared = await look('/services', { 'sec-fetch-dest': 'iframe' })
    expect(shared.headers.get('x-frame-options')).toBe('DENY')
  })
})
