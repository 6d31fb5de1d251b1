import { createReadStream } from 'node:fs'
import { decoded } from '#contract/read-article.ts'

/** An item of a WordPress export (WXR): a post, or a file that posts show. */
export interface WordPressItem {
  id: string
  kind: string
  status: string
  title: string
  link: string
  slug: string
  /** `2024-05-06 07:08:09`, by the clock of that site. */
  date: string
  author: string
  category: string
  html: string
  excerpt: string
  /** The id of the picture above the post. */
  cover: string
  /** Of a file. */
  file: string
}

export class NotWordPress extends Error {}

const MAX_ITEM_LENGTH = 20_000_000
const OPENS = '<item>'
const CLOSES = '</item>'

/** Item by item, so that an export of any size is read in little memory. */
export async function* readWordPress(file: string): AsyncGenerator<WordPressItem> {
  let text = ''
  let isExport = false
  for await (const chunk of createReadStream(file, 'utf8')) {
    text += chunk
    isExport ||= text.includes('wordpress.org/export/')
    for (let end = text.indexOf(CLOSES); end >= 0; end = text.indexOf(CLOSES)) {
      const start = text.indexOf(OPENS)
      if (!isExport) throw new NotWordPress()
      if (start >= 0 && start < end) yield itemOf(text.slice(start + OPENS.length, end))
      text = text.slice(end + CLOSES.length)
    }
    if (text.length > MAX_ITEM_LENGTH) throw new NotWordPress()
  }
  if (!isExport) throw new NotWordPress()
}

function itemOf(xml: string): WordPressItem {
  const value = (name: string) => valueIn(xml, name)
  const meta = [...xml.matchAll(/<wp:postmeta>([\s\S]*?)<\/wp:postmeta>/g)].map(([, inside = '']) => [
    valueIn(inside, 'wp:meta_key'),
    valueIn(inside, 'wp:meta_value'),
  ])
  return {
    id: value('wp:post_id'),
    kind: value('wp:post_type'),
    status: value('wp:status'),
    title: value('title'),
    link: value('link'),
    slug: value('wp:post_name'),
    date: value('wp:post_date'),
    author: value('dc:creator'),
    category: valueIn(xml, 'category', ' domain="category"'),
    html: value('content:encoded'),
    excerpt: value('excerpt:encoded'),
    cover: meta.find(([key]) => key === '_thumbnail_id')?.[1] ?? '',
    file: value('wp:attachment_url'),
  }
}

function valueIn(xml: string, name: string, attribute = ''): string {
  const start = xml.indexOf(`<${name}${attribute}`)
  const opened = start < 0 ? -1 : xml.indexOf('>', start)
  const end = opened < 0 ? -1 : xml.indexOf(`</${name}>`, opened)
  if (end < 0) return ''
  const inside = xml.slice(opened + 1, end).trim()
  const plain = /^<!\[CDATA\[([\s\S]*)\]\]>$/.exec(inside)?.[1]
  return plain === undefined ? decoded(inside) : plain.replaceAll(']]]]><![CDATA[>', ']]>')
}
