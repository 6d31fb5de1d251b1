import type _default from 'use-intl/format-message'
import formatCompiled from 'use-intl/format-message/format-only'
import { formatNumber } from './dates-and-numbers.ts'

type Arguments = Parameters<typeof _default>

/** In the browser: compiled sentences, with numbers as the server writes them. */
export default function formatMessage(...[path, message, values, options]: Arguments) {
  const language = options.locale.startsWith('ar') ? 'ar' : 'en'
  const getNumberFormat = () => ({ format: (value: number) => formatNumber(value, language) })
  return formatCompiled(path, message, values, {
    ...options,
    formatters: { ...options.formatters, getNumberFormat: getNumberFormat as never },
  })
}

formatMessage.raw = false
