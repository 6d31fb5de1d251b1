import { _createCache, _createIntlFormatters, createTranslator } from 'use-intl/core'
import formatCompiled from 'use-intl/format-message/format-only'
import { expect, test } from 'vitest'
import { STARTER_COMPANY } from '../tests/support/starter-company.ts'
import { companyValues } from './company.ts'
import { compiledTexts, compileTexts } from './compiled.ts'
import { fillIn } from './fill-in.ts'
import { companyTexts } from './index.ts'
import { LANGUAGES, localeOf } from './languages.ts'

const NAMES = [
  "O'Neil & Sons",
  '{braces}',
  "'{quoted}'",
  '<b>bold</b>',
  "''",
  '} {',
  '$& $1',
  'x < y > z',
  ">'<'>",
  '[a](javascript:alert(1)) [b](JAVASCRIPT&#58;alert(1)) <a href="javascript:alert(1)">e</a>',
  '{{founded}}',
]

const SENTENCE = { copyright: '© {year} {{company-name}}' }

test.each(NAMES)('a company may be called %s, on the server and in the browser', (name) => {
  const company = { ...STARTER_COMPANY, name: { en: name, ar: name } }
  for (const language of LANGUAGES) {
    const texts = companyTexts(company, language)
    const compiled = compiledTexts(company, language)
    expect(texts.shell.companyName).toBe(name)
    expect(compiled.shell.companyName).toBe(name)
    const filled = fillIn(SENTENCE, companyValues(company, language))
    const written = createTranslator({ locale: localeOf(language), messages: filled })('copyright', { year: '1999' })
    expect(written).toContain(name)
    const cache = _createCache()
    const options = { cache, formatters: _createIntlFormatters(cache), locale: localeOf(language) }
    const { copyright: sentence } = compileTexts(filled, SENTENCE) as { copyright: never }
    expect(formatCompiled('copyright', sentence, { year: '1999' }, options)).toBe(written)
  }
})
