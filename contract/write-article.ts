import { type ArticleBlock, joined, nested, type Segment, SPEAKER_DASH, segmentsOf } from './article.ts'
import type { Inline } from './prose.ts'
import { ENTITY, readArticle, tidyLine, WIDE } from './read-article.ts'

/** Markdown that `readArticle` reads as the same blocks. Blank ones are left out. */
export const writeArticle = (blocks: readonly ArticleBlock[]): string => joinedBlocks(writeBlocks(blocks))

interface Written {
  isList: boolean
  text: string
}

const joinedBlocks = (written: readonly Written[], between = '\n\n') => written.map(({ text }) => text).join(between)

function writeBlocks(blocks: readonly ArticleBlock[]): Written[] {
  const written: Written[] = []
  let lists = 0
  for (const block of blocks) {
    const isList = block.block === 'list'
    // Two lists one after the other would be one: the second has other signs.
    const isAfterList = isList && written.at(-1)?.isList
    const text = isList ? writeList(block, Boolean(isAfterList) && lists % 2 === 1) : writeBlock(block)
    if (!text) continue
    lists = isAfterList ? lists + 1 : 1
    written.push({ isList, text })
  }
  return written
}

function writeBlock(block: Exclude<ArticleBlock, { block: 'list' }>): string {
  switch (block.block) {
    case 'paragraph':
      return writeLines(block.inside)
    case 'heading': {
      const line = writeLine(withoutBreaks(segmentsOf(block.inside)))
      return line && `${'#'.repeat(block.level)} ${line.replace(/(^|\s)(#+)$/, '$1\\$2')}`
    }
    case 'quote':
      return writeQuote(block)
    case 'code': {
      const fence = '`'.repeat(Math.max(3, longestRun(block.text) + 1))
      return `${fence}${block.language}\n${block.text}\n${fence}`
    }
    case 'rule':
      return '---'
    case 'picture': {
      const caption = oneLine(block.caption) && ` "${escapeTitle(oneLine(block.caption))}"`
      return `![${escapeWords(oneLine(block.words))}](${writeAddress(block.address)}${block.isWide ? WIDE : ''}${caption})`
    }
    case 'table':
      return writeTable(block.rows)
  }
}

function writeList({ start, items }: Extract<ArticleBlock, { block: 'list' }>, hasOtherSigns: boolean): string {
  const written = items.map(writeBlocks).filter((blocks) => blocks.length > 0)
  const isLoose = written.some((blocks) => blocks.some((block, index) => index > 0 && !mayFollowAtOnce(block)))
  const between = isLoose ? '\n\n' : '\n'
  return written
    .map((blocks, index) => {
      const sign = start === null ? (hasOtherSigns ? '*' : '-') : `${start + index}${hasOtherSigns ? ')' : '.'}`
      // Behind the sign `---` would make one line of both, and a tab is as wide as what is left of its column.
      const inItem = blocks.map(({ text, isList }) => ({ isList, text: text === '---' ? '___' : text }))
      return indented(`${sign} `, joinedBlocks(inItem, between).replaceAll('\t', '    '), ' '.repeat(sign.length + 1))
    })
    .join(between)
}

/** Only a list of bullets or from 1 on ends a paragraph without a blank line. */
const mayFollowAtOnce = ({ isList, text }: Written) => isList && /^(?:[-*]|1[.)]) /.test(text)

function writeQuote({ isPull, inside }: Extract<ArticleBlock, { block: 'quote' }>): string {
  const isSpeaker = (block: ArticleBlock, index: number) => {
    const [first] = block.block === 'paragraph' ? block.inside : []
    return index > 0 && index === inside.length - 1 && typeof first === 'string' && first.startsWith(SPEAKER_DASH)
  }
  const blocks = inside.map((block, index): ArticleBlock => {
    if (!isPull || block.block !== 'paragraph' || isSpeaker(block, index)) return block
    return { ...block, inside: nested(segmentsOf(block.inside).map((segment) => ({ ...segment, strong: true }))) }
  })
  const text = joinedBlocks(writeBlocks(blocks))
  return text && indented('> ', text, '> ').replace(/^> $/gm, '>')
}

const indented = (first: string, text: string, others: string) =>
  text
    .split('\n')
    .map((line, index) => (index === 0 ? first + line : line || others.trim() ? others + line : ''))
    .join('\n')

function writeTable(rows: readonly Inline[][][]): string {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  if (columns === 0 || rows.every((row) => row.every((cell) => segmentsOf(cell).length === 0))) return ''
  const lines = rows.map((row) => {
    const cells = Array.from({ length: columns }, (_, column) =>
      writeLine(withoutBreaks(segmentsOf(row[column] ?? [])), true),
    )
    return `| ${cells.join(' | ')} |`
  })
  return [lines[0], `| ${Array.from({ length: columns }, () => '---').join(' | ')} |`, ...lines.slice(1)].join('\n')
}

const withoutBreaks = (segments: readonly Segment[]) =>
  segments.map((segment) => ({ ...segment, text: segment.text.replaceAll('\n', ' ') }))

function writeLines(inlines: readonly Inline[]): string {
  return writeLine(segmentsOf(inlines)).split('\n').map(escapeLineStart).join('\\\n')
}

/** A line that would be read differently loses its marks, never its words. */
function writeLine(given: readonly Segment[], isCell = false): string {
  const tidied = tidyLine(given)
  const without = (...marks: ('strong' | 'emphasis' | 'code' | 'link')[]) =>
    joined(tidied.map((segment) => ({ ...segment, ...Object.fromEntries(marks.map((mark) => [mark, undefined])) })))
  const attempts = [
    tidied,
    without('emphasis'),
    without('strong', 'emphasis'),
    without('strong', 'emphasis', 'code', 'link'),
  ]
  for (const attempt of attempts) {
    const segments = tidyLine(withFlankingEdges(attempt))
    const text = writeInlines(nested(segments), isCell)
    if (isReadAs(segments, text, isCell)) return text
  }
  return writeInlines([tidied.map(({ text }) => text).join('')], isCell)
}

function isReadAs(segments: readonly Segment[], text: string, isCell: boolean): boolean {
  if (segments.length === 0) return text === ''
  const written = isCell ? `| ${text} |\n| --- |` : text.split('\n').map(escapeLineStart).join('\\\n')
  const [read, ...others] = readArticle(written)
  if (others.length > 0) return false
  const inside = read?.block === 'table' ? read.rows[0]?.[0] : read?.block === 'paragraph' ? read.inside : undefined
  return inside !== undefined && keyOf(segmentsOf(inside)) === keyOf(joined(segments))
}

const keyOf = (segments: readonly Segment[]) =>
  JSON.stringify(segments.map(({ text, strong, emphasis, code, link }) => [text, strong, emphasis, code, link]))

const EDGE_MARKS = ['strong', 'emphasis'] as const
const LETTER = /[^\s\p{P}\p{S}]/u

/** Emphasis begins and ends at a letter where a letter stands outside: CommonMark reads `و**«شركة»**` as stars. */
function withFlankingEdges(segments: readonly Segment[]): Segment[] {
  let characters = segments.flatMap(({ text, ...marks }): Segment[] =>
    marks.code ? [{ text, ...marks }] : [...text].map((character) => ({ text: character, ...marks })),
  )
  for (const mark of EDGE_MARKS) {
    characters = withoutEdges(characters, mark)
    characters = withoutEdges(characters.toReversed(), mark).toReversed()
  }
  return joined(characters)
}

function withoutEdges(characters: readonly Segment[], mark: (typeof EDGE_MARKS)[number]): Segment[] {
  const kept: Segment[] = []
  for (const each of characters) {
    const before = kept.at(-1)
    const isFirst = each[mark] && !before?.[mark]
    const isSpace = /^\s/.test(each.text) && !each.code
    const isOther = !LETTER.test(each.code ? '`' : each.text) || (each.link !== undefined && each.link !== before?.link)
    const isAfterLetter = before !== undefined && LETTER.test(before.code ? '`' : before.text)
    const leavesMark = isFirst && (isSpace || (isOther && isAfterLetter))
    kept.push(leavesMark ? { ...each, [mark]: undefined } : each)
  }
  return kept
}

const SIGNS = { strong: '**', emphasis: '*' } as const

function writeInlines(inlines: readonly Inline[], isCell: boolean): string {
  return inlines
    .map((inline) => {
      if (typeof inline === 'string') return escapeText(inline, isCell)
      if (inline.mark === 'code')
        return writeCode(
          segmentsOf(inline.inside)
            .map(({ text }) => text)
            .join(''),
          isCell,
        )
      const inside = writeInlines(inline.inside, isCell)
      if (inline.mark === 'link') return `[${inside}](${writeAddress(inline.to)})`
      return SIGNS[inline.mark] + inside + SIGNS[inline.mark]
    })
    .join('')
}

const longestRun = (text: string) => Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))

function writeCode(text: string, isCell: boolean): string {
  const fence = '`'.repeat(longestRun(text) + 1)
  const needsRoom = /^`|`$/.test(text)
  const written = fence + (needsRoom ? ` ${text} ` : text) + fence
  return isCell ? written.replaceAll('|', '\\|') : written
}

function escapeText(text: string, isCell = false): string {
  const escaped = text
    .replace(/[\\`*[\]]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/<(?=[A-Za-z/!?])/g, '\\<')
    .replace(/~(?=~)/g, '\\~')
    .replace(ENTITY, '\\$&')
  return isCell ? escaped.replaceAll('|', '\\|') : escaped
}

const withPlainEntities = (text: string) => text.replace(ENTITY, (entity) => `&amp;${entity.slice(1)}`)

const escapeTitle = (text: string) => withPlainEntities(text.replace(/[\\"]/g, '\\$&'))

const escapeWords = (text: string) => withPlainEntities(text.replace(/[\\`*_[\]<]/g, '\\$&'))

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Escapes a beginning that would make a list, a quote, a heading, a line or a table. */
function escapeLineStart(line: string): string {
  if (/^[-:| ]+$/.test(line) && line.includes('-')) return `\\${line}`
  if (/^(?:[-+](?:\s|$)|#{1,6}(?:\s|$)|>|=+\s*$|~{3})/.test(line)) return `\\${line}`
  return line.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}

const writeAddress = (address: string) => withPlainEntities(address.replace(/[\s<>()\\]/g, encodeSign))

const encodeSign = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
