import { expect, test } from 'vitest'
import { readReference } from './reference.ts'

test.each([
  'NQ-7K3M-9XQ2',
  ' nq-7k3m-9xq2 ',
  'NQ 7K3M 9XQ2',
  'nq7k3m9xq2',
  'NQ–7K3M–9XQ2',
  '\u200fNQ-7K3M-9XQ2\u200e',
  'NQ-٧K٣M-٩XQ٢',
  'ＮＱ-７Ｋ３Ｍ-９ＸＱ２',
  'Reference NQ-7K3M-9XQ2.',
  'رقم المرجع: NQ-7K3M-9XQ2',
])('“%s” is NQ-7K3M-9XQ2', (text) => {
  expect(readReference(text)).toBe('NQ-7K3M-9XQ2')
})

test.each(['', 'NQ', '7K3M9XQ2'])('“%s” is no reference number', (text) => {
  expect(readReference(text)).toBe(text)
})
