import { expect, test } from 'vitest'
import { readRedirectLines } from './redirect-lines.ts'
import { emptyTable, findRedirect, normalFrom, normalTo } from './redirects.ts'

test.each([
  ['/Old-Page/', '/old-page'],
  ['/old?utm_source=mail#top', '/old'],
  ['/ar/old', '/old'],
  ['/AR/Old', '/old'],
  ['/caf%C3%A9', '/café'],
  ['/قديم', '/قديم'],
  ['/old//page', '/old/page'],
  ['/old page', '/old page'],
  ['/shop/*', '/shop/*'],
  ['/arabic', '/arabic'],
])('the old address %s is kept as %s', (typed, from) => {
  expect(normalFrom(typed)).toBe(from)
})

test.each([
  '',
  '/',
  '/ar',
  '/*',
  '/ar/*',
  'old',
  '//evil.example',
  '/a*',
  '/a/*/b',
  '/%E0%A4%A',
  '/a\\b',
  '/a\u202eb',
  `/${'a'.repeat(600)}`,
])('%j is no old address', (typed) => {
  expect(normalFrom(typed)).toBeUndefined()
})

test.each([
  ['/services', '/services'],
  ['/ar/services?page=2', '/services?page=2'],
  ['/ar', '/'],
  ['https://other.example/a', 'https://other.example/a'],
  ['/blog/*', '/blog/*'],
])('the target %s is kept as %s', (typed, to) => {
  expect(normalTo(typed)).toBe(to)
})

test.each([
  '',
  'services',
  '//evil.example',
  '/\\evil.example',
  'http://other.example',
  'javascript:alert(1)',
  'https://user:secret@other.example',
  'https://',
  '/a b',
])('%j is no target', (typed) => {
  expect(normalTo(typed)).toBeUndefined()
})

test('the exact address wins, then the longest wildcard; the rest of the path follows', () => {
  const table = emptyTable()
  table.exact['/shop/hats'] = { id: 'exact', to: '/services' }
  table.below.push({ id: 'long', prefix: '/shop/old/', to: '/projects' })
  table.below.push({ id: 'short', prefix: '/shop/', to: 'https://shop.example/*' })
  const targets = [
    '/Shop/Hats/',
    '/shop/old/x',
    '/shop/Fine%20Hats/2',
    '/ar/shop/a',
    '/shop',
    '/shopping',
    '/constructor',
  ]
  expect(targets.map((path) => findRedirect(table, path)?.to)).toEqual([
    '/services',
    '/projects',
    'https://shop.example/Fine%20Hats/2',
    'https://shop.example/a',
    undefined,
    undefined,
    undefined,
  ])
})

test('no path leads to another host by its rest', () => {
  const table = emptyTable()
  table.below.push(
    { id: 'own', prefix: '/old/', to: '/*' },
    { id: 'other', prefix: '/away/', to: 'https://a.example/*' },
  )
  for (const path of [
    '/old//evil.example',
    '/old/%2F%2Fevil.example',
    '/old/@evil.example',
    '/away/..%2f@evil.example',
  ]) {
    const { to = '' } = findRedirect(table, path) ?? {}
    expect(new URL(to, 'https://a.example').host, path).toBe('a.example')
  }
})

test('a CSV file is read with headings, quotation marks, semicolons, and the numbers of its lines', () => {
  expect(readRedirectLines('\ufefffrom,to\r\n/a,/b\r\n\r\n"/c ""d""","/e\n"\r\n/f')).toEqual([
    { line: 2, from: '/a', to: '/b' },
    { line: 4, from: '/c "d"', to: '/e' },
    { line: 6, from: '/f', to: '' },
  ])
  expect(readRedirectLines('/a;/b\n/c;/d;more')).toEqual([
    { line: 1, from: '/a', to: '/b' },
    { line: 2, from: '/c', to: '/d' },
  ])
  expect(readRedirectLines('no address at all')).toEqual([])
})
