/** What many sentences say and one place decides, put in the place of `{{its-name}}` in every text below this one. */
export function fillIn<Texts>(texts: Texts, values: Record<string, string>): Texts {
  if (typeof texts === 'string') return texts.replace(/\{\{([\w-]+)\}\}/g, (_, name) => `${values[name]}`) as Texts
  if (Array.isArray(texts)) return texts.map((text) => fillIn(text, values)) as Texts
  if (typeof texts !== 'object' || texts === null) return texts
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fillIn(text, values)])) as Texts
}
