import {
  isNumberElement,
  isPluralElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser'
import { _createCache, _createIntlFormatters } from 'use-intl/core'
import { describe, expect, test } from 'vitest'
import { starterTexts } from '../tests/support/starter-company.ts'
import { compileTexts } from './compiled.ts'
import * as arabicDesk from './desk/ar/index.ts'
import * as englishDesk from './desk/en/index.ts'
import formatInBrowser from './format-message.ts'
import formatOnServer from './format-message-on-server.ts'
import { LANGUAGES, localeOf } from './languages.ts'

type Values = Record<string, unknown>

const desk = { en: englishDesk, ar: arabicDesk }
const NO_VALUES = [undefined, null, Number.NaN, Number.POSITIVE_INFINITY]
/** Together they reach every branch. */
const COUNTS = [0, 1, 2, 3, 11, 100]

describe.each(LANGUAGES)('a sentence in %s', (language) => {
  const cache = _createCache()
  const options = { cache, formatters: _createIntlFormatters(cache), locale: localeOf(language) }
  const sentences = sentencesIn({ ...starterTexts(language), desk: desk[language] })

  test('is refused without a value, whichever it is, on the server and in the browser', () => {
    expect(sentences.length).toBeGreaterThan(500)
    const printed = sentences.flatMap(([key, text]) => {
      const compiled = compileTexts(text) as never
      const says = [
        (values: Values) => formatOnServer(key, text, values as never, options),
        (values: Values) => formatInBrowser(key, compiled, values as never, options),
      ]
      return says.flatMap((say) => namesPrinted(text, say).map((name) => `${key}: ${name}`))
    })
    expect([...new Set(printed)]).toEqual([])
  })
})

/** Values whose lack a sentence does not notice. */
function namesPrinted(text: string, say: (values: Values) => unknown) {
  const elements = everyElement(parse(text))
  const cases = COUNTS.map((_, turn) => valuesFor(elements, turn))
  for (const values of cases) expect(() => say(values), text).not.toThrow()
  return [...new Set(elements.map(({ value }) => value))].filter((name) => {
    const broken = cases.flatMap(({ [name]: _left, ...others }, turn) => [
      others,
      ...NO_VALUES.slice(0, turn === 0 ? undefined : 1).map((value) => ({ ...others, [name]: value })),
    ])
    const told = broken.map((values) => tell(() => say(values)))
    return told.every((each) => each !== undefined) || told.some((each) => each && /undefined|null|NaN|∞/.test(each))
  })
}

/** Undefined if it is refused. */
function tell(say: () => unknown) {
  try {
    return String(say())
  } catch {
    return undefined
  }
}

/** Every text with values or tags, by its path. */
function sentencesIn(texts: object, place = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([name, text]): [string, string][] => {
    if (typeof text === 'object' && text !== null) return sentencesIn(text, `${place}${name}.`)
    return typeof text === 'string' && /[{<]/.test(text) ? [[place + name, text]] : []
  })
}

type Named = Exclude<MessageFormatElement, { type: 0 | 7 }>

function everyElement(elements: MessageFormatElement[]): Named[] {
  return elements.flatMap((element): Named[] => {
    if (isTagElement(element)) return [element, ...everyElement(element.children)]
    if (isPluralElement(element) || isSelectElement(element))
      return [element, ...Object.values(element.options).flatMap(({ value }) => everyElement(value))]
    return 'value' in element && element.type !== 0 ? [element as Named] : []
  })
}

function valuesFor(elements: Named[], turn: number): Values {
  const count = COUNTS[turn] ?? 0
  const values: Values = {}
  for (const element of elements) {
    if (isTagElement(element)) values[element.value] = (parts: unknown[]) => parts.join('')
    else if (isPluralElement(element) || isNumberElement(element)) values[element.value] = count
    else if (isSelectElement(element)) {
      const choices = Object.keys(element.options)
      values[element.value] = choices[turn % choices.length]
    } else values[element.value] ??= 'word'
  }
  return values
}
