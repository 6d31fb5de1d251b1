/** Replaces every `{{name}}` below this text. */
export function fillIn<Texts>(texts: Texts, values: Record<string, string>): Texts {
  if (typeof texts === 'string') {
    const asWritten = isSentence(texts) ? literal : (value: string) => value
    return texts.replace(PLACE, (_, name) => asWritten(`${values[name]}`)) as Texts
  }
  if (Array.isArray(texts)) return texts.map((text) => fillIn(text, values)) as Texts
  if (typeof texts !== 'object' || texts === null) return texts
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fillIn(text, values)])) as Texts
}

const PLACE = /\{\{([\w-]+)\}\}/g

/** Whether a text, as it is written, takes values or has parts of its own; what it is filled in with makes no difference. */
export const isSentence = (text: string) => /[{<]|''/.test(text.replace(PLACE, ''))

/** A value that a sentence says as it is, whatever its characters mean in messages: quoted from the first that means something. */
function literal(value: string) {
  const first = value.search(/[{}<>]/)
  const doubled = (text: string) => text.replaceAll("'", "''")
  return first < 0 ? doubled(value) : `${doubled(value.slice(0, first))}'${doubled(value.slice(first))}'`
}
