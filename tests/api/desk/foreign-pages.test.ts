import { describe, expect, test } from 'vitest'
import { calls } from '#desk/api/calls.ts'
import { addPicture } from '#domain/content/pictures/pictures.ts'
import { deskOn } from '../../support/desk-api.ts'
import { storeApplication } from '../../support/desk-submissions.ts'

const keys = Object.keys(calls)
const isRead = (key: string) => key.startsWith('GET ')
const paramsOf = (key: string) => Object.fromEntries([...key.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'nobody']))

/** Requests that another site's page can send with a signed-in browser. */
const FORGED: [string, Record<string, string>][] = [
  ['from another origin', { origin: 'https://evil.example' }],
  ['from the public site beside it', { origin: 'http://localhost:3000' }],
  ['from nowhere', { origin: 'null' }],
  ['from another site', { 'sec-fetch-site': 'cross-site' }],
  ['from another host of the same site', { 'sec-fetch-site': 'same-site' }],
]

describe('calls that a page of another site makes', () => {
  const desk = deskOn('SQLite')

  test.each(FORGED)('are refused %s, every one of them, and nothing is written', async (_what, headers) => {
    const { call } = await desk.as('owner')
    const entries = () => desk.database.queries.selectFrom('audit_trail').select('number').execute()
    const before = (await entries()).length
    for (const key of keys) {
      const response = await call(key, { params: paramsOf(key), headers, ...(!isRead(key) && { body: {} }) })
      expect([key, response.status]).toEqual([key, 403])
      expect(await response.json()).toMatchObject({ type: 'urn:problem:foreignOrigin' })
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
    expect(await entries()).toHaveLength(before)
  })

  test('are refused without the header that only scripts of the desk can send', async () => {
    const { cookie } = await desk.as('owner')
    for (const key of keys.filter((each) => !isRead(each))) {
      const [method = '', path = ''] = key.split(' ')
      const response = await fetch(`http://127.0.0.1:${new URL(desk.url).port}/api${path.replaceAll(':', '')}`, {
        method,
        headers: { cookie, 'content-type': 'application/json' },
        body: '{}',
      })
      expect([key, response.status]).toEqual([key, 403])
    }
  })

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
    'are refused as %s, as a form would send them',
    async (type) => {
      const { call } = await desk.as('owner')
      for (const key of ['POST /people/invitations', 'POST /erasure', 'POST /sign-in', 'POST /views']) {
        const response = await call(key, { body: {}, headers: { 'content-type': type } })
        expect([key, response.status]).toEqual([key, 415])
      }
    },
  )

  test('every personal response is for no cache, no frame and no search engine', async () => {
    const { call } = await desk.as('owner')
    const id = await storeApplication(desk)
    const picture = { id: 'AAAAAAAAAAAAAAAA', name: 'photo.jpg', uploadedBy: null }
    const files = [{ width: 400, format: 'webp' as const, bytes: Buffer.from('picture') }]
    const prepared = { width: 400, height: 300, files }
    await desk.database.write((queries) => addPicture(queries, { ...picture, prepared }, desk.clock.now))
    const idFor = (key: string) =>
      /\/(content|processes)\//.test(key) ? '1' : key.includes('/pictures/') ? picture.id : id
    const others = { ...paramsOf('GET /:note/:letter'), page: '1', type: 'services', part: 'en', number: '1' }
    for (const key of keys.filter((each) => isRead(each) && each !== 'GET /events' && !each.includes('/:attachment'))) {
      const response = await call(key, { params: { ...others, id: idFor(key) } })
      // Some want a query or another record: refusals carry the same headers.
      expect([200, 404, 422], key).toContain(response.status)
      expect([key, response.headers.get('cache-control')]).toEqual([key, 'no-store'])
      expect([key, response.headers.get('x-robots-tag')]).toEqual([key, 'noindex, nofollow'])
      expect([key, response.headers.get('x-frame-options')]).toEqual([key, 'DENY'])
      await response.body?.cancel()
    }
  })

  test('preflights are never allowed', async () => {
    const response = await fetch(`http://127.0.0.1:${new URL(desk.url).port}/api/export`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(response.headers.get('access-control-allow-methods')).toBeNull()
  })
})
