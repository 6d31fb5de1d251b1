/** What pages show of a text that may have marks: a tree of the few elements that there are, so that nothing else can be shown. */

export type Inline =
  | string
  | { mark: 'strong' | 'emphasis'; inside: Inline[] }
  | { mark: 'link'; to: string; inside: Inline[] }

export type Block = { block: 'paragraph'; inside: Inline[] } | { block: 'list'; isOrdered: boolean; items: Inline[][] }

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

/** A blank line starts a new paragraph. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)

export const plainText = (prose: readonly Block[]): string => prose.map(textOfBlock).join('\n\n')

export const textOfInlines = (inlines: readonly Inline[]): string =>
  inlines.map((inline) => (typeof inline === 'string' ? inline : textOfInlines(inline.inside))).join('')

const textOfBlock = (block: Block) =>
  block.block === 'list' ? block.items.map(textOfInlines).join('\n') : textOfInlines(block.inside)

/** Quick to ask, and never no where there is one. */
const mayHaveMarks = (text: string) => /[*_[\\]|^[ \t]*(?:[-+•]|[\d٠-٩]+[.)])[ \t]/m.test(text)
