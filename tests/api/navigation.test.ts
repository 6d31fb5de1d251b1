import { describe, expect, test } from 'vitest'
import { MAX_MENU_ENTRIES, MENU_PAGES, type MenuEntry } from '#contract/navigation.ts'
import type { Check } from '#domain/content/checks.ts'
import { watchContentVersion } from '#domain/content/content-version.ts'
import { exportContent } from '#domain/content/export-content.ts'
import { loadContent } from '#domain/content/load-content.ts'
import type { Part } from '#domain/content/types/definition.ts'
import { ROLES } from '#domain/people/rights.ts'
import { calendarDay, daysAfter } from '#domain/platform/calendar.ts'
import { formatNumber } from '#texts/dates-and-numbers.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { ADDRESSES, addressIn } from '../support/addresses.ts'
import { contentFolderWith } from '../support/content-folder.ts'
import { type Described, editing } from '../support/content-record.ts'
import { databasesByTurn, freshDatabaseOf } from '../support/databases.ts'
import { type Caller, startDesk } from '../support/desk-api.ts'
import { duringTests } from '../support/during-tests.ts'
import { freePort } from '../support/free-port.ts'
import { startSiteOn } from '../support/start-site.ts'
import { starterNavigation } from '../support/starter-company.ts'

const TYPE = 'navigation'
const ZONE = 'Africa/Cairo'
/** Published words are on the site within a second; a busy machine gets more time. */
const SHOWN = { timeout: 20_000 }
const WORDS = { en: 'Closed on Thursday', ar: 'عطلة يوم الخميس' }
const today = () => calendarDay(new Date(), ZONE)

const MENU: MenuEntry[] = Object.keys(MENU_PAGES).map((page) => ({
  page,
  label: {
    en: starterNavigation('en').header.find((link) => link.page === page)?.label ?? '',
    ar: starterNavigation('ar').header.find((link) => link.page === page)?.label ?? '',
  },
}))
const link = (to: string, en = 'Added', ar = 'مضاف'): MenuEntry => ({ to, label: { en, ar } })

const partOf = (html: string, name: 'header' | 'footer') =>
  new RegExp(`<${name}.*?</${name}>`, 's').exec(html)?.[0] ?? ''
/** Links of the first list of links. */
const menuIn = (html: string) =>
  [...(/<nav.*?<\/nav>/s.exec(html)?.[0] ?? '').matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)/g)].map(
    ([, to, label]) => [to, label],
  )

describe.each(databasesByTurn(0))('navigation and footer on %s', (name) => {
  const settings = duringTests(freshDatabaseOf(name))
  const site = duringTests(async () => startSiteOn(settings, { DESK_PORT: String(await freePort()) }))
  const desk = duringTests(() =>
    startDesk(settings, {
      isPageAddress: (path) => ADDRESSES.includes(path.split(/[?#]/)[0] as (typeof ADDRESSES)[number]),
    }),
  )

  const ask = async (address: string) => (await fetch(site.url + address)).text()
  const shows = (address: string, text: string) => expect.poll(() => ask(address), SHOWN).toContain(text)
  const hides = (address: string, text: string) => expect.poll(() => ask(address), SHOWN).not.toContain(text)
  const editor = async () => editing((await desk.as('editor')).call, TYPE, 1)

  async function put(fields: Partial<Record<Part, object>>) {
    const record = await editor()
    const parts = Object.keys(fields) as Part[]
    for (const part of parts) expect((await record.save(part, fields[part] as object)).status).toBe(200)
    return record.publish(...parts)
  }

  async function publish(fields: Partial<Record<Part, object>>) {
    expect((await put(fields)).status).toBe(200)
  }

  async function blocking(fields: Partial<Record<Part, object>>) {
    const answer = await put(fields)
    const { details } = (await answer.json()) as { details: { checks: Check[] } }
    expect(answer.status).toBe(409)
    return details.checks.flatMap(({ check, isBlocking, field, language, values }) =>
      isBlocking ? [[check, field, language, values]] : [],
    )
  }

  const announce = (shared: object = {}, words: { en: string; ar: string } = WORDS) =>
    ({
      shared: {
        announcement_is_shown: true,
        announcement_link: null,
        announcement_from: null,
        announcement_until: null,
        ...shared,
      },
      en: { announcement_text: words.en },
      ar: { announcement_text: words.ar },
    }) as const

  test('there is one record, which is published and has the words of the specification', async () => {
    const { call } = await desk.as('editor')
    const { navigation } = (await (await call('GET /pages')).json()) as { navigation: Described }
    expect(navigation).toMatchObject({ id: 1, isPublished: true })
    for (const language of LANGUAGES) {
      const html = await ask(addressIn(language, '/about'))
      const wanted = starterNavigation(language)
      const links = wanted.header.map(({ to, label }) => [addressIn(language, to), label])
      expect(menuIn(partOf(html, 'header'))).toEqual(links)
      expect(menuIn(partOf(html, 'footer'))).toEqual(links)
      const footer = partOf(html, 'footer')
      for (const words of [wanted.intro, ...Object.values(wanted.headings)]) expect(footer).toContain(words)
      expect(footer).toContain(`© ${formatNumber(Number(today().slice(0, 4)), language, { useGrouping: false })}`)
      expect(html).not.toContain('<aside')
    }
  })

  test('words, order and further links reach header, footer and breadcrumbs in both languages', async () => {
    const [home, about, ...others] = MENU as [MenuEntry, MenuEntry, ...MenuEntry[]]
    const renamed = { ...about, label: { en: 'Who we are', ar: 'تعريف بنا' } }
    await publish({
      shared: {
        header: [home, ...others, renamed, link('/pricing', 'Prices', 'الأسعار'), link('https://shop.example/?a=1')],
      },
    })
    for (const language of LANGUAGES) {
      const address = addressIn(language, '/about')
      await shows(address, renamed.label[language])
      const html = await ask(address)
      const wanted = [
        ...[home, ...others, renamed].map(({ page, label }) => [
          addressIn(language, MENU_PAGES[page as keyof typeof MENU_PAGES]),
          label[language],
        ]),
        [addressIn(language, '/pricing'), language === 'ar' ? 'الأسعار' : 'Prices'],
        ['https://shop.example/?a=1', language === 'ar' ? 'مضاف' : 'Added'],
      ]
      expect(menuIn(partOf(html, 'header'))).toEqual(wanted)
      expect(menuIn(partOf(html, 'footer'))).toEqual(wanted)
      expect(partOf(html, 'header')).toMatch(new RegExp(`aria-current="page"[^>]*>${renamed.label[language]}`))
      expect(html).toContain(`<span aria-current="page">${renamed.label[language]}</span>`)
    }
    await publish({ shared: { header: MENU } })
    await hides('/about', 'Who we are')
  })

  test('words and links of the footer reach every page, with the values that are inserted', async () => {
    const terms = { page: 'terms', label: { en: 'Terms', ar: 'الشروط' } }
    await publish({
      en: { footer_intro: 'Since {{founded}}, {{company-name}}.', footer_copyright: '{{year}} by {{company-name}}' },
      shared: {
        footer_work_links: [],
        footer_legal_links: [link('/privacy-policy', 'Privacy', 'الخصوصية'), terms],
      },
    })
    await shows('/contact', 'Since 2015, Nuqta.')
    const footer = partOf(await ask('/contact'), 'footer')
    expect(footer).toContain(`<p>${today().slice(0, 4)} by Nuqta</p>`)
    expect(footer).not.toContain('href="/case-study"')
    expect(footer).not.toContain(starterNavigation('en').headings.work)
    expect(footer.indexOf('href="/privacy-policy"')).toBeLessThan(footer.indexOf('href="/terms-conditions"'))
  })

  test.each([
    ['a page too few', MENU.slice(1)],
    ['a page twice', [...MENU, MENU[0]]],
    ['an unknown page', [...MENU.slice(1), { page: 'shop', label: { en: 'Shop', ar: 'متجر' } }]],
    ['a page that leads elsewhere', [{ ...MENU[0], to: '/faq' }, ...MENU.slice(1)]],
    ['neither page nor address', [...MENU, { label: { en: 'Nowhere', ar: 'لا مكان' } }]],
    ['too many links', [...MENU, ...Array.from({ length: MAX_MENU_ENTRIES }, () => link('/faq'))]],
    ['a label of a hundred letters', [...MENU, link('/faq', 'a'.repeat(100))]],
    ['no list', { home: '/' }],
    ['no words', [...MENU, { to: '/faq' }]],
  ])('the draft of a menu with %s is refused', async (_what, header) => {
    const record = await editor()
    expect((await record.save('shared', { header })).status).toBe(422)
  })

  test.each([
    ['javascript:alert(1)', 'targetFormat'],
    ['JAVASCRIPT:alert(1)', 'targetFormat'],
    ['data:text/html,x', 'targetFormat'],
    ['http://shop.example', 'targetFormat'],
    ['//shop.example', 'targetFormat'],
    ['/\\shop.example', 'targetFormat'],
    ['mailto:a@b.example', 'targetFormat'],
    ['pricing', 'targetFormat'],
    ['', 'targetFormat'],
    ['/nothing-here', 'brokenLink'],
    ['/services-details/9999', 'brokenLink'],
  ])('a link to “%s” is not published', async (to, check) => {
    expect(await blocking({ shared: { header: [...MENU, link(to)] } })).toEqual([[check, 'header', null, [to]]])
    expect(await blocking({ shared: { header: MENU, announcement_link: to || '/x y' } })).toEqual([
      [check, 'announcement_link', null, [to || '/x y']],
    ])
    await (await editor()).discard('shared')
  })

  test.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['marks of direction', '\u200f\u202e\u2066'],
    ['spaces without width', '\u200b\u200b'],
  ])('a link whose Arabic words are %s is not published', async (_what, ar) => {
    expect(await blocking({ shared: { header: [...MENU, link('/faq', 'FAQ', ar)] } })).toEqual([
      ['entryUnnamed', 'header', 'ar', ['/faq']],
    ])
    await (await editor()).discard('shared')
  })

  test('marks of direction in words do not reach the page', async () => {
    await publish({ shared: { header: [...MENU, link('/faq', '\u202eFAQ\u202c', 'أسئلة\u200f')] } })
    await shows('/about', '>FAQ<')
    expect(await ask('/ar/about')).toContain('>أسئلة<')
    await publish({ shared: { header: MENU } })
  })

  test('an announcement stands above the header in both languages, in the page as it arrives', async () => {
    await publish(announce({ announcement_link: '/faq' }))
    for (const language of LANGUAGES) {
      for (const address of ['/', '/ai-startup', '/contact', '/nothing-here']) {
        await shows(addressIn(language, address), WORDS[language])
        const html = await ask(addressIn(language, address))
        expect(html.indexOf('<aside')).toBeLessThan(html.indexOf('<header'))
        expect(html).toContain(`href="${addressIn(language, '/faq')}"`)
      }
    }
    await publish({ shared: { announcement_is_shown: false } })
    await hides('/', WORDS.en)
    expect(await ask('/')).not.toContain('<aside')
  })

  test.each([
    ['begins tomorrow', { announcement_from: daysAfter(today(), 1) }],
    ['ended yesterday', { announcement_until: daysAfter(today(), -1) }],
  ])('an announcement that %s is not shown', async (what, days) => {
    await publish(announce(days, { en: `It ${what}`, ar: `موعده ${what}` }))
    await publish({ en: { footer_company: `Company, ${what}` } })
    await shows('/about', `Company, ${what}`)
    expect(await ask('/about')).not.toContain(`It ${what}`)
  })

  test('an announcement is shown on its first and its last day', async () => {
    await publish(
      announce({ announcement_from: today(), announcement_until: today() }, { en: 'Today only', ar: 'اليوم فقط' }),
    )
    await shows('/about', 'Today only')
  })

  test('an announcement leaves the pages when its last day is over, without a new publication', async () => {
    const day = daysAfter(today(), 7)
    await publish(announce({ announcement_until: day }))
    let now = new Date(`${day}T12:00:00Z`)
    const watch = await watchContentVersion(desk.database, () => now)
    const before = watch.current()
    expect(before.siteContent.pages.ar.navigation.announcement).toEqual({ text: WORDS.ar })
    now = new Date(`${daysAfter(day, 1)}T12:00:00Z`)
    await watch.refresh()
    watch.stop()
    expect(watch.current()).not.toBe(before)
    expect(watch.current().content).toBe(before.content)
    for (const language of LANGUAGES)
      expect(watch.current().siteContent.pages[language].navigation.announcement).toBeUndefined()
  })

  test('an announcement without words in one language, and one that ends before it begins, are not published', async () => {
    expect(await blocking(announce({}, { en: 'Only English', ar: '' }))).toEqual([
      ['missing', 'announcement_text', 'ar', []],
    ])
    expect(await blocking(announce({}, { en: '', ar: '' }))).toEqual([
      ['missing', 'announcement_text', 'en', []],
      ['missing', 'announcement_text', 'ar', []],
    ])
    const days = { announcement_from: '2027-02-02', announcement_until: '2027-02-01' }
    expect(await blocking(announce(days))).toEqual([['untilBeforeFrom', 'announcement_until', null, []]])
    await (await editor()).discard('shared', 'en', 'ar')
  })

  test.each(ROLES.filter((role) => !['owner', 'editor'].includes(role)))('a %s changes nothing', async (role) => {
    const { call } = await desk.as(role)
    const body = { parts: [{ part: 'shared' as const, version: 1, fields: { header: MENU } }] }
    const params = { type: TYPE, id: '1' }
    expect((await (call as Caller)('PUT /content/:type/:id', { params, body })).status).toBe(403)
  })

  test('exported files hold what was published, and loading them changes nothing', async () => {
    await publish({ ...announce(), shared: { ...announce().shared, header: [...MENU, link('/faq')] } })
    const folder = contentFolderWith({})
    await exportContent(desk.database, folder, folder)
    const before = await (await editor()).read()
    await loadContent(desk.database, folder, new Date(), { replace: true })
    const after = await (await editor()).read()
    expect(after.parts).toEqual(before.parts)
  })

  test('a file with a fault is refused, by its line', async () => {
    const load = (change: (file: { header: MenuEntry[] }) => object) =>
      loadContent(desk.database, contentFolderWith({ 'navigation.json': change as never }), new Date(), {
        replace: true,
      })
    await expect(load((file) => ({ ...file, header: file.header.slice(1) }))).rejects.toThrow(/navigation\.json.*home/s)
    await expect(load((file) => ({ ...file, header: [...file.header, link('javascript:alert(1)')] }))).rejects.toThrow(
      'javascript:alert(1)',
    )
    await expect(
      load((file) => ({ ...file, header: [...file.header, link('/faq', 'FAQ', '\u200f')] })),
    ).rejects.toThrow('must have something to see')
  })
})
