import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Problem } from '#api/http/problem.ts'
import { readAddress, routedTarget } from './page-address.ts'

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
  '//evil.example?language=ar',
  '/.//evil.example',
  '/\\evil.example',
  '/x/..//evil.example',
])('%s is no page of this site', (target) => {
  expect(readAddress(target, ORIGIN).href).toBe(`${ORIGIN}/not-found`)
})

test.each([
  ['GET', '/about?x=%zz', '/about?x=%zz'],
  ['GET', '/%D8%B9', '/%D8%B9'],
  ['GET', '/%zz?language=ar', '/not-found'],
  ['HEAD', '/%E0%A4%A', '/not-found'],
  ['GET', '/ar/%', '/ar/not-found'],
  ['POST', '/%zz', '/%zz'],
  ['GET', '/api/%zz', '/api/%zz'],
  ['GET', '/media/%zz', '/media/%zz'],
  ['GET', '/apis/%zz', '/not-found'],
  ['GET', 'http://evil.example/about?x=1', '/about?x=1'],
  ['POST', 'HTTPS://evil.example:1/contact', '/contact'],
  ['GET', 'http://evil.example', '/'],
  ['GET', 'http://evil.example?x=1', '/?x=1'],
  ['GET', 'http://evil.example/%zz', '/not-found'],
  ['GET', 'http://evil.example//other.example', '//other.example'],
  ['GET', 'http:///about', 'http:///about'],
  ['GET', 'ftp://evil.example/about', 'ftp://evil.example/about'],
  ['OPTIONS', '*', '*'],
])('%s %s is looked up as %s', (method, url, target) => {
  expect(routedTarget({ method, url })).toBe(target)
})

test.each(['http://evil.example/', '*', ''])('%s is refused', (target) => {
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
