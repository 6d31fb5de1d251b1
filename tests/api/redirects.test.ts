import { describe, expect, test, vi } from 'vitest'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { databasesByTurn, freshDatabaseOf } from '../support/databases.ts'
import { startDesk } from '../support/desk-api.ts'
import { duringTests } from '../support/during-tests.ts'
import { startSiteOn } from '../support/start-site.ts'

const SHOWN = { timeout: 30_000 }

describe.each(databasesByTurn(1))('redirects on %s', (name) => {
  const settings = duringTests(freshDatabaseOf(name))
  const site = duringTests(() => startSiteOn(settings))
  const desk = duringTests(() => startDesk(settings))
  const ask = (path: string, method = 'GET') => fetch(site.url + path, { method, redirect: 'manual' })
  const leadsTo = async (path: string, method = 'GET') => {
    const { status, headers } = await ask(path, method)
    return [status, headers.get('location')]
  }

  test('lead on within a second, in the visitor’s language, with their campaign; pages and posts are untouched', async () => {
    const { call } = await desk.as('editor')
    expect((await ask('/old')).status).toBe(404)
    for (const [from, to] of [
      ['/old', '/services'],
      ['/shop/*', '/projects'],
      ['/services-details/999', '/services#top'],
    ])
      await call('POST /redirects', { body: { from, to } })
    await call('POST /redirects', { body: { from: '/away/*', to: 'https://other.example/*', isOtherSiteMeant: true } })
    // The last of them: the site reads each change by itself.
    await vi.waitFor(async () => expect((await leadsTo('/away/a'))[0]).toBe(301), SHOWN)
    expect(await leadsTo('/old')).toEqual([301, '/services'])
    expect(await leadsTo('/OLD/?utm_source=mail', 'HEAD')).toEqual([301, '/services?utm_source=mail'])
    expect(await leadsTo('/ar/old')).toEqual([301, '/ar/services'])
    expect(await leadsTo('/shop/hats/2')).toEqual([301, '/projects'])
    expect(await leadsTo('/services-details/999')).toEqual([301, '/services#top'])
    expect(await leadsTo('/away/a%20b?c=1')).toEqual([301, 'https://other.example/a%20b?c=1'])
    expect((await ask('/services')).status).toBe(200)
    expect((await ask('/old', 'POST')).status).toBe(404)
    expect((await ask('/old')).headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=1\b/)
  })

  test('are counted, and lead nowhere once they are removed', async () => {
    const { call } = await desk.as('editor')
    await call('POST /redirects', { body: { from: '/counted', to: '/jobs' } })
    await vi.waitFor(async () => expect((await ask('/counted')).status).toBe(301), SHOWN)
    await ask('/counted')
    const database = await openDatabase(settings)
    const stored = () =>
      database.queries.selectFrom('redirects').selectAll().where('from_path', '=', '/counted').executeTakeFirstOrThrow()
    await vi.waitFor(async () => expect((await stored()).used).toBeGreaterThanOrEqual(2), SHOWN)
    expect((await stored()).last_used_at).toMatch(/^\d{4}-/)
    await call('DELETE /redirects/:id', { params: { id: (await stored()).id } })
    await database.close()
    await vi.waitFor(async () => expect((await ask('/counted')).status).toBe(404), SHOWN)
  })
})
