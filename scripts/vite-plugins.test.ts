import { expect, test } from 'vitest'
import { describeBrokenJson, inAscii } from './vite-plugins.ts'

test.each([
  ['a comma that is missing', '{\n  "one": "1"\n  "two": "2"\n}', 3],
  ['a comma too many', '{\n  "one": "1",\n}', 3],
  ['an end that is missing', '{\n  "one": "1",\n  "two": "2"\n', 4],
  ['nothing at all', '', 1],
])('%s is named by file and line', (_what, code, line) => {
  let message = ''
  try {
    JSON.parse(code)
  } catch (error) {
    message = (error as Error).message
  }
  const described = describeBrokenJson('texts/en/home.json', code, message)
  expect(described).toContain(`texts/en/home.json, line ${line} is not JSON: `)
  expect(described).not.toContain('position')
})

test.each([
  "'نقطة · “dots” 🙂'",
  '`نقطة 🙂`',
  "['٣ نقاط'.replace(/[٠-٩]/g, 'ة'), /[🙂🙃]/u.test('🙃'), /^نقطة$/i.test('نقطة')]",
  "((كلمة) => ({ 'ة': كلمة }))('é')",
])('code in ASCII means the same: %s', (code) => {
  const run = (text: string) => new Function(`return ${text}`)()
  expect(inAscii(code)).toMatch(/^[\0-\x7f]*$/)
  expect(run(inAscii(code))).toEqual(run(code))
})
