import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const WORDS_PER_MINUTE = 150
const file = path.resolve(import.meta.dirname, '../../../../content/notes.json')
const notes = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { en: string }>[]

test.each(notes)('$slug takes as many minutes to read as it shows dots', (note) => {
  const parts = ['opening', 'paragraphs', 'pull', 'heading', 'rules', 'closing'].map((name) => note[name]?.en)
  const words = parts.flat().join(' ').split(/\s+/)
  expect(Math.ceil(words.length / WORDS_PER_MINUTE)).toBe(note.minutes)
})
