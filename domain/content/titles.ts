import { inEachLanguage, type Language } from '#texts/languages.ts'
import type { Queries } from '../platform/database/database.ts'
import { publishedRecords } from './published.ts'
import { SHARED } from './types/definition.ts'
import { CONTENT_TYPES, type ContentType, definitionOf } from './types/index.ts'

/** Titles of the published records whose pages these are, by address. */
export async function titlesOfPages(queries: Queries, pages: readonly string[]) {
  const titles = new Map<string, Record<Language, string>>()
  for (const type of CONTENT_TYPES) {
    const { page: list, fields, titleField } = definitionOf(type)
    const hasSlug = fields.some(({ name }) => name === 'slug')
    const { recordPages = hasSlug ? [list] : [] } = definitionOf(type)
    const own = recordPages.flatMap((beginning) =>
      pages.filter((page) => page.startsWith(beginning)).map((page) => [page.slice(beginning.length), page] as const),
    )
    if (own.length === 0) continue
    const records = await publishedRecords(queries, type)
    for (const [name, page] of own) {
      const record = records.find(({ id, parts }) => String(parts[SHARED].slug ?? id) === name)
      if (record)
        titles.set(
          page,
          inEachLanguage((language) => String(record.parts[language][titleField] ?? '')),
        )
    }
  }
  return titles
}

/** By `<type>/<id>`, as the newest text has it. */
export async function titlesOfRecords(queries: Queries, records: readonly { type: ContentType; id: number }[]) {
  const titles = new Map<string, Record<Language, string>>()
  for (const { type, id } of records) {
    const parts = await queries
      .selectFrom('content_parts')
      .select(['part', 'title'])
      .where('type', '=', type)
      .where('record_id', '=', id)
      .execute()
    titles.set(
      `${type}/${id}`,
      inEachLanguage((language) => parts.find(({ part }) => part === language)?.title ?? ''),
    )
  }
  return titles
}
