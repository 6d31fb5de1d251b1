import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createDocumentCache } from './cached-responses.ts'

function serverOf(make: () => Promise<string>) {
  const content = { contentVersion: 1 }
  const app = Fastify()
  const respond = createDocumentCache(() => content.contentVersion, {})
  app.get('/sitemap.xml', (request, reply) =>
    respond(request, reply, '/sitemap.xml', { contentType: 'application/xml', make }),
  )
  return { content, get: () => app.inject('/sitemap.xml') }
}

test('a document is made once for each version of the content, however many ask at once', async () => {
  let times = 0
  const { content, get } = serverOf(async () => `made ${++times}`)
  expect((await Promise.all([get(), get(), get()])).map(({ body }) => body)).toEqual(['made 1', 'made 1', 'made 1'])
  content.contentVersion = 2
  expect((await get()).body).toBe('made 2')
  expect((await get()).body).toBe('made 2')
})

test('while a document fails, the last one is served, and the next request retries', async () => {
  let isBroken = false
  let times = 0
  const { content, get } = serverOf(async () => {
    times++
    if (isBroken) throw new Error('The database is away')
    return `made ${times}`
  })
  expect((await get()).body).toBe('made 1')
  isBroken = true
  content.contentVersion = 2
  expect((await get()).body).toBe('made 1')
  expect((await get()).body).toBe('made 1')
  isBroken = false
  expect((await get()).body).toBe('made 4')
})

test('a document that never could be made is asked for again later', async () => {
  const { get } = serverOf(async () => {
    throw new Error('The database is away')
  })
  const response = await get()
  expect(response.statusCode).toBe(503)
  expect(response.headers['retry-after']).toBe('30')
})
