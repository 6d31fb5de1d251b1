import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './security-headers.ts'

const frameSourceOf = (mapUrl: string | undefined) =>
  /frame-src ([^;]*)/.exec(
    contentSecurityPolicy({ scriptHashes: [], styleHashes: [], apiHost: '', mapUrl, isDevelopment: false }),
  )?.[1]

test('only the host of the map may be framed', () => {
  expect(frameSourceOf('https://maps.example/embed?q=1')).toBe('https://maps.example')
  expect(frameSourceOf('http://maps.example:8080/')).toBe('http://maps.example:8080')
})

test.each([
  ...[
    'https://*',
    'https://*/',
    'https://*.example/map',
    'http://*:8080',
    'https://maps.*',
    'https://%2a',
    'https://*:443',
  ],
  ...['*', 'https:', 'data:text/html,x', 'blob:https://maps.example/x', 'javascript:alert(1)', 'ftp://maps.example/'],
  ...['https://maps.example;script-src', "'self'", '', undefined, 'https://[::1]/', '//maps.example', 'https://a b'],
])('the map address %s frames nothing and breaks no page', (mapUrl) => {
  expect(frameSourceOf(mapUrl)).toBe("'none'")
})
