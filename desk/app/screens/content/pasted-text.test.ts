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

test('pasted paragraphs stay paragraphs, and plain text is unchanged', () => {
  expect(cleanPasted('One.\r\nTwo.\r\n', 'paragraphs', '<p class=MsoNormal>One.</p><p>Two.</p>')).toBe('One.\n\nTwo.')
  expect(cleanPasted('One.\nstill one.', 'paragraphs')).toBe('One.\nstill one.')
  expect(cleanPasted('One.\n\n\n\nTwo.', 'paragraphs')).toBe('One.\n\nTwo.')
})

test('the points of a document are a list here', () => {
  const word = 'We do:\r\n·\tOne thing\r\no\tAnother\r\nThen:\r\n1.\tFirst\r\n2.\tSecond\r\n'
  expect(cleanPasted(word, 'paragraphs', '<p class=MsoListParagraph>We do:</p>')).toBe(
    'We do:\n\n- One thing\n- Another\n\nThen:\n\n1. First\n2. Second',
  )
})

test('joiners between Arabic letters stay', () => {
  expect(cleanPasted('می\u200cخواهم', 'line')).toBe('می\u200cخواهم')
})
