import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findProgram } from '../../scripts/find-program.js'
import { aCareerApplication, aContactMessage, aPdf } from '../support/builders.ts'
import { freePort } from '../support/free-port.ts'
import { type RunningSite, startSite } from '../support/start-site.ts'
import { newEmail, rowsOf } from '../support/submissions.ts'

/** The recipes of deploy/, as they are printed; only names, addresses and ports are those of the test. */

const START_TIMEOUT_MILLISECONDS = 30_000

const recipe = (name: string) => readFileSync(path.resolve(import.meta.dirname, '../../deploy', name), 'utf8')
const nginx = findProgram(['nginx']) ?? ['/usr/sbin/nginx'].find((file) => spawnSync(file, ['-v']).status === 0)
const systemdAnalyze = findProgram(['systemd-analyze'])
const openssl = findProgram(['openssl'])
const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(!nginx || !openssl)('behind nginx (NOT RUN without nginx and openssl)', () => {
  let site: RunningSite
  let proxy: ChildProcess
  let port: number

  beforeAll(async () => {
    port = await freePort()
    site = await startSite({
      PUBLIC_URL: 'https://www.nuqta.example',
      TRUST_PROXY: '127.0.0.1',
      SUBMISSIONS_PER_MINUTE: '2',
    })
    makeCertificate()
    writeFileSync(path.join(folder, 'site.conf'), await forThisTest(recipe('nginx.conf')))
    writeFileSync(
      path.join(folder, 'nginx.conf'),
      `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid nginx.pid; error_log stderr; events {} http { access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi; include ${folder}/site.conf; }`,
    )
    proxy = spawn(nginx as string, ['-p', folder, '-c', path.join(folder, 'nginx.conf')], { stdio: 'ignore' })
    await vi.waitFor(() => send('/readyz'), { timeout: START_TIMEOUT_MILLISECONDS })
  })
  afterAll(async () => {
    proxy?.kill('SIGTERM')
    await site?.stop()
  })

  test('an application with a CV of four megabytes arrives, and so does a message', async () => {
    const bytes = aPdf({ padding: 'x'.repeat(4 * 1024 * 1024) })
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
  })

  async function forThisTest(text: string) {
    const [plain, desk] = [await freePort(), await freePort()]
    return text
      .replaceAll('127.0.0.1:3000', new URL(site.url).host)
      .replaceAll('/etc/ssl/nuqta/', `${folder}/`)
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${desk} ssl`)
  }

  function makeCertificate() {
    const files = ['-keyout', path.join(folder, 'privkey.pem'), '-out', path.join(folder, 'fullchain.pem')]
    const kind = [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-subj',
      '/CN=www.nuqta.example',
    ]
    expect(spawnSync(openssl as string, ['req', '-x509', ...kind, ...files]).status).toBe(0)
  }

  /** As a browser on a machine with this address does it. */
  async function send(
    address: string,
    { body, from = '127.0.0.1', headers = {} }: { body?: FormData | object; from?: string; headers?: object } = {},
  ) {
    const sent = new Response(body instanceof FormData ? body : JSON.stringify(body))
    const bytes = body ? Buffer.from(await sent.arrayBuffer()) : undefined
    const type = body instanceof FormData ? sent.headers.get('content-type') : 'application/json'
    return new Promise<{ status: number; headers: object }>((resolve, reject) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port,
          path: address,
          localAddress: from,
          method: bytes ? 'POST' : 'GET',
          servername: 'www.nuqta.example',
          rejectUnauthorized: false,
          headers: {
            host: 'www.nuqta.example',
            origin: 'https://www.nuqta.example',
            ...(bytes && { 'content-type': type as string, 'content-length': bytes.length }),
            ...headers,
          },
        },
        (response) => {
          response
            .resume()
            .once('end', () => resolve({ status: response.statusCode as number, headers: response.headers }))
        },
      )
      asked.once('error', reject)
      asked.end(bytes)
    })
  }
})

describe.skipIf(!systemdAnalyze)('the units for systemd (NOT RUN without systemd-analyze)', () => {
  const unit = path.join(folder, 'nuqta.service')

  test('are ones that systemd understands, and little is open to the service', () => {
    // The program and the user are those of the machine it is installed on.
    writeFileSync(unit, recipe('nuqta.service').replace('/usr/bin/node', process.execPath))
    writeFileSync(path.join(folder, 'nuqta.socket'), recipe('nuqta.socket'))
    const units = [unit, path.join(folder, 'nuqta.socket')]
    const verified = spawnSync(systemdAnalyze as string, ['verify', ...units], { encoding: 'utf8' })
    expect(verified.stderr).not.toMatch(/nuqta\.(service|socket)/)
    const rated = spawnSync(systemdAnalyze as string, ['security', '--offline=true', '--threshold=20', unit])
    expect(rated.status).toBe(0)
  })
})
