import { describe, expect, test } from 'vitest'
import type { DeskCalls } from '#desk/api/calls.ts'
import { matchRoute } from '#site/route-table.ts'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'

type Listed = Awaited<ReturnType<DeskCalls['GET /redirects']['handle']>>
type Imported = Awaited<ReturnType<DeskCalls['POST /redirects/import']['handle']>>

describe.each(DATABASES)('redirects at the desk on %s', (name) => {
  const desk = deskOn(name, { isPageAddress: (path) => matchRoute(new URL(path, 'https://site')) !== undefined })
  const add = (call: Caller, from: string, to: string, more = {}) =>
    call('POST /redirects', { body: { from, to, ...more } })
  const list = async (call: Caller) => ((await (await call('GET /redirects')).json()) as Listed).redirects
  const faultOf = async (response: Promise<Response>) => {
    const { status, errors, details } = (await (await response).json()) as Record<string, object> & { status: number }
    return { status, errors, details }
  }

  test('are added in one spelling, changed, counted from zero and removed', async () => {
    const { call } = await desk.as('editor')
    const { id } = (await (await add(call, '/ar/Old-Shop/', '/ar/services')).json()) as { id: string }
    expect(await list(call)).toMatchObject([{ id, from: '/old-shop', to: '/services', used: 0, lastUsedAt: null }])
    const changed = await call('PATCH /redirects/:id', { params: { id }, body: { to: '/projects', version: 1 } })
    expect(changed.status).toBe(200)
    const late = call('PATCH /redirects/:id', { params: { id }, body: { to: '/jobs', version: 1 } })
    expect((await late).status).toBe(409)
    expect(await list(call)).toMatchObject([{ to: '/projects', version: 2 }])
    expect((await call('DELETE /redirects/:id', { params: { id } })).status).toBe(204)
    expect(await list(call)).toEqual([])
  })

  test.each([
    ['a word', 'old', '/services', { from: ['redirectFrom'] }],
    ['a page of the site', '/services', '/projects', { from: ['redirectIsPage'] }],
    ['a page of the site in Arabic', '/ar/Jobs/', '/projects', { from: ['redirectIsPage'] }],
    ['the API', '/api/guest-api/services', '/projects', { from: ['redirectIsPage'] }],
    ['a star in the middle', '/a/*/b', '/services', { from: ['redirectFrom'] }],
    ['a target that is no address', '/old', 'services', { to: ['redirectTo'] }],
    ['a script', '/old', 'javascript:alert(1)', { to: ['redirectTo'] }],
    ['the rest of one address', '/old', '/services/*', { to: ['redirectTo'] }],
    ['a page that does not exist', '/old', '/nowhere', { to: ['redirectUnknown'] }],
    ['another site without a confirmation', '/old', 'https://other.example/', { to: ['redirectOtherSite'] }],
    ['itself', '/old', '/old', { to: ['redirectLoop'] }],
    ['itself by a wildcard', '/old/*', '/old/new/*', { to: ['redirectLoop'] }],
  ])('%s is refused with a sentence', async (_what, from, to, errors) => {
    const { call } = await desk.as('editor')
    expect(await faultOf(add(call, from, to))).toMatchObject({ status: 422, errors })
    expect(await list(call)).toEqual([])
  })

  test('a loop, a chain to either side and a second one for an address are refused with the chain', async () => {
    const { call } = await desk.as('editor')
    await add(call, '/services-details/77', '/services')
    const chained = { status: 422, errors: { to: ['redirectChain'] } }
    expect(await faultOf(add(call, '/old', '/services-details/77'))).toMatchObject({
      ...chained,
      details: { chain: ['/old', '/services-details/77', '/services'] },
    })
    await add(call, '/older', '/projects-details/99')
    expect(await faultOf(add(call, '/projects-details/99', '/projects'))).toMatchObject({
      ...chained,
      details: { chain: ['/older', '/projects-details/99', '/projects'] },
    })
    expect(await faultOf(add(call, '/projects-details/*', '/projects'))).toMatchObject(chained)
    expect(await faultOf(add(call, '/OLDER/', '/jobs'))).toMatchObject({ errors: { from: ['redirectTaken'] } })
    for (const { id } of await list(call)) await call('DELETE /redirects/:id', { params: { id } })
  })

  test('another site needs a confirmation', async () => {
    const { call } = await desk.as('editor')
    expect((await add(call, '/shop', 'https://shop.example/', { isOtherSiteMeant: true })).status).toBe(200)
    const [{ id } = { id: '' }] = await list(call)
    await call('DELETE /redirects/:id', { params: { id } })
  })

  test('of two colleagues who add the same address at once one is told so', async () => {
    const callers = await Promise.all([desk.as('editor'), desk.as('editor')])
    const added = await Promise.all(callers.map(({ call }) => add(call, '/twice', '/services')))
    expect(added.map(({ status }) => status).sort()).toEqual([200, 422])
    const { call } = callers[0] as (typeof callers)[0]
    for (const { id } of await list(call)) await call('DELETE /redirects/:id', { params: { id } })
  })

  test('a file is tried first, then imported without touching what is there, and comes back as it is', async () => {
    const { call } = await desk.as('editor')
    await add(call, '/kept', '/services')
    const csv = 'from,to\n/kept,/projects\n/kept,/services\n/new,/jobs\n/new/*,/projects\nnothing,/jobs\n/b,/nowhere\n'
    const run = async (isTrial: boolean) =>
      (
        (await (await call(`POST /redirects/import${isTrial ? '/preview' : ''}`, { body: { csv } })).json()) as Imported
      ).lines.map(({ line, outcome }) => `${line} ${outcome}`)
    const outcomes = ['2 fromTaken', '3 same', '4 new', '5 new', '6 fromFormat', '7 toUnknown']
    expect(await run(true)).toEqual(outcomes)
    expect(await list(call)).toHaveLength(1)
    expect(await run(false)).toEqual(outcomes)
    const file = await (await call('GET /redirects/file')).text()
    expect(file.split('\r\n').slice(1, -1)).toEqual(['/kept,/services,0,', '/new,/jobs,0,', '/new/*,/projects,0,'])
    for (const { id } of await list(call)) await call('DELETE /redirects/:id', { params: { id } })
  })

  test('a file of five thousand lines is taken, the rest is refused, and one without lines is no file', {
    tags: 'slow',
  }, async () => {
    const { call } = await desk.as('editor')
    const csv = Array.from({ length: 5001 }, (_, index) => `/old-${index},/services`).join('\n')
    const response = await call('POST /redirects/import', { body: { csv } })
    const { lines } = (await response.json()) as Imported
    expect(lines.filter(({ outcome }) => outcome === 'new')).toHaveLength(5000)
    expect(lines.at(-1)).toMatchObject({ line: 5001, outcome: 'tooMany' })
    expect(await faultOf(call('POST /redirects/import', { body: { csv: 'nothing' } }))).toMatchObject({
      errors: { csv: ['fileEmpty'] },
    })
  })
})
