import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GUEST_API } from '#contract/endpoints.ts'
import { aContactMessage } from '../support/builders.ts'
import { DATABASES, freshDatabaseOf } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { runProgram } from '../support/programs.ts'
import { type SiteProcess, startSite, startSiteOn } from '../support/start-site.ts'

const ALERTS = path.resolve(import.meta.dirname, '../../deploy/prometheus-alerts.yml')
const DASHBOARD = path.resolve(import.meta.dirname, '../../deploy/grafana-dashboard.json')
const OPERATIONS = path.resolve(import.meta.dirname, '../../docs/operations.md')
const MAX_SERIES = 2_000

describe.each(DATABASES)('metrics on %s', (name) => {
  const fresh = freshDatabaseOf(name)
  let site: SiteProcess
  let inside: string

  beforeAll(async () => {
    const port = await freePort()
    const deskPort = await freePort()
    inside = `http://127.0.0.1:${port}`
    site = await startSiteOn(await fresh(), {
      METRICS_PORT: String(port),
      DESK_PORT: String(deskPort),
      LOG_LEVEL: 'info',
    })
  })
  afterAll(() => site.end('SIGTERM'))

  const scrape = async () => {
    const response = await fetch(`${inside}/metrics`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    return response.text()
  }

  test('count each response by route and status, with the time it took', async () => {
    const before = await scrape()
    for (const _ of [1, 2, 3]) await fetch(`${site.url}/`)
    await fetch(`${site.url}${GUEST_API}projects/999999`)
    // A response is counted once written, perhaps after the client has read it.
    const grown = async (series: string) => valueIn(await scrape(), series) - valueIn(before, series)
    const pages = 'nuqta_http_responses_total{listener="site",route="/*",method="GET",status="200"}'
    const project = `nuqta_http_responses_total{listener="site",route="${GUEST_API}projects/:id",method="GET",status="404"}`
    await expect.poll(() => grown(pages)).toBe(3)
    await expect.poll(() => grown(project)).toBe(1)
    const now = await scrape()
    expect(valueIn(now, 'nuqta_http_response_seconds_count{listener="site",route="/*"}')).toBe(
      valueIn(now, 'nuqta_http_response_seconds_bucket{le="+Inf",listener="site",route="/*"}'),
    )
  })

  test('tell pages from memory from those that were rendered', async () => {
    await fetch(`${site.url}/about`)
    const before = await scrape()
    await fetch(`${site.url}/about`)
    const after = await scrape()
    const hits = 'nuqta_page_cache_requests_total{result="hit"}'
    expect(valueIn(after, hits) - valueIn(before, hits)).toBe(1)
    expect(valueIn(after, 'nuqta_page_renders_total{outcome="complete"}')).toBeGreaterThan(0)
  })

  test('count forms that were stored, repeated and refused, and why', async () => {
    const post = (body: object, headers: Record<string, string> = {}) =>
      fetch(`${site.url}${GUEST_API}contact-us`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    const key = { 'idempotency-key': 'once-and-again' }
    expect((await post(aContactMessage(), key)).status).toBe(201)
    expect((await post(aContactMessage(), key)).status).toBe(201)
    const refused = await post(aContactMessage({ email: 'no address' }))
    const [, reason] = /^urn:problem:(\w+)$/.exec((await refused.json()).type) ?? []
    expect((await post(aContactMessage(), { origin: 'https://elsewhere.example' })).status).toBe(403)
    const now = await scrape()
    for (const outcome of ['stored', 'repeated', reason, 'foreignOrigin'])
      expect(valueIn(now, `nuqta_submissions_total{form="contact-message",outcome="${outcome}"}`)).toBe(1)
  })

  test('tell of the process, the database and the disk', async () => {
    const now = await scrape()
    expect(valueIn(now, 'nuqta_database_up')).toBe(1)
    expect(valueIn(now, 'nuqta_disk_free_bytes{folder="data"}')).toBeGreaterThan(0)
    expect(valueIn(now, 'nuqta_jobs{kind="mail",state="waiting"}')).toBe(0)
    expect(now).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
    if (name === 'PostgreSQL') expect(now).toMatch(/^nuqta_database_connections\{state="waiting"\} \d+$/m)
  })

  test('stay few, and hold nothing of what strangers type', async () => {
    const canary = 'canary4711'
    for (let number = 0; number < 50; number++) {
      await fetch(`${site.url}/${canary}${number}?${canary}=${number}`)
      await fetch(`${site.url}${GUEST_API}${canary}${number}`, { headers: { 'user-agent': canary } })
      await fetch(`${site.url}/assets/${canary}${number}.js`)
    }
    const now = await scrape()
    expect(now).not.toContain(canary)
    expect(now.split('\n').filter((line) => line && !line.startsWith('#')).length).toBeLessThan(MAX_SERIES)
  })

  test('are reached on their own listener alone', async () => {
    const page = await fetch(`${site.url}/metrics`)
    expect(page.status).toBe(404)
    expect(await page.text()).not.toContain('nuqta_http_responses_total')
    const deskUrl = () => /The desk is open: (\S+)/.exec(site.output())?.[1]
    await expect.poll(deskUrl).toBeDefined()
    expect(await (await fetch(`${deskUrl()}/metrics`)).text()).not.toContain('nuqta_http_responses_total')
    expect((await fetch(`${inside}/healthz`)).status).toBe(200)
    expect((await fetch(`${inside}/about`)).status).toBe(404)
  })

  test('conditions are shown on the metrics listener, never on the public one', async () => {
    const told = await fetch(`${inside}/readyz?verbose`)
    expect(told.status).toBe(200)
    expect(await told.json()).toMatchObject({ status: 'ready', conditions: expect.any(Array) })
    expect(await (await fetch(`${inside}/readyz`)).json()).toEqual({ status: 'ready' })
    expect(await (await fetch(`${site.url}/readyz?verbose`)).json()).toEqual({ status: 'ready' })
  })

  test('a request of a trace has the id of the trace in its line of the log', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const ids: (string | null)[] = []
    for (const traceparent of [`00-${traceId}-00f067aa0ba902b7-01`, `00-${traceId}-"forged":true-01`])
      ids.push((await fetch(`${site.url}/services`, { headers: { traceparent } })).headers.get('x-request-id'))
    const lineOf = (requestId: string | null | undefined) =>
      site
        .output()
        .split('\n')
        .find((line) => line.includes(`"requestId":"${requestId}"`) && line.includes('"route":"/*"'))
    await expect.poll(() => lineOf(ids[1])).toBeDefined()
    expect(JSON.parse(lineOf(ids[0]) as string).traceId).toBe(traceId)
    expect(JSON.parse(lineOf(ids[1]) as string)).not.toHaveProperty('traceId')
  })

  test('the alert rules and the dashboard name only metrics that exist', async () => {
    const now = await scrape()
    const told = new Set(
      [...now.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, metric, type]) => namesOf(metric, type)),
    )
    const rules = [...readFileSync(ALERTS, 'utf8').matchAll(/expr: (\|\n(?: {10,}.*\n)+|.*)/g)].map(([, rule]) => rule)
    const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as { panels: { targets: { expr: string }[] }[] }
    const asked = [...rules, ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))]
    expect(asked.length).toBeGreaterThan(20)
    const named = new Set(asked.flatMap((text) => text?.match(/\b(?:nuqta|nodejs|process)_\w+/g) ?? []))
    expect([...named].filter((metric) => !told.has(metric) && !isOfPostgres(metric))).toEqual([])
  })

  test('docs/operations.md names each of our metrics, and no other', async () => {
    const exist = [...(await scrape()).matchAll(/^# TYPE (nuqta_\w+)/gm)].map(([, metric]) => metric as string)
    const rows = readFileSync(OPERATIONS, 'utf8').match(/^\| `nuqta_.*/gm) ?? []
    const named = rows
      .flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`(nuqta_\w+)`/g)])
      .map(([, metric]) => metric)
    expect(exist.filter((metric) => !named.includes(metric))).toEqual([])
    expect(named.filter((metric) => !exist.includes(`${metric}`) && !isOfPostgres(`${metric}`))).toEqual([])
  })

  const isOfPostgres = (metric: string) => name === 'SQLite' && metric === 'nuqta_database_connections'
})

test('the alert rules are rules that Prometheus takes', async ({ skip }) => {
  const checked = await runProgram(['promtool', 'check', 'rules', ALERTS]).catch(() => undefined)
  if (!checked) return skip('promtool is not installed here (on Debian: apt install prometheus)')
  expect(checked).toMatchObject({ code: 0 })
})

test('a port for metrics that is taken stops the start with one line', async () => {
  const taken = await freePort()
  const first = await startSite({ METRICS_PORT: String(taken) })
  const second = startSite({ METRICS_PORT: String(taken) })
  await expect(second).rejects.toThrow(`METRICS_PORT: ${taken} is in use by another program`)
  await first.stop()
})

const namesOf = (metric = '', type = '') =>
  type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => metric + end) : [metric]

function valueIn(text: string, series: string) {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line ? Number(line.slice(series.length + 1)) : 0
}
