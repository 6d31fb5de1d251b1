import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { RECORD_PAGES } from '#contract/page-addresses.ts'
import { writeArticle } from '#contract/write-article.ts'
import {
  createSlugs,
  decodedAddress,
  type FoundArticle,
  filesBelow,
  type ImportOptions,
  picturesFrom,
  placeOf,
  refuseLong,
  summaryOf,
} from './found-article.ts'
import { articleOfHtml } from './html-article.ts'
import { readWordPress, type WordPressItem } from './wordpress.ts'

/** The posts of an export, one after the other; the whole of it is read once before, for links and covers. */
export async function* articlesInExport(
  options: ImportOptions,
  isWanted: (slug: string) => boolean,
): AsyncGenerator<FoundArticle> {
  const { files, slugs, given } = await readAhead(options)
  const isThere = await filesBelow(options.pictures)
  let number = 0
  for await (const item of itemsIn(options)) {
    if (!isPost(item)) continue
    const slug = given[number++] as string
    if (!isWanted(slug)) continue
    yield articleOfPost(item, slug, options, { files, slugs, isThere })
    // Reading a long post takes a while: other work comes in between.
    await setImmediate()
  }
}

async function* itemsIn({ source }: ImportOptions): AsyncGenerator<WordPressItem> {
  for (const file of [source].flat()) yield* readWordPress(file)
}

const isPost = ({ kind, status }: WordPressItem) =>
  kind === 'post' && ['publish', 'draft', 'future', 'private'].includes(status)

async function readAhead(options: ImportOptions) {
  const files = new Map<string, string>()
  const slugs = new Map<string, string>()
  const given: string[] = []
  const slugOf = createSlugs()
  for await (const item of itemsIn(options)) {
    if (item.kind === 'attachment') files.set(copyOf(item.id), copyOf(item.file))
    if (!isPost(item)) continue
    refuseLong(htmlOf(item))
    const slug = copyOf(slugOf(item.slug, item.title, `article-${item.id}`))
    given.push(slug)
    slugs.set(copyOf(pathOf(item.link)), slug)
  }
  return { files, slugs, given }
}

/** A piece of a text keeps the whole text in memory. */
const copyOf = (text: string) => Buffer.from(text).toString()

interface Known {
  files: ReadonlyMap<string, string>
  slugs: ReadonlyMap<string, string>
  isThere(file: string): boolean
}

function articleOfPost(
  post: WordPressItem,
  slug: string,
  { language, pictures }: ImportOptions,
  { files, slugs, isThere }: Known,
): FoundArticle {
  const library = picturesFrom(pictures, isThere)
  const inUploads = (source: string) => {
    const name = source.replace(/^.*\/uploads\//, '')
    // The picture itself rather than one of its sizes.
    const whole = name.replace(/-\d+x\d+(?=\.\w+$)/, '')
    return library.at(pictures && isThere(path.resolve(pictures, decodedAddress(whole))) ? whole : name)
  }
  const host = hostOf(post.link)
  const blocks = articleOfHtml(htmlOf(post), {
    pictureAt: (source) => placeOf(inUploads(source)),
    linkTo: (address) => {
      const linked = slugs.get(pathOf(address))
      if (linked && (hostOf(address) === host || address.startsWith('/'))) return RECORD_PAGES.note + linked
      return address
    },
  })
  const cover = files.get(post.cover)
  const coverFile = cover ? inUploads(cover) : undefined
  const title = post.title || post.slug
  return {
    name: title,
    slug,
    texts: {
      [language]: {
        title,
        summary: summaryOf(post.excerpt.replace(/<[^<>]*>/g, ''), blocks),
        topic: post.category,
        author: post.author,
        body: writeArticle(blocks),
      },
    },
    publishedOn: /^(?!0000)\d{4}-\d{2}-\d{2}/.exec(post.date)?.[0] ?? null,
    formerAddress: pathOf(post.link),
    pictures: library.pictures,
    missing: library.missing,
    cover: coverFile ?? null,
  }
}

/** Without the frames of WordPress, and without pictures that are written out in letters. */
const htmlOf = ({ html }: WordPressItem) =>
  html.replace(/\[caption[^\][]*\]|\[\/caption\]|\[gallery[^\][]*\]/g, '').replace(/(?<=["'])data:[^"'<>]*/g, 'data:')

const pathOf = (address: string) =>
  address
    .replace(/^https?:\/\/[^/]+/i, '')
    .replace(/[?#].*$/, '')
    .replace(/(?<=.)\/$/, '')
const hostOf = (address: string) => /^https?:\/\/([^/]+)/i.exec(address)?.[1]?.toLowerCase()
