import * as z from 'zod'
import { pageOfType } from '#contract/pages.ts'
import { type Check, isPublishable } from '#domain/content/checks.ts'
import { findCompany } from '#domain/content/company.ts'
import { findLock } from '#domain/content/locks.ts'
import { checksOf } from '#domain/content/publishing-checks.ts'
import { type ContentRecord, currentParts, type Editing, type Saved, type SeenPart } from '#domain/content/records.ts'
import { findReview, isReviewOn as isContentReviewOn } from '#domain/content/reviews.ts'
import { addressOfRecord, SEARCHED_TYPES } from '#domain/content/search-and-share.ts'
import { PARTS, type Part } from '#domain/content/types/definition.ts'
import { type ContentType, isContentType } from '#domain/content/types/index.ts'
import { usualHead } from '#domain/content/usual-head.ts'
import type { Queries } from '#domain/platform/database/database.ts'
import { companyValues } from '#texts/company.ts'
import { inEachLanguage, LANGUAGES } from '#texts/languages.ts'
import type { Params, StaffContext } from './call.ts'
import { MAX_INTEGER, ordinal, seenVersion } from './fields.ts'
import { Problem } from './problem.ts'

export const part = z.enum(PARTS as [Part, ...Part[]])
export const wantedParts = z
  .array(z.object({ part, version: ordinal }))
  .min(1)
  .max(PARTS.length)
  .refine(isOncePerPart, 'invalid')
export const seenLanguages = wantedParts.refine(includesAll(LANGUAGES), 'invalid')
export const seenRecord = wantedParts.refine(includesAll(PARTS), 'invalid')
export const seenVersions = Object.fromEntries(PARTS.map((each) => [each, seenVersion])) as Record<
  Part,
  typeof seenVersion
>

export function typeIn({ type }: Pick<Params, 'type'>): ContentType {
  if (!isContentType(type)) throw new Problem('notFound')
  return type
}

export function recordIn(params: Pick<Params, 'type' | 'id'>) {
  return { type: typeIn(params), id: numberIn(params.id) }
}

export function numberIn(text: string): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > MAX_INTEGER) throw new Problem('notFound')
  return number
}

export const subjectOf = (type: ContentType, id: number) => ({ subject: `${type}/${id}` })

export function onRecord<Result>(
  context: StaffContext,
  params: Pick<Params, 'type' | 'id'>,
  act: (queries: Queries, type: ContentType, id: number) => Promise<Result>,
): Promise<Result> {
  const { type, id } = recordIn(params)
  return context.write((queries) => act(queries, type, id), subjectOf(type, id))
}

export const editingOf = ({ person, now, settings }: StaffContext): Editing => ({
  author: person.id,
  now,
  isAddress: settings.isPageAddress,
})

export const seenIn = (versions: Record<Part, number>): SeenPart[] =>
  PARTS.map((each) => ({ part: each, version: versions[each] }))

export function isOncePerPart(parts: { part: Part }[]) {
  return new Set(parts.map((each) => each.part)).size === parts.length
}

function includesAll(wanted: readonly Part[]) {
  return (parts: SeenPart[]) => wanted.every((each) => parts.some((seen) => seen.part === each))
}

export async function describeRecord({ now, person, settings }: StaffContext, queries: Queries, record: ContentRecord) {
  const lock = await findLock(queries, record.type, record.id, now)
  const authors = PARTS.flatMap((each) => [record.parts[each].author, record.parts[each].scheduled?.by ?? null])
  const review = await findReview(queries, record.type, record.id)
  const isReviewOn = await isContentReviewOn(queries)
  const names = await namesOf(queries, [
    ...authors,
    lock?.personId ?? null,
    review?.askedBy ?? null,
    review?.reviewerId ?? null,
  ])
  const checks = await checksOf(queries, record, now, settings.isPageAddress)
  return {
    ...record,
    checks,
    isPublishable: isPublishable(checks),
    names,
    review,
    isReviewOn,
    lock: lock ? { ...lock, isMine: lock.personId === person.id } : null,
    page: await describePage(settings, queries, record),
  }
}

/** For the previews of a search result and a shared link. */
async function describePage({ pageUrl }: StaffContext['settings'], queries: Queries, record: ContentRecord) {
  const { type, id } = record
  if (!SEARCHED_TYPES.includes(type)) return null
  const company = pageOfType(type) && (await findCompany(queries))
  const parts = currentParts(record)
  const address = addressOfRecord(type, { id, parts })
  return inEachLanguage((language) => ({
    ...usualHead(type, parts, language),
    address: pageUrl ? pageUrl(address, language) : address,
    /** Values for the places in its texts. */
    places: company ? companyValues(company, language) : {},
  }))
}

export async function describeSaved(context: StaffContext, queries: Queries, saved: Saved, wanted?: unknown) {
  if (saved.kind !== 'saved') return refuse(context, queries, saved, wanted)
  return describeRecord(context, queries, saved.record)
}

type NotDone =
  | { kind: 'unknown' | 'single' | 'wasPublished' }
  | { kind: 'blocked'; checks: Check[] }
  | { kind: 'conflict'; record: ContentRecord }

/** `wanted`: the sent values, which are stored nowhere else. */
export async function refuse(
  context: StaffContext,
  queries: Queries,
  notDone: NotDone,
  wanted?: unknown,
): Promise<never> {
  switch (notDone.kind) {
    case 'unknown':
    case 'single':
      throw new Problem('notFound')
    case 'wasPublished':
      throw new Problem('wasPublished')
    case 'blocked':
      throw new Problem('contentBlocked', { details: { checks: notDone.checks } })
    case 'conflict': {
      const current = await describeRecord(context, queries, notDone.record)
      throw new Problem('conflict', { details: { current, wanted } })
    }
  }
}

export async function namesOf(queries: Queries, ids: (string | null)[]): Promise<Record<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return {}
  const people = await queries.selectFrom('people').select(['id', 'name']).where('id', 'in', wanted).execute()
  return Object.fromEntries(people.map(({ id, name }) => [id, name]))
}
