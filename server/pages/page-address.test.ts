import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Problem } from '#api/http/problem.ts'
import { readAddress } from './page-address.ts'

const ORIGIN = 'https://nuqta.example'

test.each([
  ['/', '/'],
  ['/services?page=2', '/services?page=2'],
  ['/x/../services', '/services'],
  ['/a#b', '/a%23b'],
  ['/%2f%2fevil.example', '/%2f%2fevil.example'],
])('%s is %s', (target, address) => {
  expect(readAddress(target, ORIGIN).href).toBe(ORIGIN + address)
})

test.each([
  '//evil.example',
  '/.//evil.example',
  '/\\evil.example',
  '/x/..//evil.example',
  'http://evil.example/',
  '*',
  '',
])('%s is refused', (target) => {
  expect(() => readAddress(target, ORIGIN)).toThrow(Problem)
})

test('whatever is asked for is on this site, and its path leads to this site as a redirect too', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '%5c',
      '\t',
      '\n',
      '%09',
      '@',
      ':',
      '?',
      '#',
      'evil.example',
    ),
    fc.string({ unit: 'binary', maxLength: 3 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      let url: URL
      try {
        url = readAddress(`/${pieces.join('')}`, ORIGIN)
      } catch (error) {
        expect(error).toBeInstanceOf(Problem)
        return
      }
      expect(url.origin).toBe(ORIGIN)
      expect(new URL(url.pathname + url.search, `${ORIGIN}/somewhere`).origin).toBe(ORIGIN)
      expect(new URL(url.pathname, `${ORIGIN}/somewhere`).pathname).toBe(url.pathname)
    }),
    { numRuns: 5_000 },
  )
})
