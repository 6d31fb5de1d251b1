import { describe, expect, test } from 'vitest'
import type { DeskCalls } from '#desk/api/calls.ts'
import { listAuditTrail } from '#domain/platform/audit-trail.ts'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'
import { storeMessage } from '../../support/desk-submissions.ts'

type Listed = Awaited<ReturnType<DeskCalls['GET /webhooks']['handle']>>

const webhook = {
  url: 'https://hooks.company.example/told',
  events: ['message.received'],
  format: 'standard',
  language: 'en',
}

describe.each(DATABASES)('webhooks at the desk on %s', (name) => {
  const desk = deskOn(name)
  const list = async (call: Caller) => (await (await call('GET /webhooks')).json()) as Listed

  test('show their secret once, list what they were told, and send it again', async () => {
    const { call } = await desk.as('owner')
    const made = (await (await call('POST /webhooks', { body: webhook })).json()) as { id: string; secret: string }
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const before = await list(call)
    expect(before.webhooks).toMatchObject([{ id: made.id, url: webhook.url, events: webhook.events }])
    expect(JSON.stringify(before)).not.toContain(made.secret)

    const reference = await storeMessage(desk)
    const { deliveries } = await list(call)
    expect(deliveries).toMatchObject([{ reference, type: 'message.received', tries: 0 }])
    const id = deliveries[0]?.id ?? ''
    desk.clock.pass(60_000)
    expect((await call('POST /webhooks/deliveries/:id/repeat', { params: { id } })).status).toBe(204)
    expect((await list(call)).deliveries[0]?.nextTryAt).toBe(desk.clock.now.toISOString())

    expect((await call('DELETE /webhooks/:id', { params: { id: made.id } })).status).toBe(204)
    expect(await list(call)).toMatchObject({ webhooks: [], deliveries: [] })
    const actions = (await listAuditTrail(desk.database.queries)).map(({ action }) => action)
    expect(actions.slice(0, 3)).toEqual(['webhook.remove', 'webhook.repeat', 'webhook.create'])
  })

  test('are sent a test message, which is listed like all they are told', async () => {
    const { call } = await desk.as('owner')
    const made = (await (await call('POST /webhooks', { body: webhook })).json()) as { id: string }
    expect((await call('POST /webhooks/:id/test', { params: { id: made.id } })).status).toBe(204)
    const { webhooks, deliveries } = await list(call)
    expect(webhooks).toMatchObject([{ id: made.id, offSince: null }])
    expect(deliveries).toMatchObject([{ webhookId: made.id, type: 'webhook.test', reference: null, canRepeat: true }])
    const [entry] = await listAuditTrail(desk.database.queries)
    expect(entry).toMatchObject({ action: 'webhook.test' })
    await call('DELETE /webhooks/:id', { params: { id: made.id } })
  })

  test.each([
    ['http://hooks.company.example/', 'webhookFormat'],
    ['https://user:password@hooks.company.example/', 'webhookFormat'],
    ['not an address', 'webhookFormat'],
    ['https://127.0.0.1/', 'webhookPrivate'],
    ['https://[fd00::1]/', 'webhookPrivate'],
    ['https://metadata.google.internal/', 'webhookPrivate'],
  ])('the address %s is refused', async (url, because) => {
    const { call } = await desk.as('owner')
    const response = await call('POST /webhooks', { body: { ...webhook, url } })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ errors: { url: [because] } })
  })

  test('are twenty at most', async () => {
    const { call } = await desk.as('owner')
    const statuses: number[] = []
    for (let made = 0; made < 21; made++) statuses.push((await call('POST /webhooks', { body: webhook })).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(409)
  })
})
