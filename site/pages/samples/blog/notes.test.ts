import { expect, test } from 'vitest'
import { textsIn } from '#texts/index.ts'
import { notes } from './notes.ts'

const WORDS_PER_MINUTE = 150

test.each(notes)('$name takes as many minutes to read as it shows dots', ({ name, minutes }) => {
  const note = textsIn('en')['blog-details'].notes[name]
  const parts = [note.opening, ...note.paragraphs, note.pull, note.heading, ...note.rules, ...note.closing]
  expect(Math.ceil(parts.join(' ').split(' ').length / WORDS_PER_MINUTE)).toBe(minutes)
})

test('the notes stand newest first', () => {
  const dates = notes.map((note) => note.publishedOn)
  expect(dates).toEqual(dates.toSorted().reverse())
})
