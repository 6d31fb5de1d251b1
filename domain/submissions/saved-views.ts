import { randomUUID } from 'node:crypto'
import { foldSpelling } from '#texts/spelling.ts'
import { lockPerson } from '../people/lock-person.ts'
import type { Queries } from '../platform/database/database.ts'
import { hasTellingWord, tellingWords } from './search-row.ts'
import type { SubmissionSummary } from './submissions.ts'

interface SavedView {
  id: string
  name: string
  search: string
}

const MAX_VIEWS = 50

export async function listViews(queries: Queries, personId: string): Promise<SavedView[]> {
  return queries
    .selectFrom('saved_views')
    .select(['id', 'name', 'search'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Replaces a view of the same name. Undefined if there are too many. */
export async function saveView(queries: Queries, personId: string, view: Omit<SavedView, 'id'>, now: Date) {
  await lockPerson(queries, personId)
  const views = await listViews(queries, personId)
  const former = views.find(({ name }) => name === view.name)
  if (former) {
    await changeView(queries, personId, former.id, { search: view.search })
    return { ...former, search: view.search }
  }
  if (views.length >= MAX_VIEWS) return undefined
  const id = randomUUID()
  await queries
    .insertInto('saved_views')
    .values({ id, person_id: personId, ...view, created_at: now.toISOString() })
    .execute()
  return { id, ...view }
}

export async function changeView(
  queries: Queries,
  personId: string,
  id: string,
  changes: Partial<Omit<SavedView, 'id'>>,
): Promise<'changed' | 'unknown' | 'nameTaken'> {
  await lockPerson(queries, personId)
  const views = await listViews(queries, personId)
  if (views.some((view) => view.id !== id && view.name === changes.name)) return 'nameTaken'
  const { numUpdatedRows } = await queries
    .updateTable('saved_views')
    .set(changes)
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n ? 'changed' : 'unknown'
}

export async function removeView(queries: Queries, personId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** A saved search may name a person who is erased. One word of the name suffices: a view is quickly saved again. */
export async function forgetViewsAbout(
  queries: Queries,
  submissions: Pick<SubmissionSummary, 'name' | 'email' | 'phone' | 'reference'>[],
  { bySingleWords = true } = {},
): Promise<void> {
  const views = await queries.selectFrom('saved_views').select(['id', 'name', 'search']).execute()
  if (views.length === 0) return
  const words = new Set(bySingleWords ? submissions.flatMap(tellingWords) : [])
  const phrases = submissions
    .flatMap(({ name, email, reference }) => [name, email, ...localPartsOf(email), reference])
    .map(foldSpelling)
    .filter(Boolean)
  const isAbout = ({ name, search }: Omit<SavedView, 'id'>) =>
    [name, new URLSearchParams(search).get('search') ?? ''].some((text) => {
      const folded = ` ${foldSpelling(text)} `
      return phrases.some((phrase) => folded.includes(` ${phrase} `)) || hasTellingWord(text, words)
    })
  const found = views.filter(isAbout).map(({ id }) => id)
  if (found.length > 0) await queries.deleteFrom('saved_views').where('id', 'in', found).execute()
}

function localPartsOf(email: string) {
  const local = email.slice(0, email.lastIndexOf('@'))
  return [local, local.split('+', 1).join('')].filter((part) => part.length >= MIN_LOCAL_PART_LENGTH)
}

const MIN_LOCAL_PART_LENGTH = 3
