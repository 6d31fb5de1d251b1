export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  return Array.isArray(value) && value.length === 0
}

/** Browser and server share this rule, or an unchanged text looks changed. */
export const isSame = (one: unknown, other: unknown) =>
  (isBlank(one) && isBlank(other)) || JSON.stringify(trimmed(one)) === JSON.stringify(trimmed(other))

export function trimmed<Value>(value: Value): Value {
  if (typeof value === 'string') return value.trim() as Value
  return Array.isArray(value) ? (value.map(trimmed) as Value) : value
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
