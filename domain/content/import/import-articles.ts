import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ArticleBlock } from '#contract/article.ts'
import { readArticle } from '#contract/read-article.ts'
import { addressOfPicture } from '#contract/uploaded-pictures.ts'
import { writeArticle } from '#contract/write-article.ts'
import { inEachLanguage, LANGUAGES, type Language } from '#texts/languages.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { createRecord, saveDraft } from '../drafts.ts'
import { addPicture, findPicture, idOfPicture, keepPictureFiles } from '../pictures/pictures.ts'
import type { PreparedPicture } from '../pictures/prepare.ts'
import { lockPublished, publishedRecords } from '../published.ts'
import { type ContentRecord, readRecord } from '../records.ts'
import { type Fields, type Part, SHARED } from '../types/definition.ts'
import { articlesInExport } from './exported-articles.ts'
import { type FoundArticle, fileIn, type ImportOptions } from './found-article.ts'
import { articlesInFolder } from './markdown-articles.ts'

/** Without its texts: a large export has more of them than fit into memory. */
export interface PlannedArticle extends Omit<FoundArticle, 'texts'> {
  languages: Language[]
  isKnown: boolean
}

/** A dry run: nothing is written. */
export async function planImport({ queries }: Database, options: ImportOptions): Promise<PlannedArticle[]> {
  const taken = await takenSlugs(queries)
  const planned: PlannedArticle[] = []
  for await (const { texts, ...article } of articlesIn(options)) {
    const languages = LANGUAGES.filter((language) => texts[language])
    // A copy: a piece of a text keeps the whole text in memory.
    planned.push(structuredClone({ ...article, languages, isKnown: taken.has(article.slug) }))
  }
  return planned
}

async function* articlesIn(
  options: ImportOptions,
  isWanted: (slug: string) => boolean = () => true,
): AsyncGenerator<FoundArticle> {
  const { source } = options
  const isFolder = typeof source === 'string' && (await stat(source)).isDirectory()
  yield* isFolder ? articlesInFolder({ ...options, source }, isWanted) : articlesInExport(options, isWanted)
}

async function takenSlugs(queries: Queries): Promise<ReadonlySet<string>> {
  const published = await publishedRecords(queries, 'notes')
  const drafts = await revisionsOfSlugs(queries).execute()
  return new Set([
    ...published.map(({ parts }) => String(parts[SHARED].slug)),
    ...drafts.map(({ fields }) => String(JSON.parse(fields).slug ?? '')),
  ])
}

const revisionsOfSlugs = (queries: Queries) =>
  queries
    .selectFrom('content_revisions')
    .select('fields')
    .where((row) => row.and({ type: 'notes', part: SHARED }))

export interface Importing {
  author: string
  now: Date
  prepare(bytes: Buffer): Promise<PreparedPicture | object>
  /** In the transaction of each record. */
  onStored?(queries: Queries): Promise<unknown>
  /** Asked after each record; the import ends early if it is false. */
  mayGoOn?(): boolean
}

export interface Imported {
  count: number
  /** False where it ended early. */
  isWhole: boolean
}

/** Each new article becomes a draft; articles that are there already stay as they are. */
export async function importArticles(
  database: Database,
  options: ImportOptions,
  importing: Importing,
): Promise<Imported> {
  const taken = await takenSlugs(database.queries)
  let count = 0
  for await (const article of articlesIn(options, (slug) => !taken.has(slug))) {
    const addresses = new Map<string, string>()
    for (const file of article.pictures) addresses.set(file, await keepPicture(database, file, importing))
    if (await database.write((queries) => storeArticle(queries, article, addresses, importing))) count++
    if (importing.mayGoOn?.() === false) return { count, isWhole: false }
  }
  return { count, isWhole: true }
}

/** False if another import was quicker. */
async function storeArticle(
  queries: Queries,
  { slug, publishedOn, cover, texts }: FoundArticle,
  addresses: ReadonlyMap<string, string>,
  { author, now, onStored }: Importing,
): Promise<boolean> {
  await lockPublished(queries)
  // Slugs have letters, digits and hyphens only.
  const same = revisionsOfSlugs(queries).where('fields', 'like', `%"slug":"${slug}"%`).limit(1)
  if (await same.executeTakeFirst()) return false
  const id = await createRecord(queries, 'notes', { author, now })
  const address = cover && addresses.get(cover)
  const written: [Part, Partial<Fields>][] = [
    [SHARED, { slug, published_on: publishedOn, cover: address ? inEachLanguage(() => address) : null }],
    ...Object.entries(texts).map(([language, fields]): [Part, Fields] => [
      language as Language,
      { ...fields, body: withAddresses(String(fields.body), addresses) },
    ]),
  ]
  const { parts } = (await readRecord(queries, 'notes', id)) as ContentRecord
  const changes = written.map(([part, fields]) => ({ part, fields, version: parts[part].version }))
  await saveDraft(queries, 'notes', id, changes, { author, now })
  await onStored?.(queries)
  return true
}

function withAddresses(markdown: string, addresses: ReadonlyMap<string, string>): string {
  const replaced = (blocks: readonly ArticleBlock[]): ArticleBlock[] =>
    blocks.flatMap((block): ArticleBlock[] => {
      if (block.block === 'quote') return [{ ...block, inside: replaced(block.inside) }]
      if (block.block === 'list') return [{ ...block, items: block.items.map(replaced) }]
      if (block.block !== 'picture') return [block]
      const address = addresses.get(fileIn(block.address))
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
