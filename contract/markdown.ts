import { Lexer, type Token } from 'marked'
import { isAllowedAddress } from './link-addresses.ts'
import { type Block, type Inline, paragraphsOf } from './prose.ts'

/** Emphasis, links, lists and headings pass an allow list; everything else, HTML included, is shown as typed. */

/** More is shown as typed: marked takes longer the more open marks there are. */
const MAX_PARSED_LENGTH = 20_000
const MAX_MARKS = 1000

/** Null where nothing in the text is a mark. */
export function parseMarkdown(text: string): Block[] | null {
  if (isTooMuch(text)) return null
  const typed = paragraphsOf(text)
  const blocks = joined(typed.flatMap(grouped)).map(blockOf)
  return isAsTyped(blocks, typed) ? null : blocks
}

const inlinesOf = (line: string): Inline[] => (isTooMuch(line) ? [line] : merged(tokensOf(line).flatMap(inlineOf)))

interface FoundLink {
  address: string
  /** Whether pages show it as a link. */
  isAllowed: boolean
}

export function linksIn(text: string): FoundLink[] {
  if (isTooMuch(text)) return []
  return linkTokens(paragraphsOf(text).flatMap(tokensOf)).map(({ href }) => ({
    address: href,
    isAllowed: isAllowedAddress(href),
  }))
}

const isTooMuch = (text: string) =>
  text.length > MAX_PARSED_LENGTH || (text.match(/[*_[\]!<`\\]/g)?.length ?? 0) > MAX_MARKS

function linkTokens(tokens: readonly Token[]): { href: string }[] {
  return tokens.flatMap((token) => [
    ...(isWrittenLink(token) ? [{ href: token.href as string }] : []),
    ...linkTokens(('tokens' in token ? token.tokens : undefined) ?? []),
  ])
}

const isAsTyped = (blocks: readonly Block[], typed: readonly string[]) =>
  blocks.length === typed.length &&
  blocks.every(
    (block, index) => block.block === 'paragraph' && block.inside.length === 1 && block.inside[0] === typed[index],
  )

interface Lines {
  kind: 'paragraph' | 'heading' | 'bullets' | 'numbers'
  lines: string[]
}

const BULLET = /^[ \t]*[-*+•][ \t]+(?=\S)/
const NUMBER = /^[ \t]*[\d٠-٩]{1,3}[.)][ \t]+(?=\S)/
const HEADING = /^(#{1,4})[ \t]+(?=\S)/
const MARKS = { bullets: BULLET, numbers: NUMBER, heading: HEADING }

function blockOf({ kind, lines }: Lines): Block {
  if (kind === 'heading') {
    const [line = ''] = lines
    const [mark, signs = ''] = HEADING.exec(line) ?? ['']
    return { block: 'heading', level: signs.length > 2 ? 3 : 2, inside: inlinesOf(line.slice(mark.length)) }
  }
  // A sentence may begin with a number: one such line alone is no list.
  const isList = kind === 'bullets' || (kind === 'numbers' && lines.length > 1)
  if (!isList) return { block: 'paragraph', inside: inlinesOf(lines.join('\n')) }
  const mark = kind === 'bullets' ? BULLET : NUMBER
  return {
    block: 'list',
    isOrdered: kind === 'numbers',
    items: lines.map((line) => inlinesOf(line.replace(mark, ''))),
  }
}

/** A line without a mark continues the line above it. */
function grouped(paragraph: string): Lines[] {
  const found: Lines[] = []
  for (const line of paragraph.split('\n')) {
    const kind = (['bullets', 'numbers', 'heading'] as const).find((each) => MARKS[each].test(line))
    const last = found.at(-1)
    if (kind && kind !== 'heading' && last?.kind === kind) last.lines.push(line)
    else if (kind || !last || last.kind === 'heading') found.push({ kind: kind ?? 'paragraph', lines: [line] })
    else last.lines.push(`${last.lines.pop()}\n${line}`)
  }
  return found
}

/** Points with blank lines between them are one list. */
function joined(groups: readonly Lines[]): Lines[] {
  const found: Lines[] = []
  for (const { kind, lines } of groups) {
    const last = found.at(-1)
    if ((kind === 'bullets' || kind === 'numbers') && last?.kind === kind) last.lines.push(...lines)
    else found.push({ kind, lines: [...lines] })
  }
  return found
}

const tokensOf = (text: string): Token[] => Lexer.lexInline(text, { gfm: false })

function inlineOf(token: Token): Inline[] {
  const inside = () => merged((('tokens' in token ? token.tokens : undefined) ?? []).flatMap(inlineOf))
  if (token.type === 'strong') return [{ mark: 'strong', inside: inside() }]
  if (token.type === 'em') return [{ mark: 'emphasis', inside: inside() }]
  if (token.type === 'escape') return [String(token.text)]
  if (isWrittenLink(token) && isAllowedAddress(token.href) && token.text)
    return [{ mark: 'link', to: token.href, inside: inside() }]
  return [token.raw]
}

/** `[words](address)`; an address in angle brackets is text. */
const isWrittenLink = (token: Token): token is Extract<Token, { type: 'link' }> & { href: string } =>
  token.type === 'link' && token.raw.startsWith('[')

/** Texts that stand beside each other are one. */
function merged(inlines: readonly Inline[]): Inline[] {
  const found: Inline[] = []
  for (const inline of inlines) {
    const last = found.at(-1)
    if (typeof inline === 'string' && typeof last === 'string') found[found.length - 1] = last + inline
    else found.push(inline)
  }
  return found
}
