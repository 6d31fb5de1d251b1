import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { request as requestOverTls } from 'node:https'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { maxFormBytes } from '#api/http/read-form-body.ts'
import { DESK_HEADER } from '#desk/api/app.ts'
import { MAX_PICTURE_BYTES } from '#desk/api/calls/pictures.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { ADMISSION } from '#server/http/admission.ts'
import { SHUTDOWN_MILLISECONDS } from '#server/http/shutdown.ts'
import { readConfig, SETTING_NAMES } from '#settings/settings.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { findProgram } from '../../scripts/browsers.js'
import { aCareerApplication, aContactMessage, aPdf } from '../support/builders.ts'
import { freePort } from '../support/free-port.ts'
import { publishTitle } from '../support/published-content.ts'
import { type RunningSite, startSite } from '../support/start-site.ts'
import { newEmail, rowsOf } from '../support/submissions.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** The recipes of deploy/ with only names, addresses and ports of the test. */

const START_TIMEOUT_MILLISECONDS = 120_000
const MEGABYTE = 1024 * 1024
/** nginx's default without keepalive_timeout. */
const NGINX_KEEPALIVE_MILLISECONDS = 60_000

const recipe = (name: string) => readFileSync(path.resolve(import.meta.dirname, '../../deploy', name), 'utf8')
const nginx = findProgram(['nginx']) ?? ['/usr/sbin/nginx'].find((file) => spawnSync(file, ['-v']).status === 0)
const caddy = findProgram(['caddy'])
const systemdAnalyze = findProgram(['systemd-analyze'])
const openssl = findProgram(['openssl'])
const folder = temporaryFolder()

test('an update as it is printed can be made again and again, and keeps the release before', () => {
  const srv = path.join(folder, 'srv')
  const [line = ''] = recipe('README.md').match(/^.*mv \S* ?\/srv\/nuqta .*$/m) ?? []
  const update = line.replaceAll('/srv', srv).replace('systemctl restart nuqta.service', 'true')
  expect(line).toContain('systemctl restart nuqta.service')
  const releaseIn = (name: string) => readFileSync(path.join(srv, name, 'build', 'release.txt'), 'utf8')
  for (const number of ['1', '2', '3', '4']) {
    mkdirSync(path.join(folder, 'nuqta', 'build'), { recursive: true })
    writeFileSync(path.join(folder, 'nuqta', 'build', 'release.txt'), number)
    if (number === '1') cpSync(path.join(folder, 'nuqta'), path.join(srv, 'nuqta'), { recursive: true })
    else
      expect(spawnSync('sh', ['-c', update], { cwd: folder, encoding: 'utf8' })).toMatchObject({
        status: 0,
        stderr: '',
      })
  }
  expect([releaseIn('nuqta'), releaseIn('nuqta.old')]).toEqual(['4', '3'])
  for (const name of ['nuqta', 'nuqta.old']) expect(readdirSync(path.join(srv, name))).toEqual(['build'])
})

interface Ports {
  site: string
  desk: number
  https: number
  http: number
}

const PROXIES = [
  { name: 'nginx', isHere: nginx && openssl, needs: 'nginx and openssl', start: startNginx },
  { name: 'Caddy', isHere: caddy, needs: 'caddy', start: startCaddy },
]

for (const { name, isHere, needs, start } of PROXIES) {
  describe.skipIf(!isHere)(`behind ${name} (NOT RUN without ${needs})`, () => {
    let site: RunningSite
    let proxy: ChildProcess
    let ports: Ports

    beforeAll(async () => {
      const [desk, https, http] = [await freePort(), await freePort(), await freePort()]
      site = await startSite({
        PUBLIC_URL: 'https://www.nuqta.example',
        DESK_URL: 'https://desk.nuqta.example',
        DESK_PORT: String(desk),
        TRUST_PROXY: '127.0.0.1',
        SUBMISSIONS_PER_MINUTE: '2',
      })
      ports = { site: new URL(site.url).host, desk, https, http }
      proxy = start(ports)
      await vi.waitFor(async () => expect(await send('/readyz')).toMatchObject({ status: 200 }), {
        timeout: START_TIMEOUT_MILLISECONDS,
      })
    })
    afterAll(async () => {
      proxy?.kill('SIGTERM')
      await site?.stop()
    })

    test('an application with a CV of four megabytes arrives, and so does a message', async () => {
      const bytes = aPdf({ padding: 'x'.repeat(4 * MEGABYTE) })
      const email = newEmail()
      const application = await send('/api/guest-api/Form', {
        body: aCareerApplication({ fields: { email, job_id: '1' }, cv: { bytes } }),
        from: '127.0.0.2',
      })
      expect(application).toMatchObject({ status: 201 })
      expect(rowsOf(site, 'career-application', email)).toHaveLength(1)
      const message = await send('/api/guest-api/contact-us', { body: aContactMessage(), from: '127.0.0.2' })
      expect(message).toMatchObject({ status: 201 })
    })

    test('a CV that is too large is refused by the site, in its own words', async () => {
      const bytes = aPdf({ padding: 'x'.repeat(6 * MEGABYTE) })
      const refused = await send('/api/guest-api/Form', {
        body: aCareerApplication({ fields: { job_id: '1' }, cv: { bytes } }),
        from: '127.0.0.5',
      })
      expect(refused.status).toBeGreaterThanOrEqual(400)
      expect(JSON.parse(refused.body)).toMatchObject({ requestId: expect.any(String) })
    })

    test('every visitor has a limit of their own, whatever address they claim', async () => {
      const post = (from: string, headers = {}) =>
        send('/api/guest-api/contact-us', { body: aContactMessage(), from, headers }).then(({ status }) => status)
      expect([await post('127.0.0.3'), await post('127.0.0.3')]).toEqual([201, 201])
      expect(await post('127.0.0.3', { 'x-forwarded-for': '192.0.2.1' })).toBe(429)
      expect(await post('127.0.0.4')).toBe(201)
    })

    test('pages come compressed by the site, and over TLS alone', async () => {
      const { headers } = await send('/', { headers: { 'accept-encoding': 'br' } })
      expect(headers).toMatchObject({ 'content-encoding': 'br', 'strict-transport-security': expect.any(String) })
      const plain = await send('/services?a=b', { overTls: false })
      expect(plain.status).toBe(308)
      expect(plain.headers.location).toMatch(/^https:\/\/www\.nuqta\.example(:\d+)?\/services\?a=b$/)
    })

    test('the headers that the site sends arrive once each and unchanged', async () => {
      const straight = await fetch(site.url, { headers: { host: 'www.nuqta.example' } })
      const { headers } = await send('/')
      for (const header of ['content-security-policy', 'cache-control', 'vary', 'x-content-type-options', 'link'])
        expect(headers[header] ?? null, header).toBe(straight.headers.get(header))
    })

    test.skipIf(name !== 'nginx')('a page is rendered once a second at most, however many ask', async () => {
      const start = performance.now()
      const answers = await Promise.all(Array.from({ length: 200 }, () => send('/about')))
      const seconds = Math.ceil((performance.now() - start) / 1000)
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      // Each response of the site has an id of its own.
      expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBeLessThanOrEqual(seconds + 1)
    })

    test.skipIf(name !== 'nginx')('a visitor who chose Arabic is led past a kept English page', async () => {
      for (const address of ['/services', '/services']) await send(address)
      const led = await send('/services', { headers: { cookie: 'language=ar' } })
      expect([led.status, led.headers.location]).toEqual([302, '/ar/services'])
      expect((await send('/services')).body).toContain('<html lang="en"')
    })

    test.skipIf(name !== 'nginx')('what is published is seen through the cache', async () => {
      await send('/careerApply/1')
      const database = await openDatabase({ dataDirectory: site.dataFolder })
      await publishTitle(database, 'Keeper of the Cache')
      await database.close()
      await vi.waitFor(async () => expect((await send('/careerApply/1')).body).toContain('Keeper of the Cache'), {
        timeout: START_TIMEOUT_MILLISECONDS,
        interval: 50,
      })
    })

    test('the desk is reached by the name of its own, and is not on the site', async () => {
      const host = 'desk.nuqta.example'
      const page = await send('/', { host })
      expect(page).toMatchObject({ status: 200, headers: { 'content-type': expect.stringContaining('text/html') } })
      const call = { body: {}, headers: { [DESK_HEADER]: '1' } }
      expect(await send('/api/sign-in/passkey', { ...call, host })).toMatchObject({ status: 200 })
      expect(await send('/api/sign-in/passkey', call)).toMatchObject({ status: 404 })
    })

    interface Sent {
      body?: FormData | object
      from?: string
      host?: string
      overTls?: boolean
      headers?: object
    }

    async function send(
      address: string,
      { body, from = '127.0.0.1', host = 'www.nuqta.example', overTls = true, headers = {} }: Sent = {},
    ) {
      const sent = new Response(body instanceof FormData ? body : JSON.stringify(body))
      const bytes = body ? Buffer.from(await sent.arrayBuffer()) : undefined
      const type = body instanceof FormData ? sent.headers.get('content-type') : 'application/json'
      return new Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
        const asked = (overTls ? requestOverTls : request)(
          {
            host: '127.0.0.1',
            port: overTls ? ports.https : ports.http,
            path: address,
            localAddress: from,
            method: bytes ? 'POST' : 'GET',
            ...(overTls && { servername: host, rejectUnauthorized: false }),
            headers: {
              host,
              origin: `https://${host}`,
              ...(bytes && { 'content-type': type as string, 'content-length': bytes.length }),
              ...headers,
            },
          },
          async (response) => {
            resolve({ status: response.statusCode as number, headers: response.headers, body: await text(response) })
          },
        )
        asked.once('error', reject)
        asked.end(bytes)
      })
    }
  })
}

test.each([
  ['nginx.conf', /client_max_body_size (\d+)m;/g, MEGABYTE],
  ['Caddyfile', /max_size (\d+)MB/g, 1_000_000],
])('%s lets through what the site and the desk take', (file, limit, unit) => {
  const [site, desk] = [...recipe(file).matchAll(limit)].map(([, number]) => Number(number) * unit)
  expect(site).toBeGreaterThan(maxFormBytes(readConfig({}).cvMaximumBytes))
  expect(desk).toBeGreaterThan(MAX_PICTURE_BYTES)
})

test('no proxy keeps an idle connection longer than the site does', () => {
  expect(ADMISSION.keepAliveTimeout).toBeGreaterThan(NGINX_KEEPALIVE_MILLISECONDS)
  const kept = [...recipe('Caddyfile').matchAll(/keepalive (\d+)s/g)].map(([, seconds]) => Number(seconds) * 1000)
  expect(kept).toHaveLength(2)
  for (const milliseconds of kept) expect(milliseconds).toBeLessThan(ADMISSION.keepAliveTimeout)
})

test('a stop by systemd or by compose waits longer than the site takes to end by itself', () => {
  const seconds = [
    /^TimeoutStopSec=(\d+)$/m.exec(recipe('nuqta.service'))?.[1],
    /build:[\s\S]*?stop_grace_period: (\d+)s/.exec(recipe('compose.yml'))?.[1],
  ]
  for (const each of seconds) expect(Number(each) * 1000).toBeGreaterThan(SHUTDOWN_MILLISECONDS)
})

test('compose trusts the address at which its containers see a proxy of the machine', () => {
  const compose = recipe('compose.yml')
  const gateway = /gateway: (\S+)/.exec(compose)?.[1]
  expect(gateway).toBeDefined()
  expect(compose).toContain(`TRUST_PROXY: \${TRUST_PROXY:-${gateway}}`)
})

test('the unit sets nothing but settings that there are, and what `npm start` sets', () => {
  const ofStart = [...packageFile.scripts.start.matchAll(/ (\w+)=/g)].map(([, name]) => name)
  const named = [...recipe('nuqta.service').matchAll(/^Environment=(.*)$/gm)]
    .flatMap(([, line = '']) => line.split(' '))
    .map((each) => each.split('=')[0] as string)
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter((name) => ![...SETTING_NAMES, 'NODE_ENV', 'ENV_FILE', ...ofStart].includes(name))).toEqual([])
})

test('compose passes every setting on', () => {
  const site = /environment:\n([\s\S]*?)ports:/.exec(recipe('compose.yml'))?.[1] ?? ''
  const named = [...site.matchAll(/^ +([A-Z_]+):/gm)].map(([, name]) => name as string)
  expect(named.toSorted()).toEqual(SETTING_NAMES.toSorted())
})

function startNginx({ site, desk, https, http }: Ports) {
  makeCertificate()
  const conf = recipe('nginx.conf')
    .replaceAll('127.0.0.1:3000', site)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${desk}`)
    .replaceAll('/etc/ssl/nuqta/', `${folder}/`)
    .replaceAll('listen 80;', `listen 127.0.0.1:${http};`)
    .replaceAll('listen 443 ssl', `listen 127.0.0.1:${https} ssl`)
    .replace('/var/lib/nginx/nuqta', `${folder}/kept`)
  writeFileSync(path.join(folder, 'site.conf'), conf)
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid nginx.pid; error_log stderr; events {} http { access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi; include ${folder}/site.conf; }`,
  )
  return spawn(nginx as string, ['-p', folder, '-c', path.join(folder, 'nginx.conf')], { stdio: 'ignore' })
}

function startCaddy({ site, desk, https, http }: Ports) {
  const options = ['admin off', 'local_certs', 'skip_install_trust', `http_port ${http}`, `https_port ${https}`]
  const conf = recipe('Caddyfile').replaceAll('127.0.0.1:3000', site).replaceAll('127.0.0.1:3001', `127.0.0.1:${desk}`)
  const file = path.join(folder, 'Caddyfile')
  writeFileSync(file, `{\n${[...options, 'default_bind 127.0.0.1'].join('\n')}\n}\n${conf}`)
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  return spawn(caddy as string, ['run', '--config', file, '--adapter', 'caddyfile'], { stdio: 'ignore', env })
}

function makeCertificate() {
  const files = ['-keyout', path.join(folder, 'privkey.pem'), '-out', path.join(folder, 'fullchain.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=www.nuqta.example']
  expect(spawnSync(openssl as string, ['req', '-x509', ...kind, ...files]).status).toBe(0)
}

describe.skipIf(!systemdAnalyze)('the units for systemd (NOT RUN without systemd-analyze)', () => {
  const unit = path.join(folder, 'nuqta.service')

  test('are ones that systemd understands, and little is open to the service', () => {
    // The program and user of this machine.
    writeFileSync(unit, recipe('nuqta.service').replace('/usr/bin/node', process.execPath))
    writeFileSync(path.join(folder, 'nuqta.socket'), recipe('nuqta.socket'))
    const units = [unit, path.join(folder, 'nuqta.socket')]
    const verified = spawnSync(systemdAnalyze as string, ['verify', ...units], { encoding: 'utf8' })
    expect(verified.stderr).not.toMatch(/nuqta\.(service|socket)/)
    const rated = spawnSync(systemdAnalyze as string, ['security', '--offline=true', '--threshold=20', unit])
    expect(rated.status).toBe(0)
  })
})
