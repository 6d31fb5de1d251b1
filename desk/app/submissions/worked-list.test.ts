import { expect, test } from 'vitest'
import { neighboursIn, rememberList, returnTo, shownIn } from './worked-list.ts'

const UNREAD = '?read=no'
/** As the server answers in a view that opened ones have left. */
const alone = { previous: null, next: null }

test('an opened one stays in the list, also where its filters no longer match it', () => {
  rememberList(UNREAD, ['A', 'B', 'C'])
  expect(neighboursIn(UNREAD, { reference: 'B', neighbours: { previous: null, next: 'C' } })).toEqual({
    previous: 'A',
    next: 'C',
  })
  expect(neighboursIn(UNREAD, { reference: 'C', neighbours: alone })).toEqual({ previous: 'B', next: null })
})

test('beyond the loaded part the list goes on, and leads back', () => {
  rememberList(UNREAD, ['A', 'B'])
  expect(neighboursIn(UNREAD, { reference: 'B', neighbours: { previous: null, next: 'C' } }).next).toBe('C')
  expect(neighboursIn(UNREAD, { reference: 'C', neighbours: alone })).toEqual({ previous: 'B', next: null })
  expect(shownIn(UNREAD)).toBe(3)
})

test('one that is opened by its address begins a list of its own', () => {
  rememberList(UNREAD, ['A', 'B'])
  const neighbours = { previous: 'X', next: 'Z' }
  expect(neighboursIn('', { reference: 'Y', neighbours })).toEqual(neighbours)
  expect(neighboursIn('', { reference: 'Z', neighbours: alone })).toEqual({ previous: 'Y', next: null })
})

test('back in the list, the nearest that is left takes the place of one that is gone', () => {
  rememberList(UNREAD, ['A', 'B', 'C'])
  expect(returnTo(['A'])).toBeUndefined()
  neighboursIn(UNREAD, { reference: 'B', neighbours: alone })
  expect(returnTo(['A', 'B', 'C'])).toBe('B')
  expect(returnTo(['A', 'C'])).toBe('C')
  expect(returnTo(['A'])).toBe('A')
})
