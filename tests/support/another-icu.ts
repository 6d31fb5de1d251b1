import type { BrowserContext } from '@playwright/test'

/** Stands around every text that the browser's own ICU words. */
export const WORDED_HERE = '‹'

/** A browser whose ICU words dates, numbers, lists and names unlike the server's. */
export const useAnotherIcu = (context: BrowserContext) =>
  context.addInitScript((sign: string) => {
    const words = (text: unknown) => `${sign}${text}›`
    for (const { prototype } of [Intl.DateTimeFormat, Intl.NumberFormat] as { prototype: object }[]) {
      const format = Object.getOwnPropertyDescriptor(prototype, 'format')?.get as (
        this: unknown,
      ) => (of: unknown) => string
      const get = function (this: unknown) {
        return (of: unknown) => words(format.call(this)(of))
      }
      Object.defineProperty(prototype, 'format', { get, configurable: true })
    }
    const methods: [object, string][] = [
      [Intl.ListFormat.prototype, 'format'],
      [Intl.RelativeTimeFormat.prototype, 'format'],
      [Intl.DisplayNames.prototype, 'of'],
    ]
    for (const [prototype, name] of methods) {
      const method = Reflect.get(prototype, name) as (...given: unknown[]) => unknown
      const value = function (this: unknown, ...given: unknown[]) {
        return words(method.apply(this, given))
      }
      Object.defineProperty(prototype, name, { value, configurable: true })
    }
    const { formatToParts } = Intl.DateTimeFormat.prototype
    Intl.DateTimeFormat.prototype.formatToParts = function (moment) {
      const parts = formatToParts.call(this, moment)
      return parts.map((part) => (part.type === 'literal' ? { ...part, value: words(part.value) } : part)).toReversed()
    }
  }, WORDED_HERE)
