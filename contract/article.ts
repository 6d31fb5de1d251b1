import { type Inline, textOfInlines } from './prose.ts'

/** An article as a tree: what pages show, feeds carry and the desk's editor edits. */
export type ArticleBlock =
  | { block: 'paragraph'; inside: Inline[] }
  | { block: 'heading'; level: HeadingLevel; inside: Inline[]; id?: string }
  /** The first number, or null for a list of bullets. */
  | { block: 'list'; start: number | null; items: ArticleBlock[][] }
  /** A pull quote is set large. A last paragraph that begins with a dash says who said it. */
  | { block: 'quote'; isPull: boolean; inside: ArticleBlock[] }
  | { block: 'code'; language: string; text: string }
  | { block: 'rule' }
  | ArticlePicture
  /** The first row is the head. */
  | { block: 'table'; rows: Inline[][][] }

export interface ArticlePicture {
  block: 'picture'
  address: string
  /** For readers who cannot see it. */
  words: string
  caption: string
  isWide: boolean
}

export type HeadingLevel = 2 | 3 | 4

export const SPEAKER_DASH = '— '

export function textOfArticle(blocks: readonly ArticleBlock[]): string {
  return blocks.map(textOfBlock).filter(Boolean).join('\n\n')
}

export function textOfBlock(block: ArticleBlock): string {
  switch (block.block) {
    case 'paragraph':
    case 'heading':
      return textOfInlines(block.inside)
    case 'list':
      return block.items.map(textOfArticle).join('\n')
    case 'quote':
      return textOfArticle(block.inside)
    case 'code':
      return block.text
    case 'picture':
      return block.caption
    case 'table':
      return block.rows.map((row) => row.map(textOfInlines).join('\t')).join('\n')
    case 'rule':
      return ''
  }
}

/** The words of the first paragraph. */
export const openingOf = (blocks: readonly ArticleBlock[]): string =>
  textOfArticle(blocks.filter(({ block }) => block === 'paragraph').slice(0, 1))

export const wordsIn = (text: string): number => text.match(/(?<!\S)\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0

const WORDS_PER_MINUTE = 150

export const minutesOf = (blocks: readonly ArticleBlock[]): number =>
  Math.max(1, Math.ceil(wordsIn(textOfArticle(blocks)) / WORDS_PER_MINUTE))

export function* blocksWithin(blocks: readonly ArticleBlock[]): Generator<ArticleBlock> {
  for (const block of blocks) {
    yield block
    if (block.block === 'quote') yield* blocksWithin(block.inside)
    if (block.block === 'list') for (const item of block.items) yield* blocksWithin(item)
  }
}

export const picturesInArticle = (blocks: readonly ArticleBlock[]): ArticlePicture[] =>
  [...blocksWithin(blocks)].filter((block) => block.block === 'picture')

export function linksInArticle(blocks: readonly ArticleBlock[]): string[] {
  const inInlines = (inlines: readonly Inline[]): string[] =>
    inlines.flatMap((inline) =>
      typeof inline === 'string' ? [] : [...(inline.mark === 'link' ? [inline.to] : []), ...inInlines(inline.inside)],
    )
  return [...blocksWithin(blocks)].flatMap((block) => {
    if (block.block === 'paragraph' || block.block === 'heading') return inInlines(block.inside)
    return block.block === 'table' ? block.rows.flat().flatMap(inInlines) : []
  })
}

const SPEAKER = /^[—–] ?/

/** The paragraphs of a quote, and who said it. */
export function speakerOf({ inside }: { inside: readonly ArticleBlock[] }): {
  said: readonly ArticleBlock[]
  speaker: Inline[] | null
} {
  const last = inside.at(-1)
  const [first, ...rest] = last?.block === 'paragraph' ? last.inside : []
  if (inside.length < 2 || typeof first !== 'string' || !SPEAKER.test(first)) return { said: inside, speaker: null }
  return { said: inside.slice(0, -1), speaker: [first.replace(SPEAKER, ''), ...rest] }
}

const ID_PREFIX = 'part-'

/** Headings get addresses: their words without Arabic vowel marks, each only once. */
export function withHeadingIds(blocks: readonly ArticleBlock[]): ArticleBlock[] {
  const taken = new Map<string, number>()
  return blocks.map((block) => {
    if (block.block !== 'heading') return block
    const words = textOfInlines(block.inside).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    const name = ID_PREFIX + (words.match(/[\p{L}\p{N}]+/gu) ?? ['']).join('-')
    const number = (taken.get(name) ?? 0) + 1
    taken.set(name, number)
    return { ...block, id: number > 1 ? `${name}-${number}` : name }
  })
}

/** A piece of a line with all of its marks. */
export interface Segment {
  text: string
  strong?: true
  emphasis?: true
  code?: true
  link?: string
}

export function segmentsOf(inlines: readonly Inline[], marks: Omit<Segment, 'text'> = {}): Segment[] {
  const found = inlines.flatMap((inline): Segment[] => {
    if (typeof inline === 'string') return inline ? [{ text: inline, ...marks }] : []
    return segmentsOf(inline.inside, {
      ...marks,
      ...(inline.mark === 'link' ? { link: inline.to } : { [inline.mark]: true }),
    })
  })
  return joined(found)
}

const MARKS = ['link', 'strong', 'emphasis', 'code'] as const
type Mark = (typeof MARKS)[number]

const isAlike = (one: Segment, other: Segment) => MARKS.every((mark) => one[mark] === other[mark])

export function joined(segments: readonly Segment[]): Segment[] {
  const found: Segment[] = []
  for (const segment of segments) {
    const last = found.at(-1)
    if (last && isAlike(last, segment)) found[found.length - 1] = { ...last, text: last.text + segment.text }
    else if (segment.text) found.push(segment)
  }
  return found
}

/** The mark that reaches furthest is outermost; a link is never cut. */
export function nested(segments: readonly Segment[]): Inline[] {
  const found: Inline[] = []
  let index = 0
  while (index < segments.length) {
    const segment = segments[index] as Segment
    const runs = MARKS.filter((mark) => segment[mark] !== undefined).map((mark) => ({
      mark,
      end: endOfRun(segments, index, mark),
    }))
    const longest = runs.toSorted((one, other) => other.end - one.end)[0]
    if (!longest) {
      found.push(segment.text)
      index++
      continue
    }
    const { mark, end } = longest
    const inside = nested(segments.slice(index, end).map(({ [mark]: _mark, ...rest }) => rest))
    found.push(mark === 'link' ? { mark, to: segment.link as string, inside } : { mark, inside })
    index = end
  }
  return found
}

function endOfRun(segments: readonly Segment[], start: number, mark: Mark): number {
  const value = segments[start]?.[mark]
  let end = start
  while (end < segments.length && segments[end]?.[mark] === value) end++
  const link = segments[end]?.link
  if (mark === 'link' || link === undefined || segments[end - 1]?.link !== link) return end
  let cut = end
  while (cut > start && segments[cut - 1]?.link === link) cut--
  return cut > start ? cut : end
}
