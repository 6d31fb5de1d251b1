import { type ArticleBlock, speakerOf } from '#contract/article.ts'
import type { Inline } from '#contract/prose.ts'
import { readPictureAddress } from '#contract/uploaded-pictures.ts'
import { xmlText } from './xml.ts'

type Absolute = (address: string) => string

/** The article for readers of feeds, who have no style sheet. Every text is escaped. */
export const articleHtml = (blocks: readonly ArticleBlock[], absolute: Absolute): string =>
  blocks.map((block) => blockHtml(block, absolute)).join('\n')

function blockHtml(block: ArticleBlock, absolute: Absolute): string {
  const inlines = (of: readonly Inline[]) => inlinesHtml(of, absolute)
  const blocks = (of: readonly ArticleBlock[]) => articleHtml(of, absolute)
  switch (block.block) {
    case 'paragraph':
      return `<p>${inlines(block.inside)}</p>`
    case 'heading':
      return `<h${block.level}>${inlines(block.inside)}</h${block.level}>`
    case 'list': {
      const items = block.items.map((item) => `<li>${blocks(item)}</li>`).join('')
      if (block.start === null) return `<ul>${items}</ul>`
      return `<ol${block.start === 1 ? '' : ` start="${block.start}"`}>${items}</ol>`
    }
    case 'quote': {
      const { said, speaker } = speakerOf(block)
      return `<blockquote>${blocks(said)}${speaker ? `<p>— ${inlines(speaker)}</p>` : ''}</blockquote>`
    }
    case 'code':
      return `<pre><code>${xmlText(block.text)}</code></pre>`
    case 'rule':
      return '<hr>'
    case 'picture': {
      const { width, height } = readPictureAddress(block.address) ?? {}
      const size = width && height ? ` width="${width}" height="${height}"` : ''
      const image = `<img src="${xmlText(absolute(block.address))}" alt="${xmlText(block.words)}"${size}>`
      return `<figure>${image}${block.caption ? `<figcaption>${xmlText(block.caption)}</figcaption>` : ''}</figure>`
    }
    case 'table': {
      const [head = [], ...rows] = block.rows
      const row = (cells: readonly Inline[][], name: 'th' | 'td') =>
        `<tr>${cells.map((cell) => `<${name}>${inlines(cell)}</${name}>`).join('')}</tr>`
      const body = rows.map((cells) => row(cells, 'td')).join('')
      return `<table><thead>${row(head, 'th')}</thead><tbody>${body}</tbody></table>`
    }
  }
}

const ELEMENTS = { strong: 'strong', emphasis: 'em', code: 'code' } as const

function inlinesHtml(inlines: readonly Inline[], absolute: Absolute): string {
  return inlines
    .map((inline) => {
      if (typeof inline === 'string') return xmlText(inline).replaceAll('\n', '<br>')
      const inside = inlinesHtml(inline.inside, absolute)
      if (inline.mark !== 'link') return `<${ELEMENTS[inline.mark]}>${inside}</${ELEMENTS[inline.mark]}>`
      const to = inline.to.startsWith('/') ? absolute(inline.to) : inline.to
      return `<a href="${xmlText(to)}">${inside}</a>`
    })
    .join('')
}
