import type { FieldValue, Part } from '#domain/content/types/definition.ts'
import { Refusal, type ResultOf } from '../../api.ts'
import { type Edits, type FieldConflict, type rebase, unsent } from './edits.ts'

export type ContentRecord = ResultOf<'GET /content/:type/:id'>

export type SaveState =
  | { kind: 'saved'; at: string }
  /** Typed, and sent in a moment. */
  | { kind: 'pending' }
  /** The server does not answer; tried again by itself. */
  | { kind: 'offline' }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'conflict' }

export interface Snapshot {
  record: ContentRecord
  edits: Edits
  conflicts: readonly FieldConflict[]
  save: SaveState
  /** Text of an earlier visit that had not reached the server. */
  isRestored: boolean
  /** The browser would not keep what was typed, so that leaving may lose it. */
  isKept: boolean
  /** The other language need not follow what is typed now. */
  isSmall: boolean
  /** When an older text was to go to the site, which a newer one was published before. */
  scheduleEnded: readonly string[]
}

export type SeenVersions = Record<Part, number>

/** As calls take it. */
export const seenParts = (seen: SeenVersions, parts: readonly Part[]) =>
  parts.map((part) => ({ part, version: seen[part] }))

/** A record that is being written: what the server has, what was typed since, and the way from one to the other. */
export interface Draft {
  read(): Snapshot
  subscribe(listen: () => void): () => void
  /** While the editor is open, and afterwards until all is stored. */
  open(onRemoved: () => void): () => void
  stop(): void
  change(part: Part, name: string, value: FieldValue): void
  settle(conflict: FieldConflict, choice: 'mine' | 'theirs'): void
  setSmall(isSmall: boolean): void
  setScheduleEnded(scheduleEnded: readonly string[]): void
  hasUnsent(): boolean
  /** Newer from the server: what was typed stays over it. */
  receive(record: ContentRecord): void
  /** Passes an answer on; in a conflict what is there now is shown, beside the refusal. */
  showingConflict<Answer>(answer: Promise<Answer>): Promise<Answer>
  /** Resolves when nothing is under way any more; whether all is stored. */
  saveNow(): Promise<boolean>
  /**
   * Stores what was typed, then says which version of each part the editor has before them. A colleague's text that came with the answer
   * is none of them, so that nothing is done with it unread. Undefined if not all is stored.
   */
  saveSeen(): Promise<SeenVersions | undefined>
  /** One after another: who is writing, who has left and what is removed reach the server as they happened. */
  inOrder<Result>(work: () => Promise<Result>): Promise<Result>
  /** The record is gone from the server too. */
  remove(): void
  isRemoved(): boolean
}

const FIRST_VERSION = 1

export const isUntouched = ({ record, edits }: Snapshot) =>
  !record.isPublished &&
  Object.values(record.parts).every(({ version }) => version === FIRST_VERSION) &&
  !isUnsent(edits, record)

/** Whether something was typed that the server does not have. */
export const isUnsent = (edits: Edits, { parts }: ContentRecord) => unsent(edits, parts).length > 0

export function firstSaveState({ edits, conflicts }: ReturnType<typeof rebase>, loaded: ContentRecord): SaveState {
  if (conflicts.length > 0) return { kind: 'conflict' }
  return isUnsent(edits, loaded) ? { kind: 'pending' } : { kind: 'saved', at: loaded.changedAt }
}

/** Asked for before something else was stored. */
export const isOlder = (one: ContentRecord, other: ContentRecord) =>
  (Object.keys(one.parts) as Part[]).some((part) => one.parts[part].version < other.parts[part].version)

/** What a conflict says there is now. */
export function currentIn(error: unknown): ContentRecord | undefined {
  if (!(error instanceof Refusal) || error.problem !== 'conflict') return undefined
  return (error.body.details as { current?: ContentRecord } | undefined)?.current
}
