import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { GUEST_API } from '#contract/endpoints.ts'
import { DESK_HEADER } from '#desk/api/app.ts'
import { freePort } from '../support/free-port.ts'
import { requestLines, sendRaw } from '../support/raw-http.ts'
import { type RunningSite, startSite } from '../support/start-site.ts'

/** A visitor's lost connection is no failure of the server and alerts no operator. */

let site: RunningSite
let desk: string
let metrics: string
beforeAll(async () => {
  const [deskPort, metricsPort] = [await freePort(), await freePort()]
  site = await startSite({ DESK_PORT: String(deskPort), METRICS_PORT: String(metricsPort), LOG_LEVEL: 'info' })
  await vi.waitFor(() => expect(site.output()).toContain('setup-code'), { timeout: 60_000 })
  desk = `http://localhost:${deskPort}`
  metrics = `http://127.0.0.1:${metricsPort}/metrics`
})
afterAll(() => site.stop())

/** Sends the head and the beginning of the body, then nothing. */
async function cutOff(origin: string, path: string, headers: string[], beginning: string) {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  await once(socket, 'connect')
  const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Length: 9000', ...headers, '', beginning]
  socket.write(Buffer.from(head.join('\r\n'), 'latin1'))
  // A later request is answered, so the first has arrived.
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
  socket.destroy()
}

const JSON_TYPE = 'Content-Type: application/json'
const FORM = 'Content-Type: multipart/form-data; boundary=x'
const CV =
  '--x\r\nContent-Disposition: form-data; name="cv"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF'

const outcomes = async () => {
  const lines = (await (await fetch(metrics)).text()).split('\n')
  return lines.flatMap((line) => /^nuqta_submissions_total\{.*outcome="(\w+)".*\} ([1-9]\d*)/.exec(line)?.[1] ?? [])
}

test('forms and calls of the desk that break off are no failures in the log or in the counters', async () => {
  await cutOff(site.url, '/api/guest-api/contact-us', [JSON_TYPE], '{"name":')
  await cutOff(site.url, '/api/guest-api/Internship', [JSON_TYPE, 'Content-Encoding: gzip'], '\x1f\x8b')
  await cutOff(site.url, '/api/guest-api/Form', [FORM], CV)
  await cutOff(site.url, '/contact', ['Content-Type: application/x-www-form-urlencoded'], 'name=Mona')
  await cutOff(site.url, '/career/1', [FORM], CV)
  await cutOff(desk, '/api/set-up', [JSON_TYPE, `${DESK_HEADER}: 1`, `Origin: ${desk}`], '{"code":')
  await expect.poll(outcomes).toHaveLength(3)
  expect((await outcomes()).filter((outcome) => outcome === 'unavailable' || outcome === 'internal')).toEqual([])
})

test('the desk refuses what is no HTTP, and does not fail', async () => {
  for (const headers of [['Host: localhost', 'Expect: the-unexpected'], [], ['Host: localhost', 'Host: localhost']])
    expect((await sendRaw(desk, requestLines('GET', '/api/session', headers))).status, String(headers)).toBe(400)
})

test('each has a log line, and none is a failure', async () => {
  // A site that is killed may not have written its last lines.
  await site.end('SIGTERM')
  const lines = site.output().split('\n')
  expect(lines.filter((line) => line.includes('"level":50'))).toEqual([])
  const routes = lines.flatMap((line) => /"method":"POST","route":"([^"]+)"/.exec(line)?.[1] ?? [])
  // Hanging up must not hide a request from the log.
  expect(routes.sort()).toEqual(
    ['Form', 'Internship', 'contact-us']
      .map((form) => GUEST_API + form)
      .concat('/*', '/*', '/api/set-up')
      .sort(),
  )
})
