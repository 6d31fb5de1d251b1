import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { USUAL_DESK_PORT } from '#settings/settings.ts'
import { freePort } from '../../support/free-port.ts'
import { type RunningSite, startSite } from '../../support/start-site.ts'

describe('the built desk beside the site', () => {
  let site: RunningSite
  let url: string
  beforeAll(async () => {
    const port = await freePort()
    url = `http://localhost:${port}`
    // A trusted local proxy means that every program of the machine is trusted.
    site = await startSite({ DESK_PORT: String(port), TRUST_PROXY: '127.0.0.1' })
    // The desk opens after the site and prints the set-up link last.
    await vi.waitFor(() => expect(site.output()).toContain('setup-code'), { timeout: 60_000 })
  })
  afterAll(() => site.stop())

  test('is told by the start, with a code for the first account', () => {
    expect(site.output()).toContain(`The desk is open: ${url}`)
    expect(site.output()).toMatch(/within 30 minutes: [2-9A-Z]{4}-[2-9A-Z]{4}\n/)
  })

  test.each(['/', '/inbox', '/people', '/join'])('%s is the application: private and not framed', async (address) => {
    const response = await fetch(url + address)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(response.headers.get('x-frame-options')).toBe('DENY')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  test('speaks the language of the cookie from the first byte', async () => {
    const response = await fetch(url, { headers: { cookie: 'desk-language=ar; desk-theme=dark' } })
    expect(await response.text()).toContain('<html lang="ar" dir="rtl" data-theme="dark"')
  })

  test('serves its scripts, and no file that is not there', async () => {
    const [, script = ''] = /src="(\/assets\/[^"]+)"/.exec(await (await fetch(url)).text()) ?? []
    const response = await fetch(url + script, { headers: { 'accept-encoding': 'br' } })
    expect(response.headers.get('content-type')).toContain('javascript')
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(response.headers.get('content-encoding')).toBe('br')
    for (const address of [`${script}.br`, '/assets/nothing.js'])
      expect((await fetch(url + address)).status, address).toBe(404)
    expect((await fetch(`${url}/../server/index.js`)).status).toBe(404)
  })

  test('is nowhere on the public address', async () => {
    for (const address of [
      '/api/session',
      '/api/people',
      '/api/sign-in',
      '/api/set-up',
      '/inbox',
      '/people',
      '/activity',
      '/account',
      '/join',
    ])
      expect([address, (await fetch(site.url + address)).status]).toEqual([address, 404])
  })

  test('answers to its name only: passkeys need one, and a foreign name may be a trap', async () => {
    const byAddress = await fetch(`${url.replace('localhost', '127.0.0.1')}/people`, { redirect: 'manual' })
    expect([byAddress.status, byAddress.headers.get('location')]).toEqual([302, `${url}/people`])
    const headersOf = (host: string) => ({ headers: { 'x-forwarded-host': host } })
    for (const host of ['127.0.0.1', new URL(url).host])
      expect((await fetch(`${url.replace('localhost', '127.0.0.1')}/api/session`, headersOf(host))).status).toBe(421)
    // A proxy's absolute-form request; no address to redirect to.
    const asked = request({ host: '127.0.0.1', port: new URL(url).port, path: 'http://other.example/people' }).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    expect([response.resume().statusCode, response.headers.location]).toEqual([421, undefined])
  })
})

test('the site opens without its desk where another program has the usual port, and says so', {
  tags: 'slow',
}, async () => {
  // An address of this machine without other listeners.
  const host = `127.0.${randomInt(1, 255)}.${randomInt(1, 255)}`
  const other = createServer().listen(USUAL_DESK_PORT, host)
  await once(other, 'listening')
  const site = await startSite({
    DESK_PORT: String(USUAL_DESK_PORT),
    DESK_HOST: host,
    DESK_URL: 'https://desk.nuqta.example',
  })
  await expect.poll(() => site.output(), { timeout: 60_000 }).toContain('The desk is closed')
  expect((await fetch(site.url)).status).toBe(200)
  await site.stop()
  other.close()
})
