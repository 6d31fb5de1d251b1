import type { Mark, Node } from 'prosemirror-model'
import { type ArticleBlock, nested, type Segment, segmentsOf } from '#contract/article.ts'
import type { Inline } from '#contract/prose.ts'
import { readArticle } from '#contract/read-article.ts'
import { writeArticle } from '#contract/write-article.ts'
import { schema } from './schema.ts'

const { nodes, marks } = schema

export function documentOf(markdown: string): Node {
  const blocks = readArticle(markdown).map(nodeOf)
  return nodes.doc.create(null, blocks.length > 0 ? blocks : nodes.paragraph.create())
}

export const nodesOf = (blocks: readonly ArticleBlock[]): Node[] => blocks.map(nodeOf)

function nodeOf(block: ArticleBlock): Node {
  switch (block.block) {
    case 'paragraph':
      return nodes.paragraph.create(null, inlineNodes(block.inside))
    case 'heading':
      return nodes.heading.create({ level: block.level }, inlineNodes(block.inside))
    case 'list': {
      const points = block.items.map((item) =>
        nodes.point.create(null, item.length > 0 ? nodesOf(item) : nodes.paragraph.create()),
      )
      return block.start === null
        ? nodes.bullets.create(null, points)
        : nodes.numbers.create({ start: block.start }, points)
    }
    case 'quote':
      return nodes.quote.create({ isPull: block.isPull }, nodesOf(block.inside))
    case 'code':
      return nodes.codeBlock.create({ language: block.language }, block.text ? schema.text(block.text) : null)
    case 'rule':
      return nodes.rule.create()
    case 'picture': {
      const { address, words, caption, isWide } = block
      return nodes.picture.create({ address, words, caption, isWide })
    }
    case 'table':
      return nodes.table.create(
        null,
        block.rows.map((row) =>
          nodes.row.create(
            null,
            row.map((cell) => nodes.cell.create(null, inlineNodes(cell))),
          ),
        ),
      )
  }
}

function inlineNodes(inlines: readonly Inline[]): Node[] {
  return segmentsOf(inlines).flatMap((segment) => {
    const own = marksOf(segment)
    return segment.text
      .split(/(\n)/)
      .filter(Boolean)
      .map((text) => (text === '\n' ? nodes.break.create(null, null, own) : schema.text(text, own)))
  })
}

function marksOf({ link, strong, emphasis, code }: Segment): Mark[] {
  return [
    ...(link === undefined ? [] : [marks.link.create({ to: link })]),
    ...(strong ? [marks.strong.create()] : []),
    ...(emphasis ? [marks.emphasis.create()] : []),
    ...(code ? [marks.code.create()] : []),
  ]
}

/** Blocks never change, so that only those that were edited are written anew. */
const written = new WeakMap<Node, string>()

export function markdownOf(document: Node): string {
  const lists = new Set<string>(['bullets', 'numbers'])
  const texts: string[] = []
  for (let index = 0; index < document.childCount; index++) {
    // Lists one after the other are written together, because their signs differ.
    const run = [document.child(index)]
    while (lists.has(run[0]?.type.name ?? '') && lists.has(document.maybeChild(index + 1)?.type.name ?? ''))
      run.push(document.child(++index))
    texts.push(run.length > 1 ? writeArticle(run.map(blockOf)) : markdownOfBlock(run[0] as Node))
  }
  return texts.filter(Boolean).join('\n\n')
}

function markdownOfBlock(node: Node): string {
  const known = written.get(node)
  if (known !== undefined) return known
  const text = writeArticle([blockOf(node)])
  written.set(node, text)
  return text
}

export const blocksOf = (node: Node): ArticleBlock[] => node.children.map(blockOf)

function blockOf(node: Node): ArticleBlock {
  const { attrs } = node
  switch (node.type.name) {
    case 'heading':
      return { block: 'heading', level: attrs.level, inside: inlinesOf(node) }
    case 'bullets':
    case 'numbers':
      return {
        block: 'list',
        start: node.type.name === 'numbers' ? attrs.start : null,
        items: node.children.map(blocksOf),
      }
    case 'quote':
      return { block: 'quote', isPull: attrs.isPull, inside: blocksOf(node) }
    case 'codeBlock':
      return { block: 'code', language: attrs.language, text: node.textContent }
    case 'rule':
      return { block: 'rule' }
    case 'picture': {
      const { address, words, caption, isWide } = attrs
      return { block: 'picture', address, words, caption, isWide }
    }
    case 'table':
      return { block: 'table', rows: node.children.map((row) => row.children.map(inlinesOf)) }
    default:
      return { block: 'paragraph', inside: inlinesOf(node) }
  }
}

function inlinesOf(node: Node): Inline[] {
  const segments = node.children.map((inline): Segment => {
    const own = inline.marks.map(({ type, attrs }) => (type === marks.link ? ['link', attrs.to] : [type.name, true]))
    return { text: inline.isText ? (inline.text as string) : '\n', ...Object.fromEntries(own) }
  })
  return nested(segments)
}
