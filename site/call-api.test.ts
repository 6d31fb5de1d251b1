import { afterEach, expect, test, vi } from 'vitest'
import { browserHeaders } from './call-api.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['', undefined],
  ['XSRF-TOKEN=', undefined],
  ['MY-XSRF-TOKEN=a', undefined],
  ['a=b; XSRF-TOKEN=abc', 'abc'],
  ['XSRF-TOKEN=; XSRF-TOKEN=abc', 'abc'],
  ['XSRF-TOKEN=eyJpdiI6Ik1%3D', 'eyJpdiI6Ik1='],
  ['XSRF-TOKEN=100%', '100%'],
])('of the cookies "%s" the token is %s', (cookie, token) => {
  vi.stubGlobal('document', { cookie, documentElement: { lang: 'en' } })
  expect(browserHeaders()['x-xsrf-token']).toBe(token)
})
