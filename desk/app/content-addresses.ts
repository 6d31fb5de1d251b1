import { pageOfType } from '#contract/pages.ts'
import type { ContentType } from '#domain/content/types/index.ts'

const NAVIGATION = 'navigation'

/** The last word of its address under Pages; undefined for a type that is listed under Content. */
const wordUnderPages = (type: string): string | undefined => (type === NAVIGATION ? NAVIGATION : pageOfType(type))

export const isUnderPages = (type: string) => wordUnderPages(type) !== undefined

export const typeUnderPages = (word: string | undefined) => (word === NAVIGATION ? NAVIGATION : `page-${word}`)

export function addressOfRecord(type: ContentType, id: number | string): string {
  const word = wordUnderPages(type)
  return word ? `/pages/${word}` : `/content/${type}/${id}`
}

export function addressOfRecords(type: ContentType, query = ''): string {
  const word = wordUnderPages(type)
  return word ? `/pages/${word}` : `/content/${type}${query}`
}
