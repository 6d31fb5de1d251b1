import { describe, expect, test } from 'vitest'
import { loadContent } from '#domain/content/load-content.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { type PageRoute, ROUTES } from '#site/route-table.ts'
import { aContactMessage } from '../support/builders.ts'
import { contentFolderWith, publishOnSite } from '../support/content-folder.ts'
import { duringTests, untilTestEnds } from '../support/during-tests.ts'
import { freePort } from '../support/free-port.ts'
import { sendForm } from '../support/own-page.ts'
import { sendPipelined } from '../support/raw-http.ts'
import { startSite } from '../support/start-site.ts'

/** Cached pages are current, and strangers can neither fill the cache nor occupy the renderer. */

let metrics: string
const site = duringTests(async () => {
  const port = await freePort()
  metrics = `http://127.0.0.1:${port}/metrics`
  return startSite({ METRICS_PORT: String(port) })
})

const AT_ONCE = 10

const get = (address: string, headers: Record<string, string> = {}) => fetch(site.url + address, { headers })
const textOf = async (address: string) => (await get(address)).text()

async function rendersDuring(work: () => Promise<unknown>) {
  const before = await countRenders()
  await work()
  return (await countRenders()) - before
}

async function countRenders() {
  const figures = await (await fetch(metrics)).text()
  const counts = [...figures.matchAll(/^nuqta_page_renders_total\{.*\} (\d+)$/gm)]
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}

describe('content that changes', () => {
  test('the first view after a change shows it', async () => {
    for (const address of ['/services', '/services-details/1', '/'])
      expect(await textOf(address)).not.toContain('Freshly Named')
    await publishOnSite(site, {
      'services.json': (services) => {
        services[0].title.en = 'Freshly Named'
      },
    })
    for (const address of ['/services', '/services-details/1', '/'])
      expect(await textOf(address)).toContain('Freshly Named')
  })

  test('a change renders those pages again that it concerns, and no other', async () => {
    const database = await openDatabase({ dataDirectory: site.dataFolder })
    const rename = async (title: string) => {
      const folder = contentFolderWith({
        'services.json': (services) => {
          services[0].title.en = title
        },
      })
      await loadContent(database, folder, new Date(), { replace: true })
      await expect.poll(() => textOf('/services')).toContain(title)
    }
    await rename('A first name')
    const others = ['/projectsOverView/0', '/ar/projectsOverView/0', '/faq', '/jobs']
    const readOthers = async () => {
      for (const address of others) expect((await get(address)).status).toBe(200)
    }
    await readOthers()
    await rename('A second name')
    await database.close()
    expect(await rendersDuring(readOthers)).toBe(0)
    expect(await rendersDuring(() => textOf('/services-details/1'))).toBe(1)
    expect(await textOf('/services-details/1')).toContain('A second name')
  })

  test.each([
    // A known number, so that the page can answer 410.
    ['jobs.json', 'careerApply', 410],
    ['services.json', 'services-details', 404],
    ['projects.json', 'projects-details', 404],
    ['projects.json', 'app-details', 404],
  ])('a record removed from %s has no page any more (%s)', async (file, page, status) => {
    let id = 0
    await publishOnSite(site, {
      [file]: (records) => {
        id = records.at(-1).id
      },
    })
    for (const address of [`/${page}/${id}`, `/ar/${page}/${id}`]) expect((await get(address)).status).toBe(200)
    await publishOnSite(site, { [file]: (records) => records.slice(0, -1) })
    for (const address of [`/${page}/${id}`, `/ar/${page}/${id}`]) {
      const gone = await get(address)
      expect(gone.status).toBe(status)
      expect(await gone.text()).not.toContain('<form method="post"')
    }
  })
})

describe('requests of strangers', () => {
  test('a narrowed list of jobs is rendered once, whatever a form leaves empty and others add', async () => {
    const known = (await get('/jobs?team=engineering')).headers.get('etag')
    const renders = await rendersDuring(async () => {
      for (const query of ['?team=engineering&place=&kind=', '?kind=&x=1&team=engineering', '?team=engineering&page=2'])
        expect((await get(`/jobs${query}`)).headers.get('etag')).toBe(known)
    })
    expect(renders).toBe(0)
  })

  test('parameters that a page does not know change nothing and render nothing', async () => {
    const known = (await get('/')).headers.get('etag')
    const renders = await rendersDuring(async () => {
      for (const query of ['?x=1', '?x=2', '?utm_source=mail&fbclid=abc', '?page=3', '?sent=NQ-AAAA-BBBB', '?', '?%00'])
        expect((await get(`/${query}`)).headers.get('etag')).toBe(known)
    })
    expect(renders).toBe(0)
  })

  test('a page that reads a parameter still sees its own', async () => {
    const html = await textOf('/projectsOverView/all?utm_source=mail&page=2')
    expect(html).toBe(await textOf('/projectsOverView/all?page=2'))
    expect(html).not.toBe(await textOf('/projectsOverView/all'))
  })

  test('spellings of one address are one page', async () => {
    const known = (await get('/services')).headers.get('etag')
    const renders = await rendersDuring(async () => {
      for (const address of [
        '/SERVICES',
        '/Services/',
        '/%73ervices',
        '/services?page=1',
        '/services?page=0',
        '/services?page=x',
      ])
        expect((await get(address)).headers.get('etag')).toBe(known)
    })
    expect(renders).toBe(0)
  })

  test.each([
    ['/', ''],
    ['/ar/', ''],
    ['/deep/er/', '/and/deeper'],
    ['/', '.data'],
    ['/services-details/', ''],
    ['/ar/careerApply/', ''],
    ['/projects-details/', '?page=2'],
    ['/blog-details?note=', ''],
    ['/ar/case-study-details?x=1&study=', ''],
  ])('unknown addresses like %s…%s share one rendered page that repeats none of them', async (before, after) => {
    const first = await get(`${before}stranger0${after}`)
    const renders = await rendersDuring(async () => {
      for (let count = 1; count <= 20; count++) {
        const page = await get(`${before}stranger${count}${after}`)
        expect(page.status).toBe(404)
        expect(page.headers.get('etag')).toBe(first.headers.get('etag'))
      }
    })
    const html = await first.text()
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).not.toContain('rel="canonical"')
    expect(html).not.toContain('stranger')
    expect(renders).toBe(0)
  })

  const routes: readonly PageRoute[] = ROUTES
  test.each(
    routes.flatMap(({ path, ids, query }) => [
      ...(ids ? [path.replace(':id', '%')] : []),
      ...(query?.includes('page') ? [`${path.replace(':id', '1')}?page=%`] : []),
    ]),
  )('numbers without a meaning share one rendered page: %s', async (pattern) => {
    for (const prefix of ['', '/ar']) {
      const addressOf = (number: number) => prefix + pattern.replace('%', String(number))
      expect((await get(addressOf(7777))).status).toBe(200)
      const known = (await get(addressOf(7778))).headers.get('etag')
      const renders = await rendersDuring(async () => {
        for (let number = 8000; number < 8020; number++)
          expect((await get(addressOf(number))).headers.get('etag')).toBe(known)
      })
      expect(renders).toBe(0)
    }
  })

  test.each([
    ...['/jobs?team=%', '/jobs?place=%&kind=%', '/jobs?team=engineering&place=%', '/jobs?team=&place=&kind=%'],
  ])('values that no job has lead to one rendered page: %s', async (pattern) => {
    for (const prefix of ['', '/ar']) {
      const addressOf = (number: number) => prefix + pattern.replaceAll('%', `stranger-${number}`)
      const meant = prefix + (pattern.includes('engineering') ? '/jobs?team=engineering' : '/jobs')
      const known = (await get(meant)).headers.get('etag')
      for (let number = 0; number < 20; number++) {
        const response = await fetch(site.url + addressOf(number), { redirect: 'manual' })
        expect([response.status, response.headers.get('location')]).toEqual([302, meant])
      }
      expect((await get(addressOf(20))).headers.get('etag')).toBe(known)
    }
  })

  test.each(ROUTES.filter(({ path }) => !path.endsWith('/:id')).map(({ path }) => path))(
    'whatever strangers add to %s, it is rendered once',
    async (path) => {
      const route = ROUTES.find((each) => each.path === path) as PageRoute
      const names = [...(route.query ?? []), 'utm_source', 'sent', 'done', 'step', 'page', 'q'].filter(
        (name) => name !== route.recordQuery,
      )
      for (const prefix of ['', '/ar']) {
        const address = (prefix + path).replace(/^\/ar\/$/, '/ar')
        await get(address)
        await get(`${address}?page=999`)
        const renders = await rendersDuring(async () => {
          for (const name of names)
            for (const value of ['stranger', '-1', '999', '\u0000', 'a'.repeat(500)])
              await fetch(`${site.url}${address}?${name}=${encodeURIComponent(value)}`, { redirect: 'manual' })
        })
        expect(renders).toBe(0)
      }
    },
  )

  test.each(ROUTES.filter(({ path }) => path.endsWith('/:id')).map(({ path }) => path))(
    'made-up records of %s and what strangers add to them are never rendered anew',
    async (path) => {
      for (const prefix of ['', '/ar']) {
        const statuses = async (ids: string[]) => {
          const found = new Set<number>()
          for (const id of ids)
            for (const query of ['', '?page=7', '?sent=NQ-AAAA-BBBB', '?done=corrected', '?step=erase', '?q=stranger'])
              found.add((await fetch(site.url + prefix + path.replace(':id', id) + query)).status)
          return found
        }
        // The second time the end of a list is known.
        const first = await statuses(['999999999', '999999999'])
        const made = ['999999998', 'stranger', '-1', '0', '1.5', '%20', '%D9%A1', 'a'.repeat(500), 'a'.repeat(43)]
        const renders = await rendersDuring(async () => expect(await statuses(made)).toEqual(first))
        expect([first.size, renders]).toEqual([1, 0])
      }
    },
  )

  test.each(['/services', '/jobs?team=a', '/projects-details/7', '/blog-details?note=x', '/no/page'])(
    'links to previews of %s that open nothing share one page',
    async (path) => {
      for (const prefix of ['', '/ar']) {
        const addressOf = (token: string) => `${prefix}${path}${path.includes('?') ? '&' : '?'}preview=${token}`
        const known = await textOf(addressOf('stranger'))
        const renders = await rendersDuring(async () => {
          for (const token of ['', '1', '%00', 'a'.repeat(500)]) {
            const ended = await get(addressOf(token))
            expect([ended.status, ended.headers.get('cache-control')]).toEqual([404, 'no-store'])
            expect(await ended.text()).toBe(known)
          }
        })
        expect(renders).toBe(0)
      }
    },
  )

  test('a search that finds nothing leads to the message on the page, whatever was typed', async () => {
    for (const path of ['/ai-startup', '/ar/machine-learning'])
      for (const typed of ['zqx', '%20', '%00', 'ضظغ', 'a'.repeat(500)]) {
        const response = await fetch(`${site.url}${path}?q=${typed}`, { redirect: 'manual' })
        expect([response.status, response.headers.get('location')]).toEqual([302, `${path}#nothing-found`])
        expect(await textOf(path)).toContain('id="nothing-found"')
      }
  })

  test('what no cache can keep is limited for each address', async () => {
    const limited = await untilTestEnds(startSite({ SUBMISSIONS_PER_MINUTE: '1' }))
    const { page } = await sendForm(limited.url, 'contact-us', aContactMessage())
    const addresses = [`/ai-startup?q=stranger`, '/ar/machine-learning?q=stranger', page, `/services?preview=x`]
    const statuses: number[] = []
    for (let count = 0; count < 200; count += AT_ONCE)
      statuses.push(
        ...(await Promise.all(
          Array.from({ length: AT_ONCE }, async (_, index) => {
            const address = addresses[index % addresses.length] as string
            return (await fetch(limited.url + address)).status
          }),
        )),
      )
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(100)
    expect(statuses.slice(180).every((status) => status === 429)).toBe(true)
    const refused = await fetch(`${limited.url}/ar/ai-startup?q=stranger`)
    expect([refused.status, refused.headers.get('content-language')]).toEqual([429, 'ar'])
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    for (const address of ['/ai-startup', '/jobs', '/application', '/ar/job-alerts'])
      expect((await fetch(limited.url + address)).status).toBe(200)
  })

  test('more renders than may wait are refused, and pages from memory are still served', async () => {
    const known = (await get('/services', { 'accept-encoding': 'identity' })).headers.get('etag')
    const flood = Array.from({ length: 100 }, (_, count) => `/ai-startup?q=stranger-${count}`)
    const [meanwhile, ...responses] = await sendPipelined(site.url, ['/services', ...flood])
    expect([meanwhile?.status, meanwhile?.headers.etag]).toEqual([200, known])
    const refused = responses.filter(({ status }) => status !== 302)
    expect(responses.length - refused.length).toBe(44)
    for (const { status, headers } of refused) {
      expect([status, headers['cache-control']]).toEqual([503, 'no-store'])
      expect(headers['retry-after']).toMatch(/^\d+$/)
    }
    expect((await get('/ai-startup?q=stranger-1')).status).toBe(200)
  })
})
