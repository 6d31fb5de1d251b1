import { _createCache, _createIntlFormatters } from 'use-intl/core'
import formatWritten from 'use-intl/format-message'
import formatCompiled from 'use-intl/format-message/format-only'
import { describe, expect, test } from 'vitest'
import { starterTexts } from '../tests/support/starter-company.ts'
import { compileTexts } from './compiled.ts'
import { LANGUAGES, localeOf } from './languages.ts'

const COUNTS = [0, 1, 2, 3, 7, 10, 11, 26, 99, 100, 101, 102, 103, 111, 1000, 1_234_567]

describe.each(LANGUAGES)('the %s sentences, taken apart for the browser', (language) => {
  const cache = _createCache()
  const options = { cache, formatters: _createIntlFormatters(cache), locale: localeOf(language) }

  test.each(sentencesIn(starterTexts(language)))('%s reads as written, with any value', (key, text) => {
    for (const count of COUNTS) {
      const values = valuesFor(text, count)
      const written = formatWritten(key, text, values, options)
      expect(formatCompiled(key, compileTexts(text) as never, values, options)).toEqual(written)
    }
  })
})

test('texts that take no values are left as they are', () => {
  const plain = { title: "It's plain #1", list: ['one', 'two'], isOpen: true }
  expect(compileTexts(plain)).toEqual(plain)
})

/** Every text with values or tags, by its path. */
function sentencesIn(texts: object, place = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([name, text]): [string, string][] => {
    if (typeof text === 'object' && text !== null) return sentencesIn(text, `${place}${name}.`)
    return typeof text === 'string' && /[{<]|''/.test(text) ? [[place + name, text]] : []
  })
}

/** A number for plurals, a word for selects and values, and marks around tags. */
function valuesFor(text: string, count: number) {
  const values: Record<string, never> = {}
  const set = (name: string, value: unknown) => Object.assign(values, { [name]: value })
  for (const [, name] of text.matchAll(/\{(\w+)\}/g)) set(name as string, `<${name}> ${count}`)
  for (const [, name] of text.matchAll(/\{(\w+), (?:number|plural|selectordinal)/g)) set(name as string, count)
  for (const [, name, options] of text.matchAll(/\{(\w+), select, (.*)/gs))
    set(name as string, choice(options as string, count))
  for (const [, name] of text.matchAll(/<(\w+)>/g)) set(name as string, (parts: unknown[]) => `[${parts.join('')}]`)
  return values
}

function choice(options: string, count: number) {
  const names = [...options.matchAll(/(\w+) \{/g)].map(([, name]) => name as string)
  return names[count % names.length]
}
