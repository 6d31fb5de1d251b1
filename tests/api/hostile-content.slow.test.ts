import { expect, test } from 'vitest'
import { translatedFields } from '#domain/content/parts.ts'
import type { ContentRecord } from '#domain/content/records.ts'
import type { ContentType } from '#domain/content/types/index.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { addressIn } from '../support/addresses.ts'
import { startDesk } from '../support/desk-api.ts'
import { duringTests } from '../support/during-tests.ts'
import { startSite } from '../support/start-site.ts'

/** Published content is text for visitors, never markup. */

const site = duringTests(startSite)
const desk = duringTests(() => startDesk({ dataDirectory: site.dataFolder }))

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</script>--></textarea></title><b>',
  '" onmouseover=alert(1) x="',
  '[a](javascript:alert(1)) [b](JAVASCRIPT&#58;alert(1)) [c](data:text/html,x) [d](//evil.example) <a href="javascript:alert(1)">e</a>',
  'a\u202eb\u2028\u0007\u001b[2Jc',
]
/** The attack as unescaped HTML. */
const RAW =
  /href="(?:javascript|data|\/\/evil)|<script>alert|<img src=x|<\/textarea><\/title><b>|[^\\]" onmouseover=alert/
const CONTROL_CHARACTERS = /[^\P{Cc}\t\r\n]/u
const faultIn = (page: string) => (RAW.exec(page) ?? CONTROL_CHARACTERS.exec(page))?.[0]

const RECORDS: [type: ContentType, pages: string[]][] = [
  ['services', ['/', '/services', '/services-details/1']],
  ['projects', ['/projectsOverView/0', '/projects-details/1', '/app-details/1']],
  ['jobs', ['/jobs', '/careerApply/1', '/jobs.rss']],
  ['categories', ['/projects', '/projectsOverView/1']],
  ['reviews', ['/']],
  ['team', ['/']],
  ['contact-info', ['/contact', '/']],
  ['company', ['/', '/jobs', '/careerApply/1', '/sign-in', '/terms-conditions', '/jobs.rss']],
  ['prices', ['/pricing']],
  ['questions', ['/faq']],
  ['testimonials', ['/testimonials']],
  ['notes', ['/blog', '/blog-details', '/blog.rss']],
  ['case-studies', ['/case-study', '/case-study-details']],
]
/** These become parts of addresses, and two jobs have the same. */
const KEYED = ['team', 'city']

test.each(HOSTILE)('%j is shown as text wherever it was written, in both languages', async (text) => {
  const published = `mark-${HOSTILE.indexOf(text)}`
  const markOf = (type: ContentType) => `${published}-${type}.`
  for (const [type] of RECORDS) await publish(type, `${text} ${markOf(type)}`)
  for (const language of LANGUAGES)
    for (const page of new Set(RECORDS.flatMap(([, pages]) => pages))) {
      const address = site.url + addressIn(language, page)
      const read = async () => (await fetch(address)).text()
      const marks = RECORDS.filter(([, pages]) => pages.includes(page)).map(([type]) => markOf(type))
      const missing = async () => {
        const html = await read()
        return marks.filter((mark) => !html.includes(mark))
      }
      if (!page.includes('.')) await expect.poll(missing, { timeout: 5000 }).toEqual([])
      expect([address, faultIn(await read())]).toEqual([address, undefined])
    }
})

async function publish(type: ContentType, text: string) {
  const { call } = await desk.as('editor')
  const params = { type, id: '1' }
  const record = (await (await call('GET /content/:type/:id', { params })).json()) as ContentRecord
  const parts = LANGUAGES.map((part) => ({
    part,
    version: record.parts[part].version,
    fields: Object.fromEntries(
      translatedFields(type)
        .filter(
          ({ name, maxLength = Infinity }) =>
            text.length <= maxLength && (type === 'contact-info' || !KEYED.includes(name)),
        )
        .map(({ name, kind }) => {
          const many = (record.parts[part].fields[name] as string[]).length
          return [name, kind === 'list' ? Array.from({ length: many }, () => text) : text]
        }),
    ),
  }))
  const saved = (await (await call('PUT /content/:type/:id', { params, body: { parts } })).json()) as ContentRecord
  const wanted = LANGUAGES.map((part) => ({ part, version: saved.parts[part].version }))
  const answer = await call('POST /content/:type/:id/publish', { params, body: { parts: wanted } })
  expect([type, answer.status]).toEqual([type, 200])
}

test('the few marks of a text are elements on its page, and left out where words alone are wanted', async () => {
  const { call } = await desk.as('editor')
  const params = { type: 'jobs', id: '2' }
  const record = (await (await call('GET /content/:type/:id', { params })).json()) as ContentRecord
  const text = 'You **lead** it, see [our work](/projects):\n- build\n- *ship*'
  const parts = LANGUAGES.map((part) => ({
    part,
    version: record.parts[part].version,
    fields: { ...record.parts[part].fields, description: text },
  }))
  const saved = (await (await call('PUT /content/:type/:id', { params, body: { parts } })).json()) as ContentRecord
  const wanted = LANGUAGES.map((part) => ({ part, version: saved.parts[part].version }))
  await call('POST /content/:type/:id/publish', { params, body: { parts: wanted } })

  const read = async (path: string) => (await fetch(site.url + path)).text()
  for (const [page, link] of [
    ['/careerApply/2', '/projects'],
    ['/ar/careerApply/2', '/ar/projects'],
    ['/ar/jobs', '/ar/projects'],
  ] as const) {
    await expect.poll(() => read(page), { timeout: 5000 }).toMatch(/<strong[^>]*>lead<\/strong>/)
    expect(await read(page)).toMatch(new RegExp(`<a [^>]*href="${link}"[^>]*>our work</a>`))
    expect(await read(page)).toMatch(/<li>build<\/li><li><em[^>]*>ship<\/em><\/li>/)
  }
  const posting = /<script type="application\/ld\+json">(\{[^<]*"JobPosting"[^<]*)</.exec(await read('/careerApply/2'))
  const { description } = JSON.parse(posting?.[1] as string) as { description: string }
  expect(description).toContain('<p>You lead it, see our work:</p><ul><li>build</li><li>ship</li></ul>')
  expect(await read('/jobs.rss')).toContain('You lead it, see our work:')
  const answer = await (await fetch(`${site.url}/api/guest-api/job/2`)).json()
  expect(answer).toMatchObject({ data: { description: text } })
})
