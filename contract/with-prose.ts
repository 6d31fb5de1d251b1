import { type Block, plainText } from './prose.ts'

/** Marks are removed from the description; `prose` has it as a tree. */
export type WithProse<Described extends { description: string }> = Described & { prose?: Block[] }

/** Loads the parser only for a text with marks. */
export async function withProse<Described extends { description: string }>(
  described: Described,
): Promise<WithProse<Described>> {
  if (!mayHaveMarks(described.description)) return described
  const { parseMarkdown } = await import('./markdown.ts')
  const prose = parseMarkdown(described.description)
  return prose ? { ...described, description: plainText(prose), prose } : described
}

const mayHaveMarks = (text: string) => /[*_[\\]|^[ \t]*(?:[-+•]|#{1,4}|[\d٠-٩]+[.)])[ \t]/m.test(text)
