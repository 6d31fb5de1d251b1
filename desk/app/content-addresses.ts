import { pageOfType } from '#contract/pages.ts'
import type { ContentType } from '#domain/content/types/index.ts'

/** A page has its record among the pages. */
export function addressOfRecord(type: ContentType, id: number | string): string {
  const page = pageOfType(type)
  return page ? `/pages/${page}` : `/content/${type}/${id}`
}

export function addressOfRecords(type: ContentType, query = ''): string {
  const page = pageOfType(type)
  return page ? `/pages/${page}` : `/content/${type}${query}`
}
