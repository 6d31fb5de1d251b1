/** Nothing is written there yet. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  return Array.isArray(value) && value.length === 0
}

/**
 * Blanks around a text do not count, as in the files. Whoever stores a text and whoever writes it ask here: with two notions of it, what
 * one of them left as it was looks changed to the other.
 */
export const isSame = (one: unknown, other: unknown) =>
  (isBlank(one) && isBlank(other)) || JSON.stringify(trimmed(one)) === JSON.stringify(trimmed(other))

export function trimmed<Value>(value: Value): Value {
  if (typeof value === 'string') return value.trim() as Value
  return Array.isArray(value) ? (value.map(trimmed) as Value) : value
}

/** What is one line has no line breaks, wherever it was typed or pasted from. */
export function inOneLine(text: string): string {
  const [first = '', ...others] = text.split('\n')
  const last = others.pop()
  if (last === undefined) return text
  const between = others.map((line) => line.trim()).filter(Boolean)
  return [first.trimEnd(), ...between, last.trimStart()].join(' ')
}

/** The key of a name in addresses. */
export const keyOfName = (english: string) => (english.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-')
