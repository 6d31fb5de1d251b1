import { expect, test } from 'vitest'
import { createLastWords } from './supervise.ts'

function lineAfter(...chunks: string[]) {
  const lastWords = createLastWords()
  for (const chunk of chunks) lastWords.add(chunk)
  return lastWords.line()
}

test('an uncaught error is reported by its message', () => {
  const printed = `file:///site/server/index.js:7
  throw new Error('no more memory')
  ^

Error: no more memory
    at work (file:///site/server/index.js:7:9)
    at file:///site/server/index.js:9:1

Node.js v20.19.0
`
  expect(lineAfter(printed)).toBe('Error: no more memory')
})

test('a line that arrives in pieces is reported whole', () => {
  expect(lineAfter('one\nPORT: 80 may not', ' be used by this user\n')).toBe('PORT: 80 may not be used by this user')
})

test('no output means no report', () => {
  expect(lineAfter()).toBe('')
})
