import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpServer } from './create-server.ts'

const app = createHttpServer({ trustProxy: ['127.0.0.1'], logLevel: 'silent', publicUrl: undefined })
app.get('/address', (request) => request.ip)
let url = ''
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/address`
})
afterAll(() => app.close())

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:1001', '192.0.2.1'],
  ['203.0.113.9, 192.0.2.1:1002', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:1003', '2001:db8::1'],
  ['192.0.2.1:1001, 127.0.0.1:1004', '192.0.2.1'],
])('behind a proxy that writes %s the visitor is %s', async (written, address) => {
  const response = await fetch(url, { headers: { 'x-forwarded-for': written } })
  expect(await response.text()).toBe(address)
})
