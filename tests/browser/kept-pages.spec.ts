import { execFile } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '../support/site.ts'

/** server/page-cache.ts: what a visitor gets from memory is what was rendered, and nothing of another visitor. */

test('a page is sent again only when it has changed', async ({ request }) => {
  const first = await request.get('/services')
  const { etag } = first.headers()
  expect(etag).toMatch(/^"/)
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await request.get('/services', { headers: { 'if-none-match': known as string } })
    expect(again.status()).toBe(304)
    expect(await again.body()).toHaveLength(0)
  }
  const other = await request.get('/services', { headers: { 'if-none-match': '"other"' } })
  expect(other.status()).toBe(200)
})

test('each encoding has its own tag, and a refused encoding is not used', async ({ request }) => {
  const asked = async (encoding: string) =>
    (await request.get('/about', { headers: { 'accept-encoding': encoding } })).headers()
  const [brotli, gzip, plain, any, refused] = await Promise.all(
    ['br, gzip', 'gzip', 'identity', '*', 'br;q=0, gzip;q=0'].map(asked),
  )
  expect(brotli?.['content-encoding']).toBe('br')
  expect(gzip?.['content-encoding']).toBe('gzip')
  expect(plain?.['content-encoding']).toBeUndefined()
  expect(any?.['content-encoding']).toBe('br')
  expect(refused?.['content-encoding']).toBeUndefined()
  expect(new Set([brotli?.etag, gzip?.etag, plain?.etag]).size).toBe(3)
})

test('the language follows the cookie on plain addresses and the address under /ar', async ({ request }) => {
  const page = async (address: string, cookie: string) => (await request.get(address, { headers: { cookie } })).text()
  expect(await page('/jobs', '')).toContain('<html lang="en" dir="ltr"')
  expect(await page('/jobs', 'language=ar')).toContain('<html lang="ar" dir="rtl"')
  expect(await page('/jobs', 'language=xx')).toContain('<html lang="en" dir="ltr"')
  expect(await page('/ar/jobs', 'language=en')).toContain('<html lang="ar" dir="rtl"')
})

test('an address with a query that may be a visitor’s own is not kept for others', async ({ request }) => {
  await request.get('/contact?sent=NQ-AAAA-BBBB')
  expect(await (await request.get('/contact')).text()).not.toContain('NQ-AAAA-BBBB')
})

test('a page shows what another process has loaded, without a restart, and no visitor waits for it', async ({
  request,
  site,
}) => {
  const content = path.join(site.dataFolder, 'content')
  const services = path.join(content, 'services.json')
  cpSync('content', content, { recursive: true })
  const records = JSON.parse(readFileSync(services, 'utf8'))
  const load = (title: string) => {
    records[0].title.en = title
    writeFileSync(services, JSON.stringify(records))
    const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: site.dataFolder }
    return promisify(execFile)(process.execPath, [path.resolve('scripts/command.js'), 'content'], {
      env,
      cwd: site.dataFolder,
    })
  }
  const before = records[0].title.en as string
  const page = async () => (await request.get('/services')).text()
  expect(await page()).toContain(before)

  await load('Loaded by another process')
  await expect.poll(page).toContain('Loaded by another process')
  await load(before)
  await expect.poll(page).not.toContain('Loaded by another process')
})

for (const address of [
  '/',
  '/ar/contact',
  '/no-such-page',
  '/api/guest-api/Team',
  '/api/guest-api/none',
  '/assets/i18n/en.json',
]) {
  test(`the answer at ${address} carries the headers that keep a browser safe`, async ({ request }) => {
    const headers = (await request.get(address)).headers()
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']).not.toMatch(/unsafe-(inline|eval)/)
    expect(headers['permissions-policy']).toBeTruthy()
    expect(headers['x-powered-by']).toBeUndefined()
  })
}

for (const method of ['TRACE', 'PUT', 'DELETE', 'PROPFIND']) {
  test(`a page cannot be asked with ${method}`, async ({ request }) => {
    const answer = await request.fetch('/about', { method })
    expect(answer.status()).toBe(405)
    expect(answer.headers().allow).toContain('GET')
  })
}

for (const address of [
  '//[',
  '//evil.example/',
  '/%E0%A4%A',
  '/%00',
  '/..%2f..%2fpackage.json',
  '/assets/none.js',
  `/${'x'.repeat(4000)}`,
]) {
  test(`the odd address ${address.slice(0, 30)} is refused and nothing breaks`, async ({ site }) => {
    const status = await statusOf(site.url, address)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })
}

/** Without a client that tidies the address first. */
function statusOf(origin: string, path: string) {
  const { hostname, port } = new URL(origin)
  return new Promise<number | undefined>((resolve, reject) => {
    get({ hostname, port, path }, (answer) => resolve(answer.resume().statusCode)).once('error', reject)
  })
}
