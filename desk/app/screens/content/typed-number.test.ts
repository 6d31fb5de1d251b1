import { expect, test } from 'vitest'
import { numberIn } from './typed-number.ts'

test('a number is read in the digits of either language', () => {
  expect(numberIn('1,250.5')).toBe(1250.5)
  expect(numberIn('١٬٢٥٠٫٥')).toBe(1250.5)
  expect(numberIn(' 1 250 ')).toBe(1250)
  expect(numberIn('12000')).toBe(12_000)
  expect(numberIn('1,250,000')).toBe(1_250_000)
  expect(numberIn('')).toBeNull()
})

test.each(['9,99', '1,25', '12,50', '1,2500', ',999', '1,250,50', '٩٬٩٩', '12abc', '1.2.3', '-5'])(
  '%s is no number: a comma that is not before three digits may be a decimal one',
  (typed) => {
    expect(numberIn(typed)).toBeUndefined()
  },
)
