import { expect, test } from 'vitest'
import { contactMessage } from '#contract/forms.ts'
import { foldLetters, normalizeText } from './spelling.ts'

const MAX_CPU_MILLISECONDS = 300

test('letters and their marks become one spelling', () => {
  expect(normalizeText('e\u0301')).toBe('é')
  expect(normalizeText('ا\u0653')).toBe('آ')
  expect(normalizeText('Ａ', 'NFKC')).toBe('A')
  expect(normalizeText(`e${'\u0301'.repeat(30)}`)).toBe(`é${'\u0301'.repeat(29)}`)
})

// The largest body, with alternating marks: the worst case of normalisation, which reorders each past all before.
const MARKS = 32_000

test.each([
  ['marks of two kinds', '\u0301\u0323'.repeat(MARKS / 2)],
  ['letters that turn into marks between them', `${'\u0301\u0323'.repeat(15)}\uff9e`.repeat(MARKS / 31)],
])('thousands of %s upon one letter cost no more than any other text', (_name, marks) => {
  const text = `a${marks}`
  const start = process.cpuUsage()
  for (const form of ['NFC', 'NFKC', 'NFKD'] as const) expect(normalizeText(text, form) === text).toBe(true)
  foldLetters(text)
  expect(contactMessage.safeParse({ name: text, message: text }).success).toBe(false)
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1000).toBeLessThan(MAX_CPU_MILLISECONDS)
})
