import { type ArticleBlock, type HeadingLevel, joined, type Segment } from '#contract/article.ts'
import { isArticleAddress } from '#contract/link-addresses.ts'
import { collectBlocks, decoded, tidy } from '#contract/read-article.ts'

/** Articles of other systems are HTML: its structure is kept, its looks are not. Unknown elements leave their words. */

interface Element {
  name: string
  attributes: Record<string, string>
  children: (Element | string)[]
}

const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
])
const DROPPED = new Set(['script', 'style', 'noscript', 'svg', 'template', 'head', 'button', 'form'])
const CLOSES_PARAGRAPH =
  /^(?:p|div|ul|ol|blockquote|pre|h[1-6]|table|figure|hr|section|article|header|footer|aside|dl)$/
const MAX_DEPTH = 100

/** A comment without an end takes the rest, and no tag goes past the next: each letter is looked at once. */
const TOKEN = /<!--[\s\S]*?(?:-->|$)|<\/?([a-zA-Z][\w:-]*)((?:"[^"]*"|'[^']*'|[^'"<>])*)>|[^<]+|</g
const ATTRIBUTE = /([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

function parse(html: string): Element {
  const root: Element = { name: 'root', attributes: {}, children: [] }
  const open = [root]
  let dropped = ''
  for (const [whole, tag, attributes = ''] of html.matchAll(TOKEN)) {
    const parent = open.at(-1) as Element
    const name = tag?.toLowerCase()
    const isEnd = whole.startsWith('</')
    if (dropped) {
      if (isEnd && name === dropped) dropped = ''
    } else if (!name) {
      if (!whole.startsWith('<!--')) parent.children.push(decoded(whole))
    } else if (isEnd) {
      const depth = open.findLastIndex((each) => each.name === name)
      if (depth > 0) open.length = depth
    } else if (DROPPED.has(name)) dropped = whole.endsWith('/>') ? '' : name
    else {
      if (CLOSES_PARAGRAPH.test(name) && parent.name === 'p') open.pop()
      if (name === 'li' && parent.name === 'li') open.pop()
      const element: Element = { name, attributes: attributesIn(attributes), children: [] }
      ;(open.at(-1) as Element).children.push(element)
      if (!VOID.has(name) && !whole.endsWith('/>') && open.length < MAX_DEPTH) open.push(element)
    }
  }
  return root
}

const attributesIn = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      decoded(double ?? single ?? bare ?? ''),
    ]),
  )

interface Options {
  /** The address of a picture in the library; undefined where it was not found. */
  pictureAt(source: string): string | undefined
  /** Where a link leads now. */
  linkTo(address: string): string
  isPlainText?: boolean
}

export function articleOfHtml(html: string, options: Options): ArticleBlock[] {
  return blocksOf(parse(html).children, options)
}

function blocksOf(children: readonly (Element | string)[], options: Options): ArticleBlock[] {
  const { add, put, end } = collectBlocks()
  for (const child of children) {
    if (typeof child === 'string') {
      // WordPress writes paragraphs as blank lines.
      const [first = '', ...others] = child.split(/\n\s*\n/)
      add([{ text: spaced(first) }])
      for (const other of others) {
        put([])
        add([{ text: spaced(other) }])
      }
      continue
    }
    const block = blockOf(child, options)
    if (block) put(block)
    else add(segmentsOf([child], {}, options))
  }
  return end()
}

const spaced = (text: string) => text.replace(/\s+/g, ' ')

/** Undefined for what stands in a line. */
function blockOf(element: Element, options: Options): ArticleBlock[] | undefined {
  const { name, children } = element
  const heading = /^h([1-6])$/.exec(name)
  if (heading) {
    const inside = tidy(segmentsOf(children, {}, options))
    const level = Math.min(Math.max(Number(heading[1]), 2), 4) as HeadingLevel
    return inside.length > 0 ? [{ block: 'heading', level, inside }] : []
  }
  switch (name) {
    case 'ul':
    case 'ol': {
      const items = elementsIn(children, 'li').map((item) => blocksOf(item.children, options))
      return [{ block: 'list', start: name === 'ol' ? Number(element.attributes.start) || 1 : null, items }]
    }
    case 'blockquote': {
      const inside = blocksOf(children, options)
      return inside.length > 0 ? [{ block: 'quote', isPull: false, inside }] : []
    }
    case 'pre':
      return [{ block: 'code', language: '', text: wordsIn(element).replace(/^\n|\n$/g, '') }]
    case 'hr':
      return [{ block: 'rule' }]
    case 'img':
      return pictureOf(element, '', options)
    case 'figure': {
      const caption = elementsWithin(element, 'figcaption').map(wordsIn).join(' ')
      const picture = elementsWithin(element, 'img')[0]
      if (picture) return pictureOf(picture, caption, options)
      return blocksOf(children, options)
    }
    case 'table':
      return [{ block: 'table', rows: elementsWithin(element, 'tr').map((row) => cellsOf(row, options)) }]
    case 'iframe':
    case 'video':
    case 'audio':
      return embedded(element, options)
    default:
      return CLOSES_PARAGRAPH.test(name) || BOXES.has(name)
        ? blocksOf(children, options)
        : withPictures(element, options)
  }
}

const BOXES = new Set(['main', 'nav', 'dd', 'dt', 'tbody', 'center', 'figcaption', 'details', 'summary'])

/** A link around a picture is the picture. */
const withPictures = (element: Element, options: Options) =>
  elementsWithin(element, 'img').length > 0 ? blocksOf(element.children, options) : undefined

const cellsOf = (row: Element, options: Options) =>
  row.children
    .filter((cell): cell is Element => typeof cell !== 'string' && (cell.name === 'td' || cell.name === 'th'))
    .map(({ children }) => tidy(segmentsOf(children, {}, options)))

function pictureOf({ attributes }: Element, caption: string, { pictureAt }: Options): ArticleBlock[] {
  const { src = '', alt = '' } = attributes
  const address = pictureAt(src)
  if (address)
    return [{ block: 'picture', address, words: spaced(alt).trim(), caption: spaced(caption).trim(), isWide: false }]
  const words = spaced(caption || alt).trim()
  return words ? [{ block: 'paragraph', inside: [words] }] : []
}

function embedded({ attributes }: Element, { linkTo }: Options): ArticleBlock[] {
  const to = linkTo(attributes.src ?? '')
  return isArticleAddress(to) ? [{ block: 'paragraph', inside: [{ mark: 'link', to, inside: [to] }] }] : []
}

const MARKS: Record<string, Omit<Segment, 'text'>> = {
  strong: { strong: true },
  b: { strong: true },
  em: { emphasis: true },
  i: { emphasis: true },
  cite: { emphasis: true },
  code: { code: true },
  kbd: { code: true },
}

function segmentsOf(
  children: readonly (Element | string)[],
  marks: Omit<Segment, 'text'>,
  options: Options,
): Segment[] {
  return joined(
    children.flatMap((child): Segment[] => {
      if (typeof child === 'string') return [{ text: spaced(child), ...marks }]
      if (child.name === 'br') return [{ text: '\n', ...marks }]
      const own = child.name === 'a' ? linkOf(child, options) : (MARKS[child.name] ?? {})
      return segmentsOf(child.children, { ...marks, ...own }, options)
    }),
  )
}

function linkOf({ attributes: { href = '' } }: Element, { linkTo }: Options): Omit<Segment, 'text'> {
  const link = linkTo(href)
  return isArticleAddress(link) ? { link } : {}
}

const elementsIn = (children: readonly (Element | string)[], name: string) =>
  children.filter((child): child is Element => typeof child !== 'string' && child.name === name)

const elementsWithin = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) =>
    typeof child === 'string' ? [] : [...(child.name === name ? [child] : []), ...elementsWithin(child, name)],
  )

const wordsIn = (element: Element): string =>
  element.children
    .map((child) => (typeof child === 'string' ? child : child.name === 'br' ? '\n' : wordsIn(child)))
    .join('')
