import type _default from 'use-intl/format-message'
import formatCompiled from 'use-intl/format-message/format-only'
import { formatNumber } from './dates-and-numbers.ts'

type Arguments = Parameters<typeof _default>

/** In the browser: compiled sentences, with numbers as the server writes them. */
export default function formatMessage(...[path, message, values, options]: Arguments) {
  const language = options.locale.startsWith('ar') ? 'ar' : 'en'
  const getNumberFormat = () => ({ format: (value: number) => formatNumber(value, language) })
  return formatCompiled(path, message, typeof message === 'string' ? values : complete(values), {
    ...options,
    formatters: { ...options.formatters, getNumberFormat: getNumberFormat as never },
  })
}

formatMessage.raw = false

/** A sentence without one of its values would print "undefined". */
const complete = (values: Arguments[2] = {}) => new Proxy(values, { get: valueNamed as never })

function valueNamed(values: Record<string, unknown>, name: string) {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  const isNone = value === undefined || value === null || (typeof value === 'number' && !Number.isFinite(value))
  if (isNone) throw new Error(`The sentence lacks its value "${name}"`)
  return value
}
