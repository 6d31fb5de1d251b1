import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGES } from '#texts/languages.ts'
import { duringTests } from '../support/during-tests.ts'
import { startSite } from '../support/start-site.ts'

const PUBLIC_URL = 'https://nuqta.example'

let pages: Map<string, FoundPage>

const site = duringTests(() => startSite({ PUBLIC_URL }))
beforeAll(async () => {
  // Sample pages are in the menu of the demonstrations only.
  pages = await crawl(['/', '/ar', '/ai-startup', '/ar/ai-startup'])
})

describe('every page that a link leads to', () => {
  test('exists, apart from the error page, which says so', () => {
    const missing = [...pages.values()].filter((page) => page.status !== 200 && !isErrorPage(page))
    expect(missing.map(({ address, status }) => `${status} ${address}`)).toEqual([])
    expect([...pages.values()].filter(isErrorPage).map(({ status }) => status)).not.toContain(200)
  })

  test('has one h1, and a description that says enough and is not cut', () => {
    const faults = indexedPages().flatMap(({ address, html, description }) => [
      ...(html.match(/<h1[\s>]/g)?.length === 1 ? [] : [`${address}: not one h1`]),
      ...(isWithin(description, DESCRIPTION_LENGTHS) ? [] : [`${address}: ${description?.length} ${description}`]),
    ])
    expect(faults).toEqual([])
  })

  test('is its own canonical address, also in the middle of a list', () => {
    // Product 2.4: the last three projects lead to a project's page, also those that have the page of an app.
    const isApp = (address: string, canonical: string | undefined) =>
      canonical === canonicalOf(address.replace('/projects-details/', '/app-details/'))
    const strangers = indexedPages().filter(
      ({ address, canonical }) => canonical !== canonicalOf(address) && !isApp(address, canonical),
    )
    expect(strangers.map(({ address, canonical }) => `${address}: ${canonical}`)).toEqual([])
    const inLists = canonicalPages().filter(({ address }) => /[?&]page=[2-9]/.test(address))
    expect(inLists.length).toBeGreaterThan(4)
  })

  test.each(LANGUAGES)('has a title and a description of its own (%s)', (language) => {
    const found = canonicalPages().filter((page) => page.language === language)
    expect(found.length).toBeGreaterThan(50)
    for (const texts of [found.map(({ title }) => title), found.map(({ description }) => description)])
      expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
    expect(found.map(({ title }) => title).filter((title) => !isWithin(title, TITLE_LENGTHS))).toEqual([])
  })

  test('is hidden from search engines where nothing works yet, or what is sent is one person’s', () => {
    const unlisted = [...pages.values()].filter((page) => page.status === 200 && isUnlisted(page))
    expect(unlisted.map(({ address }) => address).sort()).toEqual([
      '/application',
      '/ar/application',
      '/ar/sign-in',
      '/ar/sign-up',
      '/sign-in',
      '/sign-up',
    ])
  })

  test('names itself and the other language, and is named by it', () => {
    const faults = canonicalPages().flatMap(({ address, alternates }) => {
      const english = address === '/ar' ? '/' : address.replace(/^\/ar(?=\/)/, '')
      const arabic = english === '/' ? '/ar' : `/ar${english}`
      const expected = { en: english, ar: arabic, 'x-default': english }
      const others = [pages.get(english)?.alternates, pages.get(arabic)?.alternates]
      const isClosed = [alternates, ...others].every((each) => isDeepStrictEqual(each, expected))
      return isClosed ? [] : [address]
    })
    expect(faults).toEqual([])
  })

  test('says what a shared link shows', () => {
    const faults = canonicalPages().filter(({ html, canonical }) => {
      const wanted = ['og:title', 'og:description', 'og:type', 'og:locale', 'og:image', 'og:image:alt']
      return wanted.some((name) => !meta(html, name)) || meta(html, 'og:url') !== PUBLIC_URL + canonical
    })
    expect(faults.map(({ address }) => address)).toEqual([])
  })

  test('holds structured data that can be read', () => {
    for (const { html } of pages.values())
      for (const thing of thingsIn(html)) expect(thing).toMatchObject({ '@context': 'https://schema.org' })
  })
})

describe('other spellings', () => {
  test.each([
    ['/Internship', '/internship'],
    ['/about/', '/about'],
    ['/%61bout', '/about'],
    ['/ar/%61BOUT', '/ar/about'],
    ['/ABOUT?utm_source=mail&gclid=1', '/about'],
    ['/?utm_source=mail', '/'],
    ['/AR', '/ar'],
    ['/ar/', '/ar'],
    ['/AR/About/', '/ar/about'],
    ['/careerapply/1/?from=feed', '/careerApply/1'],
    ['/services-details/1/', '/services-details/1'],
    ['/projectsOverView/99', '/projectsOverView/all'],
    ['/projectsoverview/1?page=2', '/projectsOverView/1?page=2'],
    ['/projectsOverView/1?utm_source=mail&page=02', '/projectsOverView/1?page=2'],
    ['/projectsOverView/0?page=1', '/projectsOverView/all'],
    ['/ar/projectsOverView/0?page=999', '/ar/projectsOverView/all?page=4'],
    ['/jobs?page=2', '/jobs'],
    ['/ar/blog-details/?x=1&note=ramadan', '/ar/blog-details?note=ramadan'],
    ['/blog-details?note=', '/blog-details?note=arabic-first'],
    ['/ar/case-study-details', '/ar/case-study-details?study=delta-foods'],
  ])('%s has the canonical address %s', async (address, canonical) => {
    const page = await read(address)
    expect([page.status, page.canonical]).toEqual([200, canonical])
    expect(meta(page.html, 'og:url')).toBe(PUBLIC_URL + canonical)
    expect(Object.values(page.alternates)).toContain(canonical)
  })

  test.each(['/careerApply/01', '/services-details/1.0'])('%s is no other spelling', async (address) => {
    expect((await read(address)).status).toBe(404)
  })

  test.each([
    '/nothing-here',
    '/ar/nothing-here',
    '/services-details/9999',
    '/ar/services-details/abc',
    '/services-details/0',
    '/projects-details/9999',
    '/ar/projects-details/abc',
    '/app-details/9999',
    '/ar/app-details/0',
    '/careerApply/9999',
    '/blog-details?note=nothing',
    '/ar/blog-details?note=-',
    '/case-study-details?study=nothing',
    '/ar/case-study-details?study=%20',
    '/blog/x',
    '/error',
  ])('%s is not there, and is not to be found', async (address) => {
    const { status, html, canonical } = await read(address)
    expect(status).toBe(404)
    expect(html).toContain('<meta name="robots" content="noindex"')
    expect(canonical).toBeUndefined()
  })
})

describe('structured data', () => {
  test('describes the company and the site on the home page', async () => {
    const types = thingsIn((await read('/')).html).map((thing) => thing['@type'])
    expect(types).toEqual(expect.arrayContaining(['Organization', 'WebSite']))
  })

  test.each(LANGUAGES)('describes every open job with what Google requires (%s)', async (language) => {
    const addresses = [...pages.keys()].filter((address) => /^(\/ar)?\/careerApply\/\d+$/.test(address))
    const ofLanguage = addresses.filter((address) => address.startsWith('/ar/') === (language === 'ar'))
    expect(ofLanguage.length).toBeGreaterThan(0)
    for (const address of ofLanguage) {
      const posting = thingsIn(pages.get(address)?.html ?? '').find((thing) => thing['@type'] === 'JobPosting')
      expect(posting).toMatchObject({
        title: expect.any(String),
        description: expect.stringMatching(/^<p>.+<ul><li>/s),
        datePosted: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        validThrough: expect.stringMatching(/^\d{4}-\d\d-\d\dT23:59:59[+-]\d\d:\d\d$/),
        employmentType: expect.stringMatching(/^[A-Z_]+$/),
        hiringOrganization: { name: expect.any(String), logo: expect.stringContaining(PUBLIC_URL) },
        identifier: { '@type': 'PropertyValue', name: expect.any(String), value: expect.any(String) },
        directApply: true,
      })
      // No job is posted longer than it is open.
      expect(Date.parse(String(posting?.validThrough))).toBeGreaterThan(Date.now())
      expect(Date.parse(String(posting?.datePosted))).toBeLessThanOrEqual(Date.now())
      const isRemote = posting?.jobLocationType === 'TELECOMMUTE'
      const country = expect.stringMatching(/^[A-Z]{2}$/)
      expect(posting).toMatchObject(
        isRemote
          ? { applicantLocationRequirements: { name: country } }
          : { jobLocation: { address: { addressCountry: country } } },
      )
    }
  })

  test('stays away from the list of jobs', () => {
    expect(thingsIn(pages.get('/jobs')?.html ?? '').map((thing) => thing['@type'])).toEqual(['BreadcrumbList'])
  })

  test.each(LANGUAGES)(
    'describes every project by its own picture, its technology and its study (%s)',
    async (language) => {
      const addresses = canonicalPages()
        .filter((page) => page.language === language)
        .filter(({ address }) => /\/(app|projects)-details\/\d+$/.test(address))
      expect(addresses).toHaveLength(24)
      const works = addresses.map(({ html }) =>
        thingsIn(html).find((thing) => ['CreativeWork', 'MobileApplication'].includes(String(thing['@type']))),
      )
      for (const work of works) {
        expect(work).toMatchObject({
          name: expect.any(String),
          abstract: expect.any(String),
          dateCreated: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          inLanguage: language,
          url: expect.stringContaining(PUBLIC_URL),
          creator: { '@type': 'Organization', name: expect.any(String) },
          image: expect.arrayContaining([expect.stringMatching(`^${PUBLIC_URL}/media/.+\\.${language}\\.svg$`)]),
          keywords: expect.arrayContaining([expect.any(String)]),
        })
      }
      const pictures = works.map((work) => [work?.image].flat()[0])
      expect(new Set(pictures).size).toBe(works.length)
      const studies = works.flatMap((work) => (work?.subjectOf ? [(work.subjectOf as { url: string }).url] : []))
      expect(studies).toHaveLength(4)
      for (const study of studies) expect(pages.get(study.slice(PUBLIC_URL.length))?.status ?? 0).toBe(200)
    },
  )

  test.each([
    ['/services-details/1', 'Service'],
    ['/case-study-details', 'Article'],
    ['/blog-details', 'BlogPosting'],
    ['/about', 'BreadcrumbList'],
  ])('on %s there is a %s', async (address, type) => {
    expect(thingsIn((await read(address)).html).map((thing) => thing['@type'])).toContain(type)
  })
})

describe('sitemap.xml', () => {
  test('lists exactly the pages that can be found, in both languages, without pages of lists', async () => {
    const text = await (await ask('/sitemap.xml')).text()
    expect(isWellFormed(text)).toBe(true)
    const listed = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => unescaped(address as string))
    const found = canonicalPages()
      .map(({ address }) => PUBLIC_URL + address)
      .filter((address) => !/[?&]page=/.test(address))
    expect(listed.toSorted()).toEqual(found.toSorted())
  })

  test('repeats the alternates of each page', async () => {
    const text = await (await ask('/sitemap.xml')).text()
    const [first = ''] = text.match(/<url>.*?<\/url>/s) ?? []
    expect([...first.matchAll(/hreflang="([^"]*)"/g)].map(([, code]) => code)).toEqual(['en', 'ar', 'x-default'])
  })
})

describe('requests of machines', () => {
  test.each([
    ['/sitemap.xml', 'application/xml'],
    ['/robots.txt', 'text/plain'],
    ['/.well-known/security.txt', 'text/plain'],
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/ar/manifest.webmanifest', 'application/manifest+json'],
    ['/jobs.rss', 'application/rss+xml'],
    ['/ar/blog.rss', 'application/rss+xml'],
    ['/favicon.svg', 'image/svg+xml'],
    ['/favicon.ico', 'image/x-icon'],
    ['/icons/icon-180.png', 'image/png'],
  ])('%s is there, and is not sent twice', async (address, type) => {
    const first = await ask(address)
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toContain(type)
    expect(first.headers.get('x-content-type-options')).toBe('nosniff')
    const again = await ask(address, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
  })

  test('robots.txt lets everyone in and points at the sitemap', async () => {
    const text = await (await ask('/robots.txt')).text()
    expect(text).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`)
    expect(text).not.toMatch(/^Disallow: \S/m)
  })

  test('security.txt says whom to write to, and expires within a year', async () => {
    const text = await (await ask('/.well-known/security.txt')).text()
    expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m)
    const days = (Date.parse(text.match(/^Expires: (.*)$/m)?.[1] ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(270)
    expect(days).toBeLessThan(365)
  })

  test('the manifest names icons that exist in the size it says', async () => {
    const { icons } = (await (await ask('/manifest.webmanifest')).json()) as { icons: { src: string; sizes: string }[] }
    for (const { src, sizes } of icons.filter(({ sizes }) => sizes !== 'any'))
      expect(sizeOfPng(await bytesOf(src)).join('x')).toBe(sizes)
  })

  test.each(['/jobs', '/blog', '/ar/jobs', '/ar/blog'])('%s has a feed that it links to', async (address) => {
    const { html } = await read(address)
    expect(html).toContain(`type="application/rss+xml"`)
    const feed = await (await ask(`${address}.rss`)).text()
    expect(isWellFormed(feed)).toBe(true)
    const links = [...feed.matchAll(/<item>.*?<link>([^<]*)<\/link>/gs)].map(([, link]) => unescaped(link as string))
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) expect(pages.get(link.slice(PUBLIC_URL.length))?.status).toBe(200)
  })
})

describe('share pictures', () => {
  test.each([
    '/',
    '/ar',
    '/services-details/1',
    '/ar/careerApply/1',
    '/ar/blog-details?note=ramadan',
    '/app-details/1',
  ])('%s has one, which may be kept for ever', async (address) => {
    const picture = meta((await read(address)).html, 'og:image')?.slice(PUBLIC_URL.length) ?? ''
    const answer = await ask(picture)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('cache-control')).toContain('immutable')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(sizeOfPng(bytes)).toEqual([1200, 630])
    expect(bytes.length).toBeLessThan(100_000)
  })

  test('a page that does not exist has none, and an old address still shows the page', async () => {
    expect((await ask('/share/en/nothing-here.png')).status).toBe(404)
    expect((await ask('/share/fr/home.png')).status).toBe(404)
    const old = await ask('/share/en/about.png?v=old')
    expect(old.status).toBe(200)
    expect(old.headers.get('cache-control')).not.toContain('immutable')
  })
})

describe('share pictures under attack', () => {
  test.each([
    ['/share/en/%61bout.png', '/share/en/about.png'],
    ['/share/en/ABOUT.png?v=1', '/share/en/about.png'],
    ['/share/en/about.png?utm_source=mail', '/share/en/about.png'],
    ['/share/en/services-details/%31.png', '/share/en/services-details/1.png'],
    ['/share/ar/blog-details.png?x=1&note=ramadan', '/share/ar/blog-details.png?note=ramadan'],
  ])('%s is another spelling of %s, and leads there', async (address, canonical) => {
    const response = await ask(address)
    expect([response.status, response.headers.get('location')]).toEqual([301, canonical])
  })

  test.each([
    '/share/en/%2561bout.png',
    '/share/en/ar/about.png',
    '/share/en/services-details/9999.png',
    '/share/en/projects-details/1.png',
    '/share/en/blog-details.png?note=nothing',
    '/share/en/blog-details.png',
    '/share/ar/projectsOverView/1.png?page=2',
    '/share/en/error.png',
    '/share/en/jobs.rss.png',
    '/share/en/%zz.png',
  ])('%s is the picture of no page', async (address) => {
    expect((await ask(address)).status).toBeOneOf([400, 404])
  })

  test('no picture is looked for within a picture', async () => {
    const watched = await startSite({ PUBLIC_URL, LOG_LEVEL: 'info' })
    const deep = `/share/en${'/share/en'.repeat(100)}/about.png${'.png'.repeat(100)}`
    expect((await fetch(watched.url + deep)).status).toBe(404)
    const pictureRequests = () => watched.output().split('"route":"/share/').length - 1
    await expect.poll(pictureRequests).toBe(1)
    await watched.stop()
  })
})

/** In characters: shorter ones say too little, longer ones are cut in search results. */
const TITLE_LENGTHS = { least: 20, most: 90 }
const DESCRIPTION_LENGTHS = { least: 50, most: 200 }
const isWithin = (text: string | undefined, { least, most }: typeof TITLE_LENGTHS) =>
  text !== undefined && text.length >= least && text.length <= most

interface FoundPage {
  address: string
  status: number
  html: string
  language: string | undefined
  title: string | undefined
  description: string | undefined
  canonical: string | undefined
  alternates: Record<string, string>
}

/** Links use one address for each page, except for these shorter forms. */
const canonicalOf = (address: string) =>
  address
    .replace(/[?&]page=1$/, '')
    .replace(/(\/projectsOverView\/)0(?=$|\?)/, '$1all')
    .replace(/\/projects-details\/1$/, '/app-details/1')
    .replace(/\/blog-details$/, '$&?note=arabic-first')
    .replace(/\/case-study-details$/, '$&?study=delta-foods')

const isErrorPage = ({ address }: FoundPage) => /^(\/ar)?\/error$/.test(address)
const isUnlisted = ({ html }: FoundPage) => html.includes('<meta name="robots" content="noindex"')
const indexedPages = () => [...pages.values()].filter((page) => page.status === 200 && !isUnlisted(page))
const canonicalPages = () => indexedPages().filter(({ address, canonical }) => address === canonical)

/** Follows every internal link from page to page. */
async function crawl(starts: string[]) {
  const found = new Map<string, FoundPage>()
  const waiting = new Set(starts)
  for (const address of waiting) {
    const page = await read(address)
    found.set(address, page)
    // Downloads are not pages.
    for (const [, href = ''] of page.html.matchAll(/<a\s(?![^>]*\sdownload=)[^>]*href="([^"]*)"/g)) {
      const link = new URL(unescaped(href), PUBLIC_URL + address)
      // A link that chooses a language is an action, not a page.
      if (link.origin === PUBLIC_URL && !link.searchParams.has('language')) waiting.add(link.pathname + link.search)
    }
  }
  return found
}

async function read(address: string): Promise<FoundPage> {
  const answer = await ask(address)
  const html = await answer.text()
  const relative = (href: string) => unescaped(href).replace(PUBLIC_URL, '') || '/'
  const canonical = html.match(/<link rel="canonical" href="([^"]*)"/)?.[1]
  const alternates = [...html.matchAll(/<link rel="alternate" hrefLang="([^"]*)" href="([^"]*)"/g)]
  return {
    address,
    status: answer.status,
    html,
    language: html.match(/<html lang="([^"]*)"/)?.[1],
    title: html.match(/<title[^>]*>([^<]*)</)?.[1],
    description: html.match(/<meta name="description" content="([^"]*)"/)?.[1],
    canonical: canonical && relative(canonical),
    alternates: Object.fromEntries(alternates.map(([, code, href]) => [code, relative(href as string)])),
  }
}

const ask = (address: string, options: RequestInit = {}) =>
  fetch(site.url + address, { redirect: 'manual', ...options })

const bytesOf = async (address: string) => Buffer.from(await (await ask(address)).arrayBuffer())

const sizeOfPng = (bytes: Buffer) => {
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

const meta = (html: string, property: string) =>
  unescaped(html.match(new RegExp(`<meta property="${property}" content="([^"]*)"`))?.[1] ?? '') || undefined

const thingsIn = (html: string): Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, text]) =>
    JSON.parse(text as string),
  )

function unescaped(text: string) {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** Every element is closed by its name, and every ampersand is escaped. */
function isWellFormed(xml: string) {
  const open: string[] = []
  for (const [, closing, name, , alone] of xml.matchAll(/<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>/g)) {
    if (alone) continue
    if (!closing) open.push(name as string)
    else if (open.pop() !== name) return false
  }
  return open.length === 0 && !/&(?!(?:amp|lt|gt|quot|apos);)/.test(xml)
}
