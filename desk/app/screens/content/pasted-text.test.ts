import { expect, test } from 'vitest'
import { cleanPasted } from './pasted-text.ts'

test('a line takes no line ends, hard spaces or hidden hyphens', () => {
  expect(cleanPasted('\ufeffSenior\u00a0Front\u00adend\r\nEngineer\r\n', 'line')).toBe('Senior Frontend Engineer')
})

test('points come in without their marks, one on each line', () => {
  expect(cleanPasted('•\tOne thing\r\n·\tAnother\r\n\r\n1.\tA third\r\no\tA fourth', 'list')).toBe(
    'One thing\nAnother\nA third\nA fourth',
  )
  expect(cleanPasted('١) أولًا\n٢) ثانيًا', 'list')).toBe('أولًا\nثانيًا')
  expect(cleanPasted('one more thing', 'list')).toBe('one more thing')
})

test('paragraphs of a document are paragraphs here, and plain text stays as it is', () => {
  expect(cleanPasted('One.\r\nTwo.\r\n', 'paragraphs', '<p class=MsoNormal>One.</p><p>Two.</p>')).toBe('One.\n\nTwo.')
  expect(cleanPasted('One.\nstill one.', 'paragraphs')).toBe('One.\nstill one.')
  expect(cleanPasted('One.\n\n\n\nTwo.', 'paragraphs')).toBe('One.\n\nTwo.')
})

test('what joins Arabic letters stays', () => {
  expect(cleanPasted('می\u200cخواهم', 'line')).toBe('می\u200cخواهم')
})
