import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type ArticleBlock, openingOf } from '#contract/article.ts'
import { RECORD_PAGES } from '#contract/page-addresses.ts'
import { readArticle } from '#contract/read-article.ts'
import { addressOfPicture } from '#contract/uploaded-pictures.ts'
import { writeArticle } from '#contract/write-article.ts'
import { inEachLanguage, type Language } from '#texts/languages.ts'
import type { Database } from '../../platform/database/database.ts'
import { createRecord, saveDraft } from '../drafts.ts'
import { addPicture, findPicture, idOfPicture, keepPictureFiles } from '../pictures/pictures.ts'
import type { PreparedPicture } from '../pictures/prepare.ts'
import { publishedRecords } from '../published.ts'
import { readRecord } from '../records.ts'
import { keyOfName } from '../same-text.ts'
import { type Fields, type Part, SHARED } from '../types/definition.ts'
import { articleOfHtml } from './html-article.ts'
import { readMarkdownFolder } from './markdown-folder.ts'
import { readWordPress, type WordPressItem } from './wordpress.ts'

export interface ImportOptions {
  /** An export of WordPress, or a folder of Markdown files. */
  source: string
  /** Of texts that do not say theirs. */
  language: Language
  /** Where the files of the pictures are: `wp-content/uploads`, or the folder of the texts. */
  pictures: string | undefined
  author: string
}

export interface FoundArticle {
  /** Its name in the source. */
  name: string
  slug: string
  texts: Partial<Record<Language, Fields>>
  publishedOn: string | null
  /** The address it had; empty where it had none. */
  formerAddress: string
  /** Files of pictures that are there, and names of those that are not. */
  pictures: string[]
  missing: string[]
  cover: string | null
  isKnown: boolean
}

/** A dry run: nothing is written. */
export async function planImport(database: Database, options: ImportOptions): Promise<FoundArticle[]> {
  const taken = new Set(
    (await publishedRecords(database.queries, 'notes')).map(({ parts }) => String(parts.shared.slug)),
  )
  for (const slug of await draftSlugs(database)) taken.add(slug)
  const isFolder = (await stat(options.source)).isDirectory()
  const found = isFolder ? await articlesInFolder(options) : await articlesInExport(options)
  return found.map((article) => ({ ...article, isKnown: taken.has(article.slug) }))
}

async function draftSlugs({ queries }: Database): Promise<string[]> {
  const rows = await queries
    .selectFrom('content_revisions')
    .select('fields')
    .where((row) => row.and({ type: 'notes', part: SHARED }))
    .execute()
  return rows.map(({ fields }) => String(JSON.parse(fields).slug ?? ''))
}

export interface Importing extends Pick<ImportOptions, 'author'> {
  now: Date
  prepare(bytes: Buffer): Promise<PreparedPicture | object>
  /** Called after each article. The import ends early if it resolves with false. */
  onImported?: (count: number) => Promise<boolean>
}

/** Each new article becomes a draft; articles that are there already stay as they are. */
export async function importArticles(
  database: Database,
  articles: readonly FoundArticle[],
  { author, now, prepare, onImported }: Importing,
): Promise<number> {
  let imported = 0
  for (const article of articles) {
    if (article.isKnown) continue
    const addresses = new Map<string, string>()
    for (const file of article.pictures) addresses.set(file, await keepPicture(database, file, { now, prepare }))
    await database.write(async (queries) => {
      const id = await createRecord(queries, 'notes', { author, now })
      const cover = article.cover && addresses.get(article.cover)
      const parts: [Part, Partial<Fields>][] = [
        [
          SHARED,
          { slug: article.slug, published_on: article.publishedOn, cover: cover ? inEachLanguage(() => cover) : null },
        ],
        ...Object.entries(article.texts).map(([language, fields]): [Part, Fields] => [
          language as Language,
          { ...fields, body: withAddresses(String(fields.body), addresses) },
        ]),
      ]
      const { parts: stored } = (await readRecord(queries, 'notes', id)) as NonNullable<
        Awaited<ReturnType<typeof readRecord>>
      >
      const changes = parts.map(([part, fields]) => ({ part, fields, version: stored[part].version }))
      await saveDraft(queries, 'notes', id, changes, { author, now })
    })
    imported++
    if (onImported && !(await onImported(imported))) break
  }
  return imported
}

/** Until they are in the library, pictures are named by their files. */
const PLACE = 'file:'

function withAddresses(markdown: string, addresses: ReadonlyMap<string, string>): string {
  const replaced = (blocks: readonly ArticleBlock[]): ArticleBlock[] =>
    blocks.flatMap((block): ArticleBlock[] => {
      if (block.block === 'quote') return [{ ...block, inside: replaced(block.inside) }]
      if (block.block === 'list') return [{ ...block, items: block.items.map(replaced) }]
      if (block.block !== 'picture') return [block]
      const address = addresses.get(decodeURIComponent(block.address.slice(PLACE.length)))
      return address ? [{ ...block, address }] : []
    })
  return writeArticle(replaced(readArticle(markdown)))
}

async function keepPicture(
  database: Database,
  file: string,
  { now, prepare }: Pick<Importing, 'now' | 'prepare'>,
): Promise<string> {
  const bytes = await readFile(file)
  const id = idOfPicture(bytes)
  if (!(await findPicture(database.queries, id))) {
    const prepared = await prepare(bytes)
    if (!('files' in prepared)) return ''
    const kept = await keepPictureFiles(database.files, prepared)
    await database.write((queries) =>
      addPicture(queries, { id, name: path.basename(file), prepared, kept, uploadedBy: null }, now),
    )
  }
  const picture = await findPicture(database.queries, id)
  return picture ? addressOfPicture(picture) : ''
}

const MAX_SUMMARY_LENGTH = 300
const MAX_SLUG_LENGTH = 60

function slugOf(...names: string[]): string {
  const slug = names.map((name) => keyOfName(decodedAddress(name))).find(Boolean) ?? 'article'
  return slug.slice(0, MAX_SLUG_LENGTH).replace(/(?<!-)-+$/, '')
}

function decodedAddress(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function summaryOf(given: string, body: readonly ArticleBlock[]): string {
  const text = (given || openingOf(body)).replace(/\s+/g, ' ').trim()
  return text.length <= MAX_SUMMARY_LENGTH ? text : `${text.slice(0, MAX_SUMMARY_LENGTH).replace(/\s+\S*$/, '')} …`
}

/** The pictures of one article: those whose files are there, and the names of the others. */
function picturesFrom(folder: string | undefined, isThere: (file: string) => boolean) {
  const [pictures, missing]: [string[], string[]] = [[], []]
  return {
    pictures,
    missing,
    at(source: string): string | undefined {
      const name = decodedAddress(source.replace(/[?#].*$/, ''))
      const file = folder && path.resolve(folder, name)
      const isBelow = file?.startsWith(path.resolve(folder as string) + path.sep)
      if (!file || !isBelow || !isThere(file)) {
        missing.push(source)
        return undefined
      }
      if (!pictures.includes(file)) pictures.push(file)
      return file
    },
  }
}

async function articlesInFolder({ source, language, pictures = source }: ImportOptions): Promise<FoundArticle[]> {
  const isThere = await filesIn(pictures)
  const articles = new Map<string, FoundArticle>()
  for (const { name, slug: given, language: own, facts, markdown } of await readMarkdownFolder(source)) {
    const slug = slugOf(facts.slug ?? '', given)
    const library = picturesFrom(pictures, isThere)
    const beside = path.dirname(name)
    const [, title = facts.title ?? given, text = markdown] = facts.title
      ? []
      : (/^# (.+)\n+([\s\S]*)$/.exec(markdown) ?? [])
    const place = (picture: string) => {
      const file = library.at(path.join(beside, picture)) ?? library.at(picture.replace(/^\//, ''))
      return file && `${PLACE}${encodeURIComponent(file)}`
    }
    const body = withPlaces(readArticle(text), place)
    const known = articles.get(slug)
    const fields = {
      title: facts.title ?? title,
      summary: summaryOf(facts.summary ?? facts.description ?? facts.excerpt ?? '', body),
      topic: facts.topic ?? facts.category ?? '',
      author: facts.author ?? '',
      body: writeArticle(body),
    }
    articles.set(slug, {
      name: known ? `${known.name}, ${name}` : name,
      slug,
      texts: { ...known?.texts, [own ?? language]: fields },
      publishedOn: /^\d{4}-\d{2}-\d{2}/.exec(facts.date ?? '')?.[0] ?? known?.publishedOn ?? null,
      formerAddress: facts.permalink ?? known?.formerAddress ?? '',
      pictures: [...new Set([...(known?.pictures ?? []), ...library.pictures])],
      missing: [...(known?.missing ?? []), ...library.missing],
      cover: known?.cover ?? null,
      isKnown: false,
    })
  }
  return [...articles.values()]
}

const withPlaces = (blocks: readonly ArticleBlock[], place: (source: string) => string | undefined): ArticleBlock[] =>
  blocks.flatMap((block): ArticleBlock[] => {
    if (block.block === 'quote') return [{ ...block, inside: withPlaces(block.inside, place) }]
    if (block.block === 'list') return [{ ...block, items: block.items.map((item) => withPlaces(item, place)) }]
    if (block.block !== 'picture') return [block]
    const address = place(block.address)
    if (address) return [{ ...block, address }]
    const words = block.caption || block.words
    return words ? [{ block: 'paragraph', inside: [words] }] : []
  })

async function articlesInExport(options: ImportOptions): Promise<FoundArticle[]> {
  const files = new Map<string, string>()
  const posts: WordPressItem[] = []
  for await (const item of readWordPress(options.source)) {
    if (item.kind === 'attachment') files.set(item.id, item.file)
    else if (item.kind === 'post' && ['publish', 'draft', 'future', 'private'].includes(item.status)) posts.push(item)
  }
  const isThere = await filesIn(options.pictures)
  const slugs = new Map(posts.map((post) => [pathOf(post.link), slugOf(post.slug, post.title, `article-${post.id}`)]))
  const articles: FoundArticle[] = []
  for (const post of posts) {
    articles.push(articleOfPost(post, options, { files, slugs, isThere }))
    // Reading a long post takes a while: other work comes in between.
    await setImmediate()
  }
  return articles
}

interface Known {
  files: ReadonlyMap<string, string>
  slugs: ReadonlyMap<string, string>
  isThere(file: string): boolean
}

function articleOfPost(
  post: WordPressItem,
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
  const blocks = articleOfHtml(post.html.replace(/\[caption[^\]]*\]|\[\/caption\]|\[gallery[^\]]*\]/g, ''), {
    pictureAt: (source) => {
      const file = inUploads(source)
      return file && `${PLACE}${encodeURIComponent(file)}`
    },
    linkTo: (address) => {
      const slug = slugs.get(pathOf(address))
      if (slug && (hostOf(address) === host || address.startsWith('/'))) return RECORD_PAGES.note + slug
      return address
    },
  })
  const cover = files.get(post.cover)
  const coverFile = cover ? inUploads(cover) : undefined
  const title = post.title || post.slug
  return {
    name: title,
    slug: slugs.get(pathOf(post.link)) ?? slugOf(post.slug, title, `article-${post.id}`),
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
    isKnown: false,
  }
}

const pathOf = (address: string) =>
  address
    .replace(/^https?:\/\/[^/]+/i, '')
    .replace(/[?#].*$/, '')
    .replace(/(?<=.)\/$/, '')
const hostOf = (address: string) => /^https?:\/\/([^/]+)/i.exec(address)?.[1]?.toLowerCase()

/** Whether a file is there, asked without waiting while texts are read. */
async function filesIn(folder: string | undefined): Promise<(file: string) => boolean> {
  if (!folder) return () => false
  const names = await readdir(folder, { recursive: true })
  const known = new Set(names.map((name) => path.resolve(folder, name)))
  return (file) => known.has(file)
}
