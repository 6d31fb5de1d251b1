import { expect, test } from 'vitest'
import { distinctName } from './distinct-name.ts'

const mona = { name: 'Mona', reference: 'NQ-1' }
const otherMona = { name: 'Mona', reference: 'NQ-2' }
const omar = { name: 'Omar', reference: 'NQ-3' }

test('two people of one name are told apart by their reference', () => {
  const listed = [mona, otherMona, omar]
  expect(listed.map((each) => distinctName(each, listed))).toEqual([
    'Mona, \u2066NQ-1\u2069',
    'Mona, \u2066NQ-2\u2069',
    'Omar',
  ])
})
