import { expect, test } from 'vitest'
import { begunMention, offeredFor, readMentions } from './mentions.ts'

const people = [
  { id: '1', name: 'Omar' },
  { id: '2', name: 'Omar Said' },
  { id: '3', name: 'منى الجندي' },
  { id: '4', name: 'Nour' },
  { id: '5', name: 'Nour' },
]

const mentioned = (note: string) => readMentions(note, people).flatMap((part) => ('ids' in part ? part.ids : []))
const unknown = (note: string) =>
  readMentions(note, people).flatMap((part) => ('isUnknown' in part && part.isUnknown ? [part.text] : []))

test.each([
  ['the longest name counts', 'Please look, @Omar Said.', ['2']],
  ['the short name, before a word like a surname', '@Omar said no', ['1']],
  ['case does not matter', 'ask @omar, today', ['1']],
  ['an Arabic name', 'برجاء المراجعة @منى الجندي', ['3']],
  ['one name of two people', '@Nour?', ['4', '5']],
  ['two mentions', '@Omar, @Nour', ['1', '4', '5']],
  ['an address', 'omar@Omar.example', []],
])('a note mentions: %s', (_what, note, ids) => {
  expect(mentioned(note)).toEqual(ids)
})

test('the beginning of a name mentions nobody, and is told apart', () => {
  expect(mentioned('@Om and @Omara')).toEqual([])
  expect(unknown('@Om and @Omara, @Omar')).toEqual(['@Om', '@Omara,'])
  expect(unknown('write to a@b.example @ noon')).toEqual([])
})

test('no letter of a note is lost', () => {
  const note = 'a @Omar Said\n@Om @منى الجندي b@c @@Nour'
  expect(
    readMentions(note, people)
      .map(({ text }) => text)
      .join(''),
  ).toBe(note)
})

test.each([
  ['Hello @', ''],
  ['Hello @om', 'om'],
  ['Hello @Omar S', 'Omar S'],
  ['mail@om', undefined],
  ['@Omar\n', undefined],
])('before the caret %j begins %j', (before, begun) => {
  expect(begunMention(before)).toBe(begun)
})

test.each([
  ['', ['1', '2', '3', '4', '5']],
  ['om', ['1', '2']],
  ['sa', ['2']],
  ['omar ', ['2']],
  ['Omar Said ', []],
  ['مني', ['3']],
  ['zz', []],
])('%j offers %j', (begun, ids) => {
  expect(offeredFor(begun, people).map(({ id }) => id)).toEqual(ids)
})
