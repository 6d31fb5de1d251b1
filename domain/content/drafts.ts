import { picturesInArticle } from '#contract/article.ts'
import type { Section } from '#contract/landing-pages.ts'
import { readPictureAddress } from '#contract/uploaded-pictures.ts'
import { inEachLanguage, LANGUAGES, type Language } from '#texts/languages.ts'
import type { Queries } from '../platform/database/database.ts'
import { MINUTE } from '../platform/durations.ts'
import { articlesIn, withoutPictures } from './articles.ts'
import { confirm, followChanges, isBehind } from './behind.ts'
import { picturesInSections, withPictures } from './landing-sections.ts'
import { areSame, fieldsOfPart, mapParts, translatedFields, wholePart } from './parts.ts'
import { findPicture } from './pictures/pictures.ts'
import { lockPublished } from './published.ts'
import {
  type Change,
  type ContentRecord,
  changePart,
  changeRecord,
  type Editing,
  endSchedule,
  isMissing,
  isOutdated,
  lockAndRead,
  recordScheduleEnd,
  type Saved,
  type SeenPart,
  type StoredRecord,
  savedRecord,
  titleOf,
  toRecord,
} from './records.ts'
import { addRevision, insertRecords, readRevision } from './revisions.ts'
import { isBlank } from './same-text.ts'
import type { Fields, Part, Picture } from './types/definition.ts'
import { type ContentType, definitionOf } from './types/index.ts'

/** A repeated key finds the record that it made: the first response may have been lost. */
export async function createRecord(
  queries: Queries,
  type: ContentType,
  { author, now }: Editing,
  key?: string,
): Promise<number> {
  // Two people who begin at once get two ids.
  await lockPublished(queries)
  const made = key && (await findByKey(queries, type, key))
  if (made) return made.id
  const place = await nextPlace(queries, type)
  const parts = mapParts((part) => wholePart(type, part, {}))
  await insertRecords(queries, type, [{ ...place, parts }], { author, moment: now.toISOString() })
  if (key)
    await queries
      .updateTable('content_records')
      .set({ creation_key: key })
      .where('type', '=', type)
      .where('id', '=', place.id)
      .execute()
  return place.id
}

const findByKey = (queries: Queries, type: ContentType, key: string) =>
  queries
    .selectFrom('content_records')
    .select('id')
    .where('type', '=', type)
    .where('creation_key', '=', key)
    .executeTakeFirst()

/** An id is never reused: boards and bookmarks know a job by it long after it is gone. */
async function nextPlace(queries: Queries, type: ContentType) {
  const last = await queries
    .selectFrom('content_records')
    .where('type', '=', type)
    .select(({ fn }) => [fn.max('id').as('id'), fn.max('position').as('position')])
    .executeTakeFirst()
  const given = (await definitionOf(type).permanent?.given(queries)) ?? []
  const lastId = Math.max(last?.id ?? 0, ...given.map(({ id }) => id))
  return { id: lastId + 1, position: (last?.position ?? -1) + 1 }
}

interface PartChange {
  part: Part
  version: number
  fields: Partial<Fields>
  isSmall?: boolean | undefined
  /** A revision apart from what the same person wrote just before. */
  isOwnRevision?: boolean
}

/** Parts that are not named stay as they are. All or, in a conflict, nothing is saved. */
export const saveDraft: Change<PartChange[]> = async (queries, type, id, changes, editing) => {
  const stored = await lockAndRead(queries, type, id)
  if (!stored) return { kind: 'unknown' }
  const wanted = changes.map(({ part, version, fields, isSmall = false, isOwnRevision = false }) => {
    const { row, current } = stored.parts[part]
    const after = wholePart(type, part, { ...current.fields, ...fields })
    // The same text again is no conflict.
    return {
      part,
      after,
      isSmall,
      isOwnRevision,
      isConflict: version !== row.version && !areSame(after, current.fields),
    }
  })
  if (wanted.some(({ isConflict }) => isConflict)) return { kind: 'conflict', record: toRecord(stored) }
  await applyChanges(queries, stored, wanted, editing)
  return savedRecord(queries, type, id)
}

/** Back to the published text. The draft stays in the history; its schedule ends. */
export const discardDraft: Change<SeenPart[]> = async (queries, type, id, wanted, editing) => {
  const stored = await lockAndRead(queries, type, id)
  if (!stored) return { kind: 'unknown' }
  if (isOutdated(stored, wanted)) return { kind: 'conflict', record: toRecord(stored) }
  const changes = wanted.flatMap(({ part }) => {
    const { published } = stored.parts[part]
    return published ? [{ part, after: published.fields, isSmall: false }] : []
  })
  await applyChanges(queries, stored, changes, editing)
  const scheduled = changes.filter(({ part }) => {
    const { scheduled_number, draft_number } = stored.parts[part].row
    return scheduled_number !== null && scheduled_number === draft_number
  })
  for (const { part } of scheduled) await endSchedule(queries, stored, part)
  if (scheduled.length > 0) await recordScheduleEnd(queries, stored.record, editing.author, editing.now)
  return savedRecord(queries, type, id)
}

export const restoreRevision: Change<SeenPart & { number: number }, Saved & { missingPictures: number }> = async (
  queries,
  type,
  id,
  { part, number, version },
  editing,
) => {
  const stored = await lockAndRead(queries, type, id)
  const revision = stored && (await readRevision(queries, type, id, part, number))
  if (!stored || !revision) return { kind: 'unknown', missingPictures: 0 }
  if (stored.parts[part].row.version !== version)
    return { kind: 'conflict', record: toRecord(stored), missingPictures: 0 }
  const { fields, missingPictures } = await withoutDeletedPictures(queries, type, part, revision.fields)
  const after = wholePart(type, part, fields)
  await applyChanges(queries, stored, [{ part, after, isSmall: false, restoredFrom: number }], editing)
  return { ...(await savedRecord(queries, type, id)), missingPictures }
}

async function withoutDeletedPictures(queries: Queries, type: ContentType, part: Part, fields: Fields) {
  const isThere = async (picture: Picture) => {
    const ids = LANGUAGES.flatMap((language) => readPictureAddress(picture[language])?.id ?? [])
    for (const id of new Set(ids)) if (!(await findPicture(queries, id))) return false
    return true
  }
  const kept = { ...fields }
  let missingPictures = 0
  for (const { name, blocks } of articlesIn(type, fields)) {
    const gone = new Set<string>()
    for (const { address } of picturesInArticle(blocks))
      if (readPictureAddress(address) && !(await isThere(inEachLanguage(() => address)))) gone.add(address)
    missingPictures += gone.size
    kept[name] = withoutPictures(String(fields[name]), (address) => gone.has(address))
  }
  for (const { name, kind } of fieldsOfPart(type, part)) {
    if (kind === 'landing-sections') {
      const sections = (fields[name] ?? []) as Section[]
      const gone = new Set<string>()
      for (const picture of picturesInSections(sections)) if (!(await isThere(picture))) gone.add(picture.en)
      missingPictures += gone.size
      kept[name] = withPictures(sections, (each) => (gone.has(each.en) ? undefined : each)) as Section[]
    }
    if (kind !== 'picture' && kind !== 'pictures') continue
    const pictures = [(fields[name] ?? []) as Picture | Picture[]].flat()
    const left: Picture[] = []
    for (const picture of pictures) if (await isThere(picture)) left.push(picture)
    missingPictures += pictures.length - left.length
    kept[name] = kind === 'pictures' ? left : (left[0] ?? null)
  }
  return { fields: kept, missingPictures }
}

/** Blank texts take those of another language, and stay behind until they are translated or confirmed. */
export async function copyToLanguage(
  queries: Queries,
  type: ContentType,
  id: number,
  { from, to, seen }: { from: Language; to: Language; seen: SeenPart[] },
  editing: Editing,
): Promise<Saved> {
  const stored = await lockAndRead(queries, type, id)
  if (!stored) return { kind: 'unknown' }
  if (isOutdated(stored, seen)) return { kind: 'conflict', record: toRecord(stored) }
  const [source, target] = [stored.parts[from].current.fields, stored.parts[to].current.fields]
  const copied = translatedFields(type).filter(({ name }) => isBlank(target[name]) && !isBlank(source[name]))
  if (copied.length === 0) return savedRecord(queries, type, id)
  const textsOf = (fields: Fields) => Object.fromEntries(copied.map(({ name }) => [name, fields[name] ?? null]))
  await applyChanges(
    queries,
    stored,
    [{ part: to, after: { ...target, ...textsOf(source) }, isSmall: false, isOwnRevision: true }],
    editing,
  )
  const { behind } = ((await lockAndRead(queries, type, id)) as StoredRecord).parts[to]
  const marked = { ...behind, [from]: { ...behind[from], ...textsOf(target) } }
  await changePart(queries, type, id, to, { behind: JSON.stringify(marked), is_behind: 1, caught_up: '[]' })
  return savedRecord(queries, type, id)
}

/** "Still right", only for texts that the editor has compared. */
export async function confirmLanguage(
  queries: Queries,
  type: ContentType,
  id: number,
  { language, fields, seen }: { language: Language; fields: string[]; seen: SeenPart[] },
): Promise<Saved> {
  const stored = await lockAndRead(queries, type, id)
  if (!stored) return { kind: 'unknown' }
  if (isOutdated(stored, seen)) return { kind: 'conflict', record: toRecord(stored) }
  const behind = confirm(stored.parts[language].behind, fields)
  await changePart(queries, type, id, language, {
    behind: JSON.stringify(behind),
    is_behind: isBehind(behind) ? 1 : 0,
  })
  return savedRecord(queries, type, id)
}

type Removed = { kind: 'removed' } | { kind: 'unknown' | 'wasPublished' } | { kind: 'conflict'; record: ContentRecord }

/** Deletes a record that was never on the site, in the seen versions. */
export async function removeRecord(
  queries: Queries,
  type: ContentType,
  id: number,
  seen: SeenPart[],
): Promise<Removed> {
  const stored = await lockAndRead(queries, type, id)
  if (!stored) return { kind: 'unknown' }
  if (isOutdated(stored, seen)) return { kind: 'conflict', record: toRecord(stored) }
  const published = await queries
    .selectFrom('content_revisions')
    .select('number')
    .where((row) => row.and({ type, record_id: id }))
    .where('published_at', 'is not', null)
    .executeTakeFirst()
  if (published) return { kind: 'wasPublished' }
  await queries.deleteFrom('content_records').where('type', '=', type).where('id', '=', id).execute()
  return { kind: 'removed' }
}

interface AppliedChange {
  part: Part
  after: Fields
  isSmall: boolean
  isOwnRevision?: boolean
  restoredFrom?: number
}

async function applyChanges(queries: Queries, stored: StoredRecord, changes: AppliedChange[], editing: Editing) {
  const { type, id } = stored.record
  const changed = changes.filter(({ part, after }) => !areSame(after, stored.parts[part].current.fields))
  if (changed.length === 0) return
  const changeOf = (part: Part) => changed.find((each) => each.part === part)
  const afterOf = (part: Part) => changeOf(part)?.after ?? stored.parts[part].current.fields

  const states = LANGUAGES.map((language) => {
    const { row, current, behind, caughtUp } = stored.parts[language]
    return {
      language,
      before: current.fields,
      after: afterOf(language),
      behind,
      caughtUp: row.draft_number === null ? [] : caughtUp,
      isSmall: changeOf(language)?.isSmall ?? false,
    }
  })
  const texts = Object.fromEntries(states.map(({ language, after }) => [language, after])) as Record<Language, Fields>
  for (const { language, behind, caughtUp } of followChanges(states, translatedFields(type)))
    await changePart(queries, type, id, language, {
      behind: JSON.stringify(behind),
      is_behind: isBehind(behind) ? 1 : 0,
      caught_up: JSON.stringify(caughtUp),
      is_missing: isMissing(type, language, texts) ? 1 : 0,
    })

  for (const change of changed) {
    const { part, after } = change
    const { row, published } = stored.parts[part]
    const isAsPublished = published !== null && areSame(after, published.fields)
    const draft_number = isAsPublished ? null : await writeRevision(queries, stored, change, editing)
    await changePart(queries, type, id, part, {
      version: row.version + 1,
      draft_number,
      ...titleOf(type, part, after),
    })
  }
  await changeRecord(queries, type, id, { changed_at: editing.now.toISOString() })
}

/** One sitting at one text: the history does not show every pause in it. */
const SAME_SITTING_MILLISECONDS = 10 * MINUTE

async function writeRevision(
  queries: Queries,
  { record: { type, id }, parts }: StoredRecord,
  { part, after, isSmall, isOwnRevision = false, restoredFrom }: AppliedChange,
  { author, now }: Editing,
): Promise<number> {
  const { row, current } = parts[part]
  const moment = now.toISOString()
  const goesOn =
    row.draft_number !== null &&
    row.draft_number !== row.scheduled_number &&
    // A published revision never changes.
    current.row.published_at === null &&
    restoredFrom === undefined &&
    !isOwnRevision &&
    current.row.author_id === author &&
    now.getTime() - Date.parse(current.row.created_at) < SAME_SITTING_MILLISECONDS
  if (goesOn) {
    const wasSmall = current.row.is_small === 1
    await queries
      .updateTable('content_revisions')
      .set({ fields: JSON.stringify(after), changed_at: moment, is_small: wasSmall && isSmall ? 1 : 0 })
      .where((row) => row.and({ type, record_id: id, part, number: current.number }))
      .execute()
    return current.number
  }
  return addRevision(queries, { type, id, part }, { fields: after, author, moment, isSmall, restoredFrom })
}
