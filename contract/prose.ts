/** A tree of the few elements that pages can show. */

export type Inline =
  | string
  | { mark: 'strong' | 'emphasis' | 'code'; inside: Inline[] }
  | { mark: 'link'; to: string; inside: Inline[] }

export type Block =
  | { block: 'paragraph'; inside: Inline[] }
  | { block: 'heading'; level: 2 | 3; inside: Inline[] }
  | { block: 'list'; isOrdered: boolean; items: Inline[][] }

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
