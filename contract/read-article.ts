import { Lexer, type Token, Tokenizer, type Tokens } from 'marked'
import {
  type ArticleBlock,
  type ArticlePicture,
  type HeadingLevel,
  joined,
  nested,
  type Segment,
  SPEAKER_DASH,
  segmentsOf,
} from './article.ts'
import { isArticleAddress } from './link-addresses.ts'
import type { Inline } from './prose.ts'

/** CommonMark with tables. HTML, bare addresses and links to elsewhere than `isArticleAddress` are text as typed. */
export function readArticle(markdown: string): ArticleBlock[] {
  if (isTooDeep(markdown)) return asTyped(markdown)
  const lexer = new Lexer({ gfm: true, tokenizer: new ArticleTokenizer() })
  const tokens = lexer.blockTokens(markdown.replace(/\r\n?/g, '\n'), [])
  // The lexer would go on to the lines; they are read one by one, each within its limit.
  return readBlocks(tokens, lexer)
}

/** marked takes the square of the depth. */
const MAX_DEPTH = 10
/** A line of the same sign alone is a rule or underlines a heading. */
const RULE = String.raw`[ \t>]*([-*])(?:[ \t]*\1)*[ \t]*$`
const SIGN = String.raw`[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])(?=[ \t]|$))`
const TOO_DEEP = new RegExp(`^(?!${RULE})(?:${SIGN}){${MAX_DEPTH}}`, 'm')
const isTooDeep = (markdown: string) => TOO_DEEP.test(markdown) || markdown.length > MAX_LENGTH
const MAX_LENGTH = 200_000

const asTyped = (markdown: string): ArticleBlock[] =>
  markdown.split(/\n\s*\n/).flatMap((paragraph) => {
    const text = paragraph.trim()
    return text ? [{ block: 'paragraph', inside: [text] }] : []
  })

class ArticleTokenizer extends Tokenizer {
  override html(): undefined {}
  override tag(): undefined {}
  override url(): undefined {}
  override del(): undefined {}
}

function readBlocks(tokens: readonly Token[], lexer: Lexer): ArticleBlock[] {
  return tokens.flatMap((token) => readBlock(token, lexer))
}

function readBlock(token: Token, lexer: Lexer): ArticleBlock[] {
  switch (token.type) {
    case 'heading': {
      const { depth, text } = token as Tokens.Heading
      const inside = withoutPictures(readLine(text, lexer))
      const level = Math.min(Math.max(depth, 2), 4) as HeadingLevel
      return inside.length > 0 ? [{ block: 'heading', level, inside }] : []
    }
    case 'paragraph':
    case 'text':
      return readParagraph((token as Tokens.Paragraph).text, lexer)
    case 'list': {
      const { ordered, start, items } = token as Tokens.List
      const read = items.map((item) => readItem(item, lexer))
      return [{ block: 'list', start: ordered ? Number(start) : null, items: read }]
    }
    case 'blockquote':
      return readQuote(readBlocks((token as Tokens.Blockquote).tokens, lexer))
    case 'code': {
      const { lang, text } = token as Tokens.Code
      return [{ block: 'code', language: /^[\w+#-]{1,20}/.exec(lang ?? '')?.[0] ?? '', text }]
    }
    case 'hr':
      return [{ block: 'rule' }]
    case 'table': {
      const { header, rows } = token as Tokens.Table
      const cell = ({ text }: Tokens.TableCell) => withoutPictures(readLine(text, lexer))
      return [{ block: 'table', rows: [header, ...rows].map((row) => row.map(cell)) }]
    }
    default:
      return []
  }
}

/** A task's box is text as typed. */
function readItem({ tokens, task, checked }: Tokens.ListItem, lexer: Lexer): ArticleBlock[] {
  const blocks = readBlocks(tokens, lexer)
  if (!task) return blocks
  const box = checked ? '[x] ' : '[ ] '
  const [first, ...rest] = blocks
  if (first?.block !== 'paragraph') return [{ block: 'paragraph', inside: [box.trim()] }, ...blocks]
  return [{ ...first, inside: nested(joined([{ text: box }, ...segmentsOf(first.inside)])) }, ...rest]
}

type Piece = Segment | ArticlePicture

const isPicture = (piece: Piece): piece is ArticlePicture => 'block' in piece

/** A picture between words is a block of its own. */
function readParagraph(text: string, lexer: Lexer): ArticleBlock[] {
  const { add, put, end } = collectBlocks()
  for (const piece of readLine(text, lexer)) {
    if (isPicture(piece)) put([piece])
    else add([piece])
  }
  return end()
}

/** Pieces of a line become a paragraph, which a block or the end of the text ends. */
export function collectBlocks() {
  const found: ArticleBlock[] = []
  let line: Segment[] = []
  const put = (blocks: readonly ArticleBlock[]) => {
    const inside = tidy(line)
    if (inside.length > 0) found.push({ block: 'paragraph', inside })
    line = []
    found.push(...blocks)
  }
  return {
    add: (pieces: readonly Segment[]) => void line.push(...pieces),
    put,
    end() {
      put([])
      return found
    },
  }
}

const withoutPictures = (pieces: readonly Piece[]): Inline[] =>
  tidy(pieces.map((piece) => (isPicture(piece) ? { text: piece.words } : piece)))

/** Without spaces at the ends, and around the line breaks. */
export function tidyLine(segments: readonly Segment[]): Segment[] {
  const tidied: Segment[] = []
  let before = '\n'
  for (const segment of joined(segments)) {
    let text = segment.code
      ? segment.text.trim().replaceAll('\n', ' ')
      : segment.text.replace(/(?<![ \t])[ \t]*\n[ \t\n]*/g, '\n')
    if (before === '\n') text = text.replace(/^\s+/, '')
    if (text.startsWith('\n')) {
      const last = tidied.at(-1)
      if (last) last.text = last.text.replace(/(?<![ \t])[ \t]+$/, '')
    }
    if (!text) continue
    tidied.push({ ...segment, text })
    before = text.at(-1) as string
  }
  for (let last = tidied.at(-1); last; last = tidied.at(-1)) {
    last.text = last.text.trimEnd()
    if (last.text) break
    tidied.pop()
  }
  return joined(tidied)
}

export const tidy = (segments: readonly Segment[]) => nested(tidyLine(segments))

function readQuote(inside: ArticleBlock[]): ArticleBlock[] {
  if (inside.length === 0) return []
  const isSpeaker = (block: ArticleBlock, index: number) =>
    index > 0 && index === inside.length - 1 && block.block === 'paragraph' && startsWithDash(block.inside)
  const isWholeStrong = (block: ArticleBlock) =>
    block.block === 'paragraph' && segmentsOf(block.inside).every(({ strong }) => strong)
  const isPull = inside.every((block, index) => isSpeaker(block, index) || isWholeStrong(block))
  if (!isPull) return [{ block: 'quote', isPull, inside }]
  const plain = inside.map((block) =>
    block.block === 'paragraph'
      ? { ...block, inside: nested(joined(segmentsOf(block.inside).map(({ strong: _, ...segment }) => segment))) }
      : block,
  )
  return [{ block: 'quote', isPull, inside: plain }]
}

const startsWithDash = ([first]: Inline[]) => typeof first === 'string' && first.startsWith(SPEAKER_DASH)

/** More is text as typed: marked takes longer the more open marks there are. */
const MAX_LINE_LENGTH = 20_000
const MAX_MARKS = 1000
const isTooMuch = (text: string) =>
  text.length > MAX_LINE_LENGTH || (text.match(/[*_[\]!<`\\]/g)?.length ?? 0) > MAX_MARKS

function readLine(text: string, lexer: Lexer): Piece[] {
  if (isTooMuch(text)) return [{ text }]
  return lexer.inlineTokens(text, []).flatMap((token) => readInline(token, {}))
}

function readInline(token: Token, marks: Omit<Segment, 'text'>): Piece[] {
  const typed = () => [{ text: decoded(token.raw).replace(SOFT_BREAK, ' '), ...marks }]
  const inside = (added: Omit<Segment, 'text'>) =>
    ((token as Tokens.Strong).tokens ?? []).flatMap((each) => readInline(each, { ...marks, ...added }))
  switch (token.type) {
    case 'strong':
      return inside({ strong: true })
    case 'em':
      return inside({ emphasis: true })
    case 'codespan':
      return [{ text: token.text.replace(/\n/g, ' '), ...marks, code: true }]
    case 'br':
      return [{ text: '\n', ...marks }]
    case 'escape':
      return [{ text: token.text, ...marks }]
    case 'link': {
      const to = decoded(token.href)
      return isArticleAddress(to) && token.text ? inside({ link: to }) : typed()
    }
    case 'image':
      return [readPicture(token as Tokens.Image)]
    default:
      return typed()
  }
}

const SOFT_BREAK = /(?<![ \t])[ \t]*\n[ \t]*/g
export const WIDE = '#wide'

function readPicture({ href, text, title }: Tokens.Image): ArticlePicture {
  const address = decoded(href)
  return {
    block: 'picture',
    address: address.replace(WIDE, ''),
    words: unescaped(text).replace(/\s+/g, ' ').trim(),
    caption: decoded(title ?? '')
      .replace(/\s+/g, ' ')
      .trim(),
    isWide: address.endsWith(WIDE),
  }
}

const unescaped = (text: string) => decoded(text.replace(/\\([!-/:-@[-`{-~])/g, '$1'))

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  copy: '©',
  reg: '®',
  trade: '™',
  bull: '•',
  middot: '·',
  times: '×',
  euro: '€',
  zwnj: '\u200c',
  zwj: '\u200d',
  rlm: '\u200f',
  lrm: '\u200e',
}
export const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]{2,8}));/g

export function decoded(text: string): string {
  return text.replace(ENTITY, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name) return NAMED[name] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal as string, 16)
    const isCharacter = code > 0x1f && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : whole
  })
}
