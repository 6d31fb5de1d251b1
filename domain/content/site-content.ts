import { addressOfLandingPage, LANDING_PAGE } from '#contract/page-addresses.ts'
import type { PageContent } from '#contract/page-content.ts'
import { DEFAULT_LANGUAGE, inEachLanguage, type Language } from '#texts/languages.ts'
import type { Queries } from '../platform/database/database.ts'
import { type Company, toCompany } from './company.ts'
import { splitRecord } from './parts.ts'
import { picturesNamedIn } from './pictures/pictures.ts'
import { publishedRecords, valuesIn } from './published.ts'
import { emptyTable, normalFrom, type RedirectTable, readRedirectTable } from './redirects.ts'
import { isBlank } from './same-text.ts'
import { SEARCHED_TYPES, searchEntries } from './search-and-share.ts'
import { type PageOfContent, type Parts, SHARED } from './types/definition.ts'
import { CONTENT_TYPES, type ContentType, definitionOf } from './types/index.ts'
import { SEARCH_FIELDS } from './types/search-and-share.ts'

/** Pages have it without a call: every process reads it when the content or the company's day changes. */
export interface SiteContent {
  company: Company
  pages: Record<Language, PageContent>
  redirects: RedirectTable
}

const isPageType = (type: ContentType) => definitionOf(type).pageContent !== undefined

/** Types that site content is made of. */
const READ_TYPES = CONTENT_TYPES.filter((type) => isPageType(type) || SEARCHED_TYPES.includes(type))

export const isInSiteContent = (type: ContentType) => READ_TYPES.includes(type)

export const hasLandingPage = ({ pages }: SiteContent, slug: string): boolean =>
  Object.hasOwn(pages[DEFAULT_LANGUAGE]['landing-pages'], slug)

/** The present address of a page whose slug was changed. */
export function movedLandingPage({ pages }: SiteContent, path: string): string | undefined {
  const former = normalFrom(path)?.slice(LANDING_PAGE.length)
  const [, slug] =
    Object.entries(pages[DEFAULT_LANGUAGE]['moved-landing-pages']).find(([each]) => each === former) ?? []
  return slug === undefined ? undefined : addressOfLandingPage({ slug })
}

type Records = { id: number; parts: Parts }[]

export async function readSiteContent(
  queries: Queries,
  today: string,
  drafts: Partial<Record<ContentType, Records>> = {},
): Promise<SiteContent> {
  const records = new Map<ContentType, Records>()
  for (const type of READ_TYPES) {
    // Of records that are not part of every page, only those that say something to search engines.
    const wanted = isPageType(type) ? {} : { withAny: SEARCH_FIELDS }
    records.set(type, drafts[type] ?? (await publishedRecords(queries, type, wanted)))
  }
  const moved = new Map<ContentType, Record<string, string>>()
  for (const type of READ_TYPES.filter(isPageType))
    moved.set(type, await movedSlugs(queries, type, records.get(type) as Records))
  const pictures = await picturesNamedIn(queries, [...records.values()].flat())
  const company = toCompany(records.get('company')?.[0]?.parts)
  return {
    company,
    pages: inEachLanguage((language) => ({
      ...pagesOf((type) => {
        const shown = (records.get(type) ?? []).map(({ parts }) => valuesIn(type, parts, language, pictures))
        // A draft is shown with its gaps.
        const values = drafts[type] ? shown : withStarter(type, shown, language)
        const isDraft = drafts[type] !== undefined
        return { values, page: { language, company, movedSlugs: moved.get(type) ?? {}, today, isDraft } }
      }),
      search: Object.assign(
        {},
        ...SEARCHED_TYPES.map((type) => searchEntries(type, records.get(type) ?? [], language, pictures)),
      ),
    })),
    redirects: await readRedirectTable(queries),
  }
}

export function emptySiteContent(today: string): SiteContent {
  const company = toCompany(undefined)
  return {
    company,
    pages: inEachLanguage((language) =>
      pagesOf((type) => ({
        values: withStarter(type, [], language),
        page: { language, company, movedSlugs: {}, today, isDraft: false },
      })),
    ),
    redirects: emptyTable(),
  }
}

/** Stands in for a record, or for fields of it, that a database of an earlier release lacks. */
function withStarter(type: ContentType, values: Record<string, unknown>[], language: Language) {
  const { starter, fields } = definitionOf(type)
  if (!starter) return values
  const given = valuesIn(type, splitRecord(type, starter), language, new Map())
  const own = values[0] ?? {}
  const missing = fields.filter(({ name, isRequired }) => isRequired && isBlank(own[name])).map(({ name }) => name)
  return [{ ...own, ...Object.fromEntries(missing.map((name) => [name, given[name]])) }]
}

interface Shown {
  values: object[]
  page: PageOfContent
}

function pagesOf(shownOf: (type: ContentType) => Shown): PageContent {
  const contents = READ_TYPES.filter(isPageType).map((type) => {
    const { values, page } = shownOf(type)
    return definitionOf(type).pageContent?.(values, page)
  })
  return Object.assign({ search: {} }, ...contents) as PageContent
}

/** From former slugs to present ones. A record that the files replace may be another text: its former slugs are free. */
async function movedSlugs(queries: Queries, type: ContentType, published: Records): Promise<Record<string, string>> {
  if (!definitionOf(type).fields.some(({ name }) => name === 'slug')) return {}
  const revisions = await queries
    .selectFrom('content_revisions')
    .select(['record_id', 'author_id', 'fields'])
    .where((row) => row.and({ type, part: SHARED }))
    .where('published_at', 'is not', null)
    .orderBy('record_id')
    .orderBy('number')
    .execute()
  const slugs = new Map(published.map(({ id }) => [id, new Set<string>()]))
  for (const { record_id, author_id, fields } of revisions) {
    const own = slugs.get(record_id)
    if (author_id === null) own?.clear()
    own?.add(JSON.parse(fields).slug)
  }
  const moved = new Map<string, string>()
  for (const { id, parts } of published) for (const slug of slugs.get(id) ?? []) moved.set(slug, slugOf(parts))
  for (const { parts } of published) moved.delete(slugOf(parts))
  return Object.fromEntries(moved)
}

const slugOf = (parts: Parts) => parts[SHARED].slug as string
