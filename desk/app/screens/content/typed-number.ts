import { latinDigits } from '#texts/spelling.ts'

const WHOLE_OR_GROUPED = /^(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.\d{1,4})?$/

/** Null where nothing is written, undefined where it is no number. A comma only stands before three digits: 9,99 is not 999. */
export function numberIn(typed: string): number | null | undefined {
  const latin = latinDigits(typed).replace(/\s/g, '').replaceAll('٬', ',').replace('٫', '.')
  if (latin === '') return null
  return WHOLE_OR_GROUPED.test(latin) ? Number(latin.replaceAll(',', '')) : undefined
}
