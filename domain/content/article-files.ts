import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { picturesInArticle } from '#contract/article.ts'
import { readPictureAddress } from '#contract/uploaded-pictures.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { blocksOf } from './articles.ts'
import { isPlainPath } from './pictures/files.ts'
import { type ContentType, definitionOf } from './types/index.ts'

/** An article is a Markdown file of its own for each language, which the record names: `"en": "notes/arabic-first.en.md"`. */

const articleFields = (type: ContentType) =>
  definitionOf(type).fields.flatMap(({ kind, name }) => (kind === 'article' ? [name] : []))

const isFileName = (value: unknown): value is string =>
  typeof value === 'string' && value.endsWith('.md') && isPlainPath(value)

type Records = Record<string, Record<string, unknown> | undefined>[]
type Report = (keys: PropertyKey[], message: string) => void

/** Puts the texts in place of the names of their files. */
export async function readArticleFiles(type: ContentType, records: unknown, contentDirectory: string, report: Report) {
  if (!Array.isArray(records)) return
  for (const [index, record] of (records as Records).entries())
    for (const name of articleFields(type)) {
      const texts = record?.[name]
      if (typeof texts !== 'object' || texts === null) continue
      for (const language of LANGUAGES) {
        const named = texts[language]
        if (!isFileName(named)) continue
        const text = await readFile(path.join(contentDirectory, named), 'utf8').catch(() => undefined)
        if (text === undefined) report([index, name, language], `names a text that is not there: ${named}`)
        else
          texts[language] = text
            .replace(/^\ufeff/, '')
            .replace(/\r\n?/g, '\n')
            .trimEnd()
      }
    }
}

export function checkArticlePictures(
  type: ContentType,
  records: object | object[],
  uploaded: ReadonlySet<string>,
  report: Report,
) {
  for (const [index, record] of ([records].flat() as Record<string, Record<string, string>>[]).entries())
    for (const name of articleFields(type))
      for (const language of LANGUAGES)
        for (const { address } of picturesInArticle(blocksOf(record[name]?.[language] ?? '')))
          if (!uploaded.has(readPictureAddress(address)?.id ?? ''))
            report([index, name, language], `shows a picture that is not in the library: ${address}`)
}

/** The records with the names of the files in place of their texts. */
export async function writeArticleFiles(type: ContentType, records: object[], to: string): Promise<object[]> {
  const fields = articleFields(type)
  if (fields.length === 0) return records
  return Promise.all(
    (records as (Record<string, Record<string, string>> & { slug: string })[]).map(async (record) => {
      const written: Record<string, unknown> = { ...record }
      for (const name of fields) {
        const files: Record<string, string> = {}
        for (const language of LANGUAGES) {
          const file = path.posix.join(type, `${record.slug}.${language}.md`)
          await mkdir(path.join(to, type), { recursive: true })
          await writeFile(path.join(to, file), `${record[name]?.[language] ?? ''}\n`)
          files[language] = file
        }
        written[name] = files
      }
      return written
    }),
  )
}
