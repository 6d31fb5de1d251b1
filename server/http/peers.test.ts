import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createRequestIds, newRequestId, traceIdOf } from './peers.ts'

function fromAddress(remoteAddress: string, id: string) {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
  const request = new IncomingMessage(socket)
  request.headers['x-request-id'] = id
  return request
}

const requestIdOf = createRequestIds(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'])

test.each(['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', '2001:db8::5'])('%s is a proxy whose id is kept', (address) => {
  expect(requestIdOf(fromAddress(address, 'given-by-proxy'))).toBe('given-by-proxy')
})

test.each(['192.0.2.8', '127.0.0.1', '::ffff:192.0.2.8', '2001:db9::5', ''])('%s is a stranger', (address) => {
  expect(requestIdOf(fromAddress(address, 'given-by-anybody'))).toMatch(/^[\w-]{16}$/)
})

test.each(['short', 'x'.repeat(65), 'with "quotes"', 'with\nlines', ''])('an id unfit for a log is dropped', (id) => {
  expect(requestIdOf(fromAddress('10.1.2.3', id))).toMatch(/^[\w-]{16}$/)
})

test('a call inside the process keeps the id of the page that makes it', () => {
  expect(requestIdOf({ headers: { 'x-request-id': 'id-of-the-page' } })).toBe('id-of-the-page')
})

test('no two ids are alike', () => {
  expect(new Set(Array.from({ length: 2_000 }, newRequestId)).size).toBe(2_000)
})

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

test('the trace id of a well worded header is taken over', () => {
  expect(traceIdOf(`00-${TRACE}-${PARENT}-01`)).toBe(TRACE)
  expect(traceIdOf(`cc-${TRACE}-${PARENT}-01-what-a-later-version-adds`)).toBe(TRACE)
})

test.each([
  ['nothing', undefined],
  ['two headers', [`00-${TRACE}-${PARENT}-01`, `00-${TRACE}-${PARENT}-01`]],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
  ['a parent of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['capital letters', `00-${TRACE.toUpperCase()}-${PARENT}-01`],
  ['the version that is not one', `ff-${TRACE}-${PARENT}-01`],
  ['more than the first version has', `00-${TRACE}-${PARENT}-01-more`],
  ['a quotation mark', `00-${TRACE.slice(1)}"-${PARENT}-01`],
  ['a line break', `00-${TRACE}-${PARENT}-01\n{"level":50}`],
])('%s is ignored', (_what, header) => {
  expect(traceIdOf(header)).toBeUndefined()
})
