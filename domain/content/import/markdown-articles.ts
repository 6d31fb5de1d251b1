import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ArticleBlock } from '#contract/article.ts'
import { readArticle } from '#contract/read-article.ts'
import { writeArticle } from '#contract/write-article.ts'
import { isLanguage, type Language } from '#texts/languages.ts'
import {
  createSlugs,
  type FoundArticle,
  filesBelow,
  type ImportOptions,
  picturesFrom,
  placeOf,
  refuseLong,
  summaryOf,
} from './found-article.ts'

/** The articles of a folder: files of one name in two languages are one article. */
export async function* articlesInFolder(
  { source, language, pictures = source }: ImportOptions & { source: string },
  isWanted: (slug: string) => boolean,
): AsyncGenerator<FoundArticle> {
  const isThere = await filesBelow(pictures)
  const slugOf = createSlugs()
  for (const { key, files } of await groupsIn(source, language)) {
    const names = [...files.values()]
    const slug = slugOf(key, ...names.map(keyOfFile))
    if (!isWanted(slug)) continue
    const library = picturesFrom(pictures, isThere)
    const article: FoundArticle = {
      ...{ name: names.join(', '), slug, texts: {} },
      ...{ publishedOn: null, formerAddress: '', pictures: library.pictures, missing: library.missing, cover: null },
    }
    for (const [written, name] of files) {
      const file = await readMarkdown(source, name)
      const { facts } = file
      article.texts[written] = fieldsOf(file, library.at)
      article.publishedOn = /^\d{4}-\d{2}-\d{2}/.exec(facts.date ?? '')?.[0] ?? article.publishedOn
      article.formerAddress = facts.permalink ?? article.formerAddress
    }
    yield article
  }
}

interface Group {
  key: string
  /** Their names below the folder. */
  files: Map<Language, string>
}

async function groupsIn(folder: string, otherwise: Language): Promise<Group[]> {
  const groups: Group[] = []
  const byKey = new Map<string, Group[]>()
  for (const name of await namesBelow(folder)) {
    const { facts, language } = await readMarkdown(folder, name)
    const key = facts.slug || keyOfFile(name)
    const written = language ?? otherwise
    const known = byKey.get(key) ?? []
    const group = known.find(({ files }) => !files.has(written)) ?? { key, files: new Map() }
    if (group.files.size === 0) {
      groups.push(group)
      byKey.set(key, [...known, group])
    }
    group.files.set(written, name)
  }
  return groups
}

async function namesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.(?:md|markdown)$/i.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted()
}

interface MarkdownFile {
  /** Below the folder. */
  name: string
  /** `slug.ar.md` says it; other files are in the language of the import. */
  language: Language | null
  facts: Record<string, string>
  markdown: string
}

/** With facts before the text, between lines of `---`. */
async function readMarkdown(folder: string, name: string): Promise<MarkdownFile> {
  const text = (await readFile(path.join(folder, name), 'utf8')).replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  refuseLong(text)
  const [, head = '', markdown = ''] = /^---\n([\s\S]*?)\n---\n?([\s\S]*)$/.exec(text) ?? [text, '', text]
  return { name, language: languageIn(baseOf(name)), facts: factsIn(head), markdown: markdown.trim() }
}

const baseOf = (name: string) => path.basename(name).replace(/\.\w+$/, '')

function languageIn(base: string): Language | null {
  const suffix = /[._](\w\w)$/.exec(base)?.[1] ?? ''
  return isLanguage(suffix) ? suffix : null
}

function keyOfFile(name: string): string {
  const base = baseOf(name)
  return (languageIn(base) ? base.slice(0, -3) : base).replace(/^\d{4}-\d{2}-\d{2}-/, '')
}

const factsIn = (head: string) =>
  Object.fromEntries(
    [...head.matchAll(/^(\w[\w-]*):[ \t]*(.*)$/gm)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value.trim().replace(/^(["'])(.*)\1$/, '$2'),
    ]),
  )

function fieldsOf({ name, facts, markdown }: MarkdownFile, pictureAt: (source: string) => string | undefined) {
  const [, heading = keyOfFile(name), text = markdown] = facts.title
    ? []
    : (/^# (.+)\n+([\s\S]*)$/.exec(markdown) ?? [])
  const beside = path.dirname(name)
  const body = withPlaces(readArticle(text), (picture) =>
    placeOf(pictureAt(path.join(beside, picture)) ?? pictureAt(picture.replace(/^\//, ''))),
  )
  return {
    title: facts.title ?? heading,
    summary: summaryOf(facts.summary ?? facts.description ?? facts.excerpt ?? '', body),
    topic: facts.topic ?? facts.category ?? '',
    author: facts.author ?? '',
    body: writeArticle(body),
  }
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
