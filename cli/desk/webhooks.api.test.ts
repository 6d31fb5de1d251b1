import { describe, expect, test } from 'vitest'
import { listAuditTrail } from '#domain/platform/audit-trail.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { DATABASES, freshDatabaseOf } from '../../tests/support/databases.ts'
import { atTheDesk } from '../../tests/support/desk.ts'
import { storeMessage } from '../../tests/support/desk-submissions.ts'
import { duringTests } from '../../tests/support/during-tests.ts'

describe.each(DATABASES)('npm run desk -- webhooks, on %s', (name) => {
  const now = new Date()
  const settings = duringTests(freshDatabaseOf(name))
  const database = duringTests(() => openDatabase(settings))

  const webhooks = (...args: string[]) => atTheDesk(settings, ['webhooks', ...args], { now })
  const url = 'https://hooks.company.example/told'

  test('are added with a secret shown once, listed with deliveries, repeated and removed', async () => {
    const added = await webhooks('add', url, '--events', 'message.received')
    expect(added.code).toBe(0)
    const secret = added.output.trim()
    expect(secret).toMatch(/^whsec_/)
    const listed = await webhooks('list', '--json')
    expect(listed.output).not.toContain(secret)
    const [{ id }] = JSON.parse(listed.output) as [{ id: string }]
    const reference = await storeMessage({ database, clock: { now } })
    const [delivery] = JSON.parse((await webhooks('deliveries', '--json')).output) as [{ id: string }]
    expect(delivery).toMatchObject({ reference, url, tries: 0 })
    expect((await webhooks('deliveries')).output).toContain(reference)
    expect((await webhooks('repeat', delivery.id)).code).toBe(0)
    expect((await webhooks('test', id)).code).toBe(0)
    expect((await webhooks('deliveries')).output).toContain('webhook.test')
    await database.queries.updateTable('webhooks').set({ off_since: now.toISOString() }).execute()
    expect((await webhooks('list')).output).toContain('gone (410)')
    expect((await webhooks('remove', id)).code).toBe(0)
    expect(JSON.parse((await webhooks('list', '--json')).output)).toEqual([])
    const actions = (await listAuditTrail(database.queries)).map(({ action }) => action)
    expect(actions).toEqual(['webhook.remove', 'webhook.test', 'webhook.repeat', 'webhook.create'])
  })

  test.each([
    ['add'],
    ['add', 'http://hooks.company.example/'],
    ['add', 'https://10.0.0.1/'],
    ['add', url, '--events', 'application.dances'],
    ['add', url, '--format', 'telex'],
    ['add', url, '--language', 'fr'],
    ['remove', 'nobody'],
    ['repeat', 'nobody'],
    ['test', 'nobody'],
    ['dance'],
  ])('%s %s %s %s is refused', async (...args) => {
    expect((await webhooks(...args)).code).not.toBe(0)
    expect(JSON.parse((await webhooks('list', '--json')).output)).toEqual([])
  })
})
