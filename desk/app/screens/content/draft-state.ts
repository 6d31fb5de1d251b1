import type { Part } from '#domain/content/types/definition.ts'
import { Refusal, type ResultOf } from '../../api.ts'
import { type Edits, type FieldConflict, type rebase, unsent } from './edits.ts'

export type ContentRecord = ResultOf<'GET /content/:type/:id'>

export type SaveState =
  | { kind: 'saved'; at: string }
  | { kind: 'pending' }
  | { kind: 'offline' }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'conflict' }

export interface Snapshot {
  record: ContentRecord
  edits: Edits
  conflicts: readonly FieldConflict[]
  save: SaveState
  isRestored: boolean
  /** False where the browser does not keep the edits, so that leaving may lose them. */
  isKept: boolean
  /** The other language need not follow what is typed now. */
  isSmall: boolean
  /** When an older text was to go to the site, which a newer one was published before. */
  scheduleEnded: readonly string[]
}

export type SeenVersions = Record<Part, number>

export const seenParts = (seen: SeenVersions, parts: readonly Part[]) =>
  parts.map((part) => ({ part, version: seen[part] }))

const FIRST_VERSION = 1

export const isUntouched = ({ record, edits }: Snapshot) =>
  !record.isPublished &&
  Object.values(record.parts).every(({ version }) => version === FIRST_VERSION) &&
  !isUnsent(edits, record)

export const isUnsent = (edits: Edits, { parts }: ContentRecord) => unsent(edits, parts).length > 0

export function firstSaveState({ edits, conflicts }: ReturnType<typeof rebase>, loaded: ContentRecord): SaveState {
  if (conflicts.length > 0) return { kind: 'conflict' }
  return isUnsent(edits, loaded) ? { kind: 'pending' } : { kind: 'saved', at: loaded.changedAt }
}

export const isOlder = (one: ContentRecord, other: ContentRecord) =>
  (Object.keys(one.parts) as Part[]).some((part) => one.parts[part].version < other.parts[part].version)

export function currentIn(error: unknown): ContentRecord | undefined {
  if (!(error instanceof Refusal) || error.problem !== 'conflict') return undefined
  return (error.body.details as { current?: ContentRecord } | undefined)?.current
}
