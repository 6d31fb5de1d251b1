import { expect, test } from 'vitest'
import { hasLogoShape, isFor } from './logos.ts'

const address = (size: string, file: string) => `/media/AbCdEfGh-jKlMn_p/uploads/${size}-22/${file}`

test.each([
  ['wordmark', 100, 200, true],
  ['wordmark', 100, 201, false],
  ['wordmark', 1000, 100, true],
  ['wordmark', 1001, 100, false],
  ['mark', 100, 100, true],
  ['mark', 105, 100, true],
  ['mark', 100, 120, false],
  ['mark', 120, 100, false],
] as const)('as a %s, %i by %i: %s', (use, width, height, fits) => {
  expect(hasLogoShape(use, { width, height })).toBe(fits)
})

test.each([
  ['wordmark', address('1000x200', '1000.svg'), true],
  ['wordmark', address('800x200', '800.webp'), true],
  ['wordmark', address('100x1000', '100.svg'), false],
  ['wordmark', '/media/AbCdEfGh-jKlMn_p/projects/one.svg', false],
  ['mark', address('1000x200', '1000.svg'), false],
  [undefined, address('800x200', '800.webp'), true],
  [undefined, '/media/AbCdEfGh-jKlMn_p/projects/one.svg', true],
  [undefined, address('1000x200', '1000.svg'), false],
] as const)('for %s, %s: %s', (use, picture, fits) => {
  expect(isFor(use, picture)).toBe(fits)
})
