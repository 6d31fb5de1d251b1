import { type Block, plainText } from './prose.ts'

/** Described by a text of the API, whose marks are taken out; where it has any, the text stands beside it as a tree. */
export type WithProse<Described extends { description: string }> = Described & { prose?: Block[] }

/** The parser is fetched for a text that has marks, and for no other. */
export async function withProse<Described extends { description: string }>(
  described: Described,
): Promise<WithProse<Described>> {
  if (!mayHaveMarks(described.description)) return described
  const { parseMarkdown } = await import('./markdown.ts')
  const prose = parseMarkdown(described.description)
  return prose ? { ...described, description: plainText(prose), prose } : described
}

/** Quick to ask, and never no where there is one. */
const mayHaveMarks = (text: string) => /[*_[\\]|^[ \t]*(?:[-+•]|[\d٠-٩]+[.)])[ \t]/m.test(text)
