import { DOMParser } from '@xmldom/xmldom'
import { expect, test } from 'vitest'
import { cdata, element } from './xml.ts'

const parsed = (xml: string) =>
  new DOMParser({
    onError(level, message) {
      throw new Error(`${level}: ${message}`)
    },
  }).parseFromString(xml, 'application/xml').documentElement?.textContent

test.each([
  ['the end of a section', 'a ]]> b ]]]]>> c'],
  ['markup and entities', '<p>1 < 2 & &amp; "x"</p>'],
  ['a section in a section', '<![CDATA[x]]>'],
  ['both scripts and a picture', 'مصمّم رسوم 🙂 designer'],
])('a text is read as it was written: %s', (_what, text) => {
  expect(parsed(`<a>${cdata(text)}</a>`)).toBe(text)
  expect(parsed(element('a', text))).toBe(text)
})

test('characters that XML cannot hold are left out', () => {
  expect(parsed(`<a>${cdata('a\u0000\u0007b\ufffec\ud800d')}</a>`)).toBe('abcd')
})
