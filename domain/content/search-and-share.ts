import { addressOfProject } from '#contract/page-addresses.ts'
import type { SearchAndShare } from '#contract/page-content.ts'
import type { Language } from '#texts/languages.ts'
import { type KnownPictures, shownAt } from './pictures/pictures.ts'
import { type Parts, type Picture, SHARED } from './types/definition.ts'
import { CONTENT_TYPES, type ContentType, definitionOf } from './types/index.ts'
import { SEARCH_FIELDS } from './types/search-and-share.ts'

export const SEARCHED_TYPES = CONTENT_TYPES.filter((type) => {
  const names = definitionOf(type).fields.map(({ name }) => name)
  return SEARCH_FIELDS.every((name) => names.includes(name))
})

interface Published {
  id: number
  parts: Parts
}

/** By every address of a record, in small letters. */
export function searchEntries(
  type: ContentType,
  records: readonly Published[],
  language: Language,
  pictures: KnownPictures,
): Record<string, SearchAndShare> {
  return Object.fromEntries(
    records.flatMap((record) => {
      const entry = entryOf(type, record.parts, language, pictures)
      if (Object.keys(entry).length === 0) return []
      return addressesOf(type, record).map((address) => [address.toLowerCase(), entry])
    }),
  )
}

function entryOf(type: ContentType, parts: Parts, language: Language, pictures: KnownPictures): SearchAndShare {
  // The title and description of a single page are its content, filled in.
  const { search_title: title, search_description: description } = definitionOf(type).isSingle ? {} : parts[language]
  const picture = parts[SHARED].share_picture as Picture | null | undefined
  return {
    ...(title && { title: String(title) }),
    ...(description && { description: String(description) }),
    ...(picture && {
      picture: {
        ...shownAt(picture[language], language, pictures),
        ...(picture.words && { alt: picture.words[language] }),
      },
    }),
    ...(isUnlisted(parts) && { isUnlisted: true }),
  }
}

/** The address that search engines are told. */
export function addressOfRecord(type: ContentType, record: Published): string {
  if (type === 'projects') return addressOfProject({ id: record.id, type: String(record.parts[SHARED].type) })
  return addressesOf(type, record)[0] ?? '/'
}

export const isUnlisted = (parts: Parts) => parts[SHARED].is_unlisted === true

function addressesOf(type: ContentType, { id, parts }: Published): string[] {
  const { isSingle, page, recordPages = [] } = definitionOf(type)
  if (isSingle) return [page]
  const beginnings = recordPages.length > 0 ? recordPages : [page]
  return beginnings.map((beginning) => `${beginning}${parts[SHARED].slug ?? id}`)
}
