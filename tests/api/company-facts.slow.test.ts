import { createTranslator } from 'use-intl/core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ContentRecord } from '#domain/content/records.ts'
import type { ContentType } from '#domain/content/types/index.ts'
import { LANGUAGES, type Language, localeOf } from '#texts/languages.ts'
import { promisesIn } from '#texts/promises.ts'
import { aContactMessage } from '../support/builders.ts'
import { editing } from '../support/content-record.ts'
import { DATABASES, freshDatabaseOf } from '../support/databases.ts'
import { type Caller, startDesk } from '../support/desk-api.ts'
import { duringTests } from '../support/during-tests.ts'
import { startSiteOn } from '../support/start-site.ts'
import { STARTER_COMPANY, starterTexts } from '../support/starter-company.ts'

const SHOWN = { timeout: 60_000 }

describe.each(DATABASES)('on %s', (name) => {
  let editor: Caller
  const settings = duringTests(freshDatabaseOf(name))
  const site = duringTests(() => startSiteOn(settings))
  const desk = duringTests(() => startDesk(settings))
  beforeAll(async () => {
    editor = (await desk.as('editor')).call
  })

  const read = async (path: string, language: Language = 'en') => {
    const address = language === 'ar' ? (path === '/' ? '/ar' : `/ar${path}`) : path
    return (await fetch(site.url + address)).text()
  }

  async function publish(type: ContentType, changes: Record<string, object>, id = 1) {
    const params = { type, id: String(id) }
    const { parts } = (await (await editor('GET /content/:type/:id', { params })).json()) as ContentRecord
    const wanted = Object.entries(changes).map(([part, fields]) => ({
      part,
      version: parts[part as Language].version,
      fields,
    }))
    const saved = await editor('PUT /content/:type/:id', { params, body: { parts: wanted } })
    expect(saved.status).toBe(200)
    const after = ((await saved.json()) as ContentRecord).parts
    const published = wanted.map(({ part }) => ({ part, version: after[part as Language].version }))
    const done = await editor('POST /content/:type/:id/publish', { params, body: { parts: published } })
    expect([type, done.status, done.ok ? '' : await done.text()]).toEqual([type, 200, ''])
  }

  async function send() {
    const response = await fetch(`${site.url}/api/guest-api/contact-us`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'test' },
      body: JSON.stringify(aContactMessage()),
    })
    return (await response.json()) as { message: string; reference: string }
  }

  test('a new name is on every page, in structured data, feeds, manifest and the texts for later pages', async () => {
    const names = { en: 'Harf & Sons "Ltd"', ar: 'حرف وأبناؤه' }
    await publish('company', { en: { name: names.en }, ar: { name: names.ar } })
    const inHtml = { en: 'Harf &amp; Sons &quot;Ltd&quot;', ar: names.ar }
    for (const language of LANGUAGES) {
      await expect.poll(() => read('/', language), SHOWN).toContain(`· ${inHtml[language]}</title>`)
      for (const path of ['/', '/jobs', '/careerApply/1', '/terms-conditions', '/nowhere']) {
        const html = await read(path, language)
        expect([path, html.includes(inHtml[language])]).toEqual([path, true])
        expect([path, html.includes(`· ${STARTER_COMPANY.name[language]}</title>`)]).toEqual([path, false])
      }
      const data = (await read('/', language)).matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)
      expect([...data].map(([, json]) => JSON.parse(json as string).name)).toContain(names[language])
      expect(JSON.parse(await read('/manifest.webmanifest', language)).name).toBe(names[language])
      expect(await read('/jobs.rss', language)).toContain(language === 'en' ? 'Harf &amp; Sons' : names.ar)
      expect(JSON.parse(await (await fetch(`${site.url}/assets/i18n/${language}.json`)).text()).shell.companyName).toBe(
        names[language],
      )
      const [, url] = /data-texts="([^"]+)"/.exec(await read('/', language)) ?? []
      const later = await fetch(site.url + url)
      expect(later.headers.get('cache-control')).toContain('immutable')
      expect((await later.json()).texts.shell.companyName).toBe(names[language])
      // A cached page asks for the former texts' address and gets the current ones.
      const former = await fetch(site.url + (url as string).replace(/-[0-9a-f]+\.json$/, '-000000000000.json'))
      expect([former.status, former.headers.get('cache-control')]).toEqual([200, 'no-store'])
    }
  })

  test('promises and the prefix of references hold for what is sent from then on', async () => {
    const { reference: former } = await send()
    await publish('company', {
      shared: { promise_contact_message: 7, promise_privacy_request: 9, reference_prefix: 'HRF' },
    })
    const promises = { ...STARTER_COMPANY.promises, 'contact-message': 7, 'privacy-request': 9 }
    for (const language of LANGUAGES)
      await expect
        .poll(() => read('/contact', language), SHOWN)
        .toContain(promisesIn(language, promises)['contact-message'])
    for (const language of LANGUAGES) {
      expect(await read('/privacy-policy', language)).toContain(promisesIn(language, promises)['privacy-request'])
      expect(await read('/application', language)).toContain('HRF-7K3M-9XQ2')
    }
    const { reference, message } = await send()
    expect(reference).toMatch(/^HRF-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    expect(message).toContain('seven working days')
    const { call } = await desk.as('recruiter')
    for (const each of [former, reference])
      expect((await call('GET /submissions/:id', { params: { id: each } })).status).toBe(200)
    const found = await (await call('GET /submissions', { query: { search: former } })).json()
    expect(JSON.stringify(found)).toContain(former)
    const due = await desk.database.queries
      .selectFrom('submissions')
      .select(['reference', 'answer_due_at'])
      .orderBy('answer_due_at')
      .execute()
    expect(due.map((each) => each.reference)).toEqual([former, reference])
  })

  test('counters, the year and the countdown are those of the content', async () => {
    const opensOn = `${new Date().getUTCFullYear() + 1}-05-06`
    await publish('company', {
      shared: { home_clients: 1234, founded: 1987, countdown_opens_on: opensOn, countdown_opens_at: '08:30' },
    })
    await expect.poll(() => read('/'), SHOWN).toContain('1,234+')
    expect(await read('/', 'ar')).toContain('١٬٢٣٤')
    expect(await read('/about')).toContain('since 1987')
    expect(await read('/about', 'ar')).toContain('١٩٨٧')
    expect(await read('/')).toContain('"foundingDate":"1987"')
    expect(await read('/testimonials')).toContain('1,234 active clients')
    expect(await read('/coming-soon')).toMatch(new RegExp(`(6 May|May 6,) ${opensOn.slice(0, 4)}`))
  })

  test('the people of the home page and of /team are the same, and /jobs counts its seats by the company', async () => {
    await publish('company', { shared: { about_members: 12 } })
    await publish('team', { en: { name: 'Nadia Aziz' }, ar: { name: 'نادية عزيز' } })
    for (const path of ['/', '/team']) {
      await expect.poll(() => read(path), SHOWN).toContain('Nadia Aziz')
      expect(await read(path, 'ar')).toContain('نادية عزيز')
    }
    const open = JSON.parse(await read('/api/guest-api/job')).data.length
    for (const language of LANGUAGES) {
      const say = createTranslator({ locale: localeOf(language), messages: starterTexts(language), namespace: 'jobs' })
      expect(await read('/jobs', language)).toContain(say('lead', { open, total: 12 + open, taken: 12 }))
    }
  })

  const LISTS: [type: ContentType, field: string, paths: string[]][] = [
    ['prices', 'audience', ['/pricing']],
    ['questions', 'question', ['/faq']],
    ['testimonials', 'quote', ['/testimonials']],
    ['notes', 'title', ['/blog', '/blog-details', '/blog.rss']],
    ['case-studies', 'subject', ['/case-study', '/case-study-details']],
  ]

  test.each(LISTS)('%s: published records are shown, removed ones are gone', async (type, field, paths) => {
    await publish(type, { en: { [field]: `Changed ${type}` }, ar: { [field]: `تغيّر ${type}` } })
    for (const path of paths) {
      await expect.poll(() => read(path), SHOWN).toContain(`Changed ${type}`)
      expect(await read(path, 'ar')).toContain(`تغيّر ${type}`)
    }
    const list = (await (await editor('GET /content/:type', { params: { type } })).json()) as {
      items: { id: number }[]
    }
    for (const { id } of list.items) expect((await editing(editor, type, id).unpublish()).status).toBe(200)
    for (const path of paths) await expect.poll(() => read(path), SHOWN).not.toContain(`Changed ${type}`)
    const [page = ''] = paths
    expect((await fetch(site.url + page)).status).toBe(200)
    const details = paths.find((path) => path.endsWith('-details'))
    if (details) await expect.poll(async () => (await fetch(site.url + details)).status, SHOWN).toBe(404)
    expect(await read('/sitemap.xml')).toContain('/contact')
  })

  test('the company itself cannot be taken from the site, and two notes have two words', async () => {
    expect((await editing(editor, 'company', 1).unpublish()).status).toBe(404)
    const { id } = (await (await editor('POST /content/:type', { params: { type: 'notes' } })).json()) as { id: number }
    const params = { type: 'notes', id: String(id) }
    const parts = [{ part: 'shared', version: 1, fields: { slug: 'A slug' } }]
    const saved = await editor('PUT /content/:type/:id', { params, body: { parts } })
    const { checks } = (await saved.json()) as { checks: { field: string; check: string }[] }
    expect(checks).toContainEqual(expect.objectContaining({ field: 'slug', check: 'format' }))
  })
})
