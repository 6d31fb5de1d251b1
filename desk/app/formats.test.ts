import { expect, test } from 'vitest'
import * as ar from '#texts/desk/ar/index.ts'
import * as en from '#texts/desk/en/index.ts'
import { createFormats } from './formats.ts'

test('a figure is exact up to the highest that is counted, and says so above it', () => {
  const { figure } = createFormats('en', 'Africa/Cairo', en.shell)
  expect([figure(1001), figure(10_000), figure(10_001), figure(1001, 1000)]).toEqual([
    '1,001',
    '10,000',
    '10,000+',
    '1,000+',
  ])
  expect(createFormats('ar', 'Africa/Cairo', ar.shell).figure(10_001)).toBe('١٠٬٠٠٠+')
})
