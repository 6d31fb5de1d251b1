import { expect, test } from 'vitest'
import { traceIdOf } from './trace-id.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

test('the trace id of a well worded header is taken over', () => {
  expect(traceIdOf(`00-${TRACE}-${PARENT}-01`)).toBe(TRACE)
  expect(traceIdOf(`cc-${TRACE}-${PARENT}-01-what-a-later-version-adds`)).toBe(TRACE)
})

test.each([
  ['nothing', undefined],
  ['two headers', [`00-${TRACE}-${PARENT}-01`, `00-${TRACE}-${PARENT}-01`]],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
  ['a parent of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['capital letters', `00-${TRACE.toUpperCase()}-${PARENT}-01`],
  ['the version that is not one', `ff-${TRACE}-${PARENT}-01`],
  ['more than the first version has', `00-${TRACE}-${PARENT}-01-more`],
  ['a quotation mark', `00-${TRACE.slice(1)}"-${PARENT}-01`],
  ['a line break', `00-${TRACE}-${PARENT}-01\n{"level":50}`],
])('%s is ignored', (_what, header) => {
  expect(traceIdOf(header)).toBeUndefined()
})
