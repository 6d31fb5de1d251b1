import { renameSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { aContactMessage } from '../support/builders.ts'
import { type JsonReceiver, startJsonReceiver } from '../support/json-receiver.ts'
import { type RunningSite, startSite } from '../support/start-site.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`

let site: RunningSite | undefined
let receiver: JsonReceiver<never> | undefined
afterEach(async () => {
  await site?.stop()
  await receiver?.stop()
})

const linesOf = ({ output }: RunningSite) =>
  output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

const post = (url: string, form: object) =>
  fetch(`${url}/api/guest-api/contact-us`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: TRACEPARENT },
    body: JSON.stringify(form),
  })

test('the log has one line for each request, with the page and the process that wrote it', async () => {
  site = await startSite({ LOG_LEVEL: 'info', WORKERS: '2' })
  for (const address of [
    '/ar/careerApply/1?utm_source=x',
    '/ar/careerApply/1',
    '/no-such-page',
    '/api/guest-api/Services',
  ])
    await (await fetch(site.url + address)).text()
  const running = site
  await vi.waitFor(() => {
    const requests = linesOf(running).filter(({ route }) => route && !/ready|health/.test(route))
    expect(requests.map(({ route, page, status }) => [route, page, status])).toEqual([
      ['/*', '/careerApply/:id', 200],
      ['/*', '/careerApply/:id', 200],
      ['/*', undefined, 404],
      ['/api/guest-api/Services', undefined, 200],
    ])
    for (const { instance, worker, version } of requests) {
      expect(instance).toMatch(/\S/)
      expect([0, 1]).toContain(worker)
      expect(version).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{8}$/)
    }
  }, PATIENCE)
})

test('a slow query is logged by its text, without values', async () => {
  site = await startSite({ LOG_LEVEL: 'info', SLOW_QUERY_MILLISECONDS: '1' })
  const form = aContactMessage()
  for (let times = 0; times < 20; times++) expect((await post(site.url, { ...form })).status).toBe(201)
  const running = site
  await vi.waitFor(
    () => expect(linesOf(running)).toContainEqual(expect.objectContaining({ msg: 'A query was slow' })),
    PATIENCE,
  )
  const slow = linesOf(site).filter(({ msg }) => msg === 'A query was slow')
  for (const { statement, milliseconds } of slow) {
    expect(statement).toMatch(/^\s*\w+/)
    expect(milliseconds).toBeGreaterThanOrEqual(1)
  }
  expect(JSON.stringify(slow)).not.toContain(form.email)
})

test('an error reaches the webhook of the operator, without what people typed', async () => {
  const errors = await startJsonReceiver<{ text: string; message: string; count: number; stack: string[] }>()
  receiver = errors as never
  site = await startSite({ ERROR_WEBHOOK_URL: errors.url, LOG_LEVEL: 'error' })
  const form = aContactMessage()
  const database = path.join(site.dataFolder, 'nuqta.sqlite')
  renameSync(database, `${database}.away`)
  for (const _ of [1, 2, 3]) expect((await post(site.url, form)).status).toBe(503)
  await vi.waitFor(() => expect(errors.received.length).toBeGreaterThan(0), PATIENCE)
  const [first] = errors.received
  expect(first?.body).toMatchObject({
    message: 'unavailable',
    count: 1,
    version: expect.stringMatching(/^\d/),
    requestId: expect.any(String),
    stack: expect.arrayContaining([expect.stringMatching(/^at /)]),
  })
  // The same error is sent once a minute.
  expect(errors.received.filter(({ body }) => body.message === 'unavailable')).toHaveLength(1)
  for (const word of [form.email, form.name, form.message]) expect(JSON.stringify(errors.received)).not.toContain(word)
  renameSync(`${database}.away`, database)
})

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: object }[]
}

interface Export {
  resourceSpans: { resource: object; scopeSpans: { spans: Span[] }[] }[]
}

test('traces reach a collector: requests, renders, queries and jobs below each other', async () => {
  const collector = await startJsonReceiver<Export>()
  receiver = collector as never
  site = await startSite({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const form = aContactMessage()
  const page = await fetch(`${site.url}/ar/projects`, { headers: { traceparent: TRACEPARENT } })
  expect(page.status).toBe(200)
  expect((await post(site.url, form)).status).toBe(201)
  // The rest is sent at the end.
  expect(await site.end('SIGTERM')).toBe(0)

  const spans = collector.received.flatMap(({ body }) =>
    body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
  expect(collector.received.every(({ path }) => path === '/v1/traces')).toBe(true)
  const named = (name: string) => spans.filter((span) => span.name === name && span.traceId === TRACE)
  const [request] = named('GET /*')
  const [render] = named('render')
  const [call] = spans.filter(({ name, traceId }) => name.startsWith('GET /api/guest-api/') && traceId === TRACE)
  expect(render?.parentSpanId).toBe(request?.spanId)
  expect(call?.parentSpanId).toBe(render?.spanId)
  const [submission] = named('POST /api/guest-api/contact-us')
  expect(submission?.parentSpanId).toBe('b7ad6b7169203331')
  expect(spans.some(({ name, parentSpanId }) => name === 'query' && parentSpanId === submission?.spanId)).toBe(true)
  const written = JSON.stringify(collector.received)
  for (const word of [form.email, form.name, form.message]) expect(written).not.toContain(word)
})
