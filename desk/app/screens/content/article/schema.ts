import { type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model'
import { isArticleAddress } from '#contract/link-addresses.ts'

/** The blocks of contract/article.ts as the editor holds them. Pasted HTML is read by the same rules. */
const nodes = {
  doc: { content: 'block+' },
  paragraph: { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
  heading: {
    attrs: { level: { default: 2 } },
    content: 'inline*',
    group: 'block',
    defining: true,
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
      tag: `h${level}`,
      attrs: { level: Math.min(Math.max(level, 2), 4) },
    })),
    toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
  },
  bullets: {
    content: 'point+',
    group: 'block',
    parseDOM: [{ tag: 'ul' }],
    toDOM: () => ['ul', 0],
  },
  numbers: {
    attrs: { start: { default: 1 } },
    content: 'point+',
    group: 'block',
    parseDOM: [{ tag: 'ol', getAttrs: (list) => ({ start: Number(list.getAttribute('start')) || 1 }) }],
    toDOM: ({ attrs }) => ['ol', { start: attrs.start }, 0],
  },
  point: { content: 'block+', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
  quote: {
    attrs: { isPull: { default: false } },
    content: 'block+',
    group: 'block',
    defining: true,
    parseDOM: [{ tag: 'blockquote', getAttrs: (quote) => ({ isPull: quote.hasAttribute('data-pull') }) }],
    toDOM: ({ attrs }) => ['blockquote', attrs.isPull ? { 'data-pull': '' } : {}, 0],
  },
  codeBlock: {
    attrs: { language: { default: '' } },
    content: 'text*',
    marks: '',
    group: 'block',
    code: true,
    defining: true,
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    toDOM: () => ['pre', { dir: 'ltr' }, ['code', 0]],
  },
  rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
  picture: {
    attrs: { address: {}, words: { default: '' }, caption: { default: '' }, isWide: { default: false } },
    group: 'block',
    draggable: true,
    parseDOM: [
      {
        tag: 'img[data-address]',
        getAttrs: (picture) => ({
          address: picture.getAttribute('data-address'),
          words: picture.getAttribute('alt') ?? '',
          caption: picture.getAttribute('title') ?? '',
          isWide: picture.hasAttribute('data-wide'),
        }),
      },
    ],
    toDOM: ({ attrs: { address, words, caption, isWide } }) => [
      'img',
      { 'data-address': address, alt: words, title: caption, ...(isWide && { 'data-wide': '' }) },
    ],
  },
  table: {
    content: 'row+',
    group: 'block',
    isolating: true,
    parseDOM: [{ tag: 'table' }],
    toDOM: () => ['table', ['tbody', 0]],
  },
  row: { content: 'cell+', parseDOM: [{ tag: 'tr' }], toDOM: () => ['tr', 0] },
  cell: { content: 'inline*', isolating: true, parseDOM: [{ tag: 'td' }, { tag: 'th' }], toDOM: () => ['td', 0] },
  break: {
    inline: true,
    group: 'inline',
    selectable: false,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
    leafText: () => '\n',
  },
  text: { group: 'inline' },
} satisfies Record<string, NodeSpec>

const marks = {
  link: {
    attrs: { to: {} },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (link) => {
          const to = link.getAttribute('href') ?? ''
          return isArticleAddress(to) ? { to } : false
        },
      },
    ],
    toDOM: ({ attrs }) => ['a', { href: attrs.to }, 0],
  },
  strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
  emphasis: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
  code: { parseDOM: [{ tag: 'code' }], toDOM: () => ['code', { dir: 'ltr' }, 0] },
} satisfies Record<string, MarkSpec>

export const schema = new Schema({ nodes, marks })
