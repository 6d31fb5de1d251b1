import { LRUCache } from 'lru-cache'
import {
  type ArticleBlock,
  type ArticlePicture,
  blocksWithin,
  picturesInArticle,
  withHeadingIds,
} from '#contract/article.ts'
import { readArticle } from '#contract/read-article.ts'
import { readPictureAddress } from '#contract/uploaded-pictures.ts'
import { writeArticle } from '#contract/write-article.ts'
import type { Language } from '#texts/languages.ts'
import { type KnownPictures, shownAt } from './pictures/pictures.ts'
import type { Fields } from './types/definition.ts'
import { type ContentType, definitionOf } from './types/index.ts'

/** Every publication reads all articles again; few of them changed. */
const read = new LRUCache<string, ArticleBlock[]>({
  max: 1000,
  maxSize: 20_000_000,
  sizeCalculation: (_, text) => text.length + 1,
})

export function blocksOf(markdown: string): ArticleBlock[] {
  const known = read.get(markdown)
  if (known) return known
  const blocks = readArticle(markdown)
  read.set(markdown, blocks)
  return blocks
}

/** As pages have it: headings with addresses, pictures as the library has them. */
export function shownArticle(markdown: string, language: Language, pictures: KnownPictures): ArticleBlock[] {
  return withHeadingIds(withShownPictures(blocksOf(markdown), language, pictures))
}

const withShownPictures = (
  blocks: readonly ArticleBlock[],
  language: Language,
  pictures: KnownPictures,
): ArticleBlock[] =>
  blocks.flatMap((block): ArticleBlock[] => {
    if (block.block === 'quote') return [{ ...block, inside: withShownPictures(block.inside, language, pictures) }]
    if (block.block === 'list')
      return [{ ...block, items: block.items.map((item) => withShownPictures(item, language, pictures)) }]
    return block.block === 'picture' ? shownPicture(block, language, pictures) : [block]
  })

/** A picture that is gone, or that another host has, is left out. */
function shownPicture(block: ArticlePicture, language: Language, pictures: KnownPictures): ArticlePicture[] {
  const { id } = readPictureAddress(block.address) ?? {}
  if (id === undefined || !pictures.has(id)) return []
  const { url, alt = '' } = shownAt(block.address, language, pictures)
  return [{ ...block, address: url, words: block.words || alt }]
}

export const articlesIn = (type: ContentType, fields: Fields): { name: string; blocks: ArticleBlock[] }[] =>
  definitionOf(type)
    .fields.filter(({ kind, name }) => kind === 'article' && typeof fields[name] === 'string')
    .map(({ name }) => ({ name, blocks: blocksOf(String(fields[name])) }))

/** Whether the reader takes all of the text as blocks of its own, and none as HTML that pages show as typed. */
export const hasHtml = (blocks: readonly ArticleBlock[]) =>
  [...blocksWithin(blocks)].some((block) => block.block === 'paragraph' && HTML.test(JSON.stringify(block.inside)))

const HTML = /<(?:\/?(?:div|span|p|br|img|iframe|table|a|b|i|em|strong|h[1-6]|ul|ol|li|figure|script|style)\b|!--)/i

export function withoutPictures(markdown: string, isGone: (address: string) => boolean): string {
  const blocks = blocksOf(markdown)
  if (!picturesInArticle(blocks).some(({ address }) => isGone(address))) return markdown
  const left = (some: readonly ArticleBlock[]): ArticleBlock[] =>
    some
      .filter((block) => block.block !== 'picture' || !isGone(block.address))
      .map((block) => {
        if (block.block === 'quote') return { ...block, inside: left(block.inside) }
        return block.block === 'list' ? { ...block, items: block.items.map(left) } : block
      })
  return writeArticle(left(blocks))
}
