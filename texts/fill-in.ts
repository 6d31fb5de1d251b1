export function fillIn<Texts>(texts: Texts, values: Record<string, string>): Texts {
  if (typeof texts === 'string') {
    const asWritten = isSentence(texts) ? literal : (value: string) => value
    return texts.replace(PLACE, (_, name) => asWritten(`${values[name]}`)) as Texts
  }
  if (Array.isArray(texts)) return texts.map((text) => fillIn(text, values)) as Texts
  if (typeof texts !== 'object' || texts === null) return texts
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fillIn(text, values)])) as Texts
}

/** For plain words, in which braces have no other meaning. A place without a value stays as typed. */
export const fillPlaces = (words: string, values: Readonly<Record<string, string>>) =>
  words.replace(PLACE, (typed, name) => (Object.hasOwn(values, name) ? `${values[name]}` : typed))

const ANY_PLACE = /\{\{([^{}]*)\}\}/g

export const unknownPlaces = (words: string, known: readonly string[]): string[] =>
  [...words.matchAll(ANY_PLACE)].filter(([, name = '']) => !known.includes(name)).map(([typed]) => typed)

const PLACE = /\{\{([\w-]+)\}\}/g

/** Before it is filled in: values make no sentence. */
export const isSentence = (text: string) => /[{<]|''/.test(text.replace(PLACE, ''))

/** Quotes a value whose characters have a meaning in ICU messages. */
function literal(value: string) {
  const first = value.search(/[{}<>]/)
  const doubled = (text: string) => text.replaceAll("'", "''")
  return first < 0 ? doubled(value) : `${doubled(value.slice(0, first))}'${doubled(value.slice(first))}'`
}
