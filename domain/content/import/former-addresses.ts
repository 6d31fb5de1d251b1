import { RECORD_PAGES } from '#contract/page-addresses.ts'

interface Moved {
  slug: string
  formerAddress: string
}

/** For the list of redirects; of two articles with one former address the first has it. */
export function redirectsTo(articles: readonly Moved[]): [from: string, to: string][] {
  const rows = articles
    .filter(({ formerAddress }) => formerAddress.startsWith('/') && formerAddress.length > 1)
    .map(({ formerAddress, slug }): [string, string] => [formerAddress, RECORD_PAGES.note + slug])
  return [...new Map(rows.toReversed())].toReversed()
}
