export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.values(value).every(isBlank)
}

/** Marks of direction and other characters that nobody sees. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

export const withoutUnseen = (text: string) => text.replace(UNSEEN, ' ').replace(/ {2,}/g, ' ').trim()

export const isUnseen = (text: string) => !/[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

/** Browser and server share this rule, or an unchanged text looks changed. */
export const isSame = (one: unknown, other: unknown) =>
  (isBlank(one) && isBlank(other)) || JSON.stringify(comparable(one)) === JSON.stringify(comparable(other))

/** Blank members of a group and the order of its members mean nothing. */
function comparable(value: unknown): unknown {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([, member]) => !isBlank(member))
  return Object.fromEntries(members.toSorted(byName).map(([name, member]) => [name, comparable(member)]))
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : Number(one > other))

export function trimmed<Value>(value: Value): Value {
  if (typeof value === 'string') return value.trim() as Value
  if (Array.isArray(value)) return value.map(trimmed) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, trimmed(member)])) as Value
}

/** One line without line breaks, also of pasted text. */
export function inOneLine(text: string): string {
  const [first = '', ...others] = text.split('\n')
  const last = others.pop()
  if (last === undefined) return text
  const between = others.map((line) => line.trim()).filter(Boolean)
  return [first.trimEnd(), ...between, last.trimStart()].join(' ')
}

export const keyOfName = (english: string) => (english.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-')
