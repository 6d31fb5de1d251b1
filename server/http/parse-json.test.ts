import { expect, test } from 'vitest'
import { hasRepeatedKey } from './parse-json.ts'

test.each([
  ['{"a":1,"a":2}', true],
  ['{"a":1,"\\u0061":2}', true],
  ['{"a":1,"b":{"c":[{"d":1,"d":1}]}}', true],
  ['[{"":1,"":1}]', true],
  ['{"a\\"":1,"a\\"":1}', true],
  ['{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}', false],
  ['{"a":"a","b":"a","c":["a","a",{"a":"a"},"a"]}', false],
  ['{"a":"\\",\\"a\\":","b":"\\\\"}', false],
  ['{"a" : 1 , "A" : 1}', false],
  ['[]', false],
  ['"a"', false],
])('%s: %s', (json, isRepeated) => {
  expect(() => JSON.parse(json)).not.toThrow()
  expect(hasRepeatedKey(json)).toBe(isRepeated)
})
