import PQueue from 'p-queue'
import type { Fields, FieldValue, Part } from '#domain/content/types/definition.ts'
import { api, currentIn, NoAnswer, Refusal, type ResultOf } from '../../api.ts'
import { currentTime } from '../../clock.ts'
import { atSignOut } from '../../session.tsx'
import { agree, type Edits, type FieldConflict, rebase, settle, unsent, withEdit } from './edits.ts'
import { forgetEdits, keepCreationKey, keepEdits, keptCreationKey, keptEdits } from './kept-edits.ts'
import { addressedId, keyOf, leftDrafts, NEW_ID } from './left-drafts.ts'

const RETRY_MILLISECONDS = 5000

// The next session is another person's. The browser keeps the edits until their author is back.
atSignOut(() => {
  for (const draft of leftDrafts.values()) draft.stop()
  leftDrafts.clear()
})

export function draftOf(loaded: ContentRecord, personId: string): Draft {
  const left = leftDrafts.get(keyOf(loaded, personId))
  if (!(left instanceof Draft)) return new Draft(loaded, personId)
  left.receive(loaded)
  return left
}

export class Draft {
  isRemoved = false
  params: { type: ContentRecord['type']; id: string }
  #place: { personId: string; type: ContentRecord['type']; id: number }
  readonly #listeners = new Set<() => void>()
  readonly #timer = createSaveTimer(() => void this.saveNow())
  readonly #page = watchPage({
    save: () => void this.saveNow(),
    mayLose: () => !this.#state.isKept && this.hasUnsent(),
  })
  readonly #queue = new PQueue({ concurrency: 1 })
  #state: Snapshot
  readonly #creationKey: string
  #underWay: Promise<void> | undefined
  #openEditors = 0

  constructor(loaded: ContentRecord, personId: string) {
    const { type, id } = loaded
    this.params = { type, id: addressedId(id) }
    this.#place = { personId, type, id }
    const kept = keptEdits(this.#place)
    const isRestored = Object.keys(kept).length > 0
    this.#creationKey = (isRestored && keptCreationKey(this.#place)) || crypto.randomUUID()
    const merged = rebase(kept, loaded.parts)
    this.#state = {
      record: loaded,
      ...merged,
      save: firstSaveState(merged, loaded),
      isRestored: isRestored && (merged.conflicts.length > 0 || isUnsent(merged.edits, loaded)),
      isKept: true,
      isSmall: false,
      scheduleEnded: [],
    }
  }

  read = () => this.#state

  subscribe = (listen: () => void) => {
    this.#listeners.add(listen)
    return () => this.#listeners.delete(listen)
  }

  hasUnsent = () => isUnsent(this.#state.edits, this.#state.record)

  /** A new record is stored with its first letter. */
  get isNew() {
    return this.#place.id === NEW_ID
  }

  get #key() {
    return keyOf(this.#place, this.#place.personId)
  }

  /** While the editor is open, and afterwards until everything is stored. Returns the function that closes it. */
  open(onStoredLate: () => void) {
    this.#openEditors++
    this.#page.start()
    if (leftDrafts.delete(this.#key)) this.#update({ isRestored: this.hasUnsent() })
    if (this.hasUnsent()) this.#timer.saveIn(0)
    return () => {
      this.#openEditors--
      if (this.hasUnsent()) leftDrafts.set(this.#key, this)
      const wasNew = this.isNew
      void this.saveNow().then(() => wasNew && !this.isNew && onStoredLate())
    }
  }

  stop() {
    this.#timer.stop()
    this.#page.stop()
    leftDrafts.delete(this.#key)
  }

  change(part: Part, name: string, value: FieldValue) {
    this.#update({ edits: withEdit(this.#state.edits, this.#state.record.parts, part, name, value) })
    this.#update({ isKept: this.#keep() })
    if (this.#state.conflicts.length > 0) {
      this.#update(rebase(this.#state.edits, this.#state.record.parts))
      if (this.#state.conflicts.length > 0) return
    }
    if (this.#state.save.kind !== 'offline') this.#update({ save: { kind: 'pending' } })
    this.#timer.saveAfterTyping()
  }

  settle(conflict: FieldConflict, choice: 'mine' | 'theirs') {
    this.#update({ edits: settle(this.#state.edits, conflict, choice) })
    const { conflicts } = rebase(this.#state.edits, this.#state.record.parts)
    this.#update({ conflicts, isKept: this.#keep() })
    if (conflicts.length > 0) return
    const isLeft = this.hasUnsent()
    this.#update({ save: isLeft ? { kind: 'pending' } : { kind: 'saved', at: currentTime().toISOString() } })
    if (isLeft) this.#timer.saveIn(0)
  }

  setSmall(isSmall: boolean) {
    this.#update({ isSmall })
  }

  setScheduleEnded(scheduleEnded: readonly string[]) {
    this.#update({ scheduleEnded })
  }

  receive(record: ContentRecord) {
    if (!isOlder(record, this.#state.record) && this.#merge(record)) this.#timer.saveIn(0)
  }

  /** Stores the edits, then calls with the seen versions and shows the result, or the server's state after a conflict. */
  async act<Result extends ContentRecord>(call: (seen: SeenVersions) => Promise<Result | undefined>) {
    const seen = await this.saveSeen()
    if (!seen) return undefined
    const changed = await call(seen).catch((error) => {
      const current = currentIn<ContentRecord>(error)
      if (current) this.receive(current)
      throw error
    })
    if (changed) this.receive(changed)
    return changed
  }

  /** Resolves when nothing is under way any more; whether everything is stored. */
  async saveNow(): Promise<boolean> {
    this.#timer.stop()
    while (this.#underWay) await this.#underWay
    if (this.#state.conflicts.length === 0 && this.hasUnsent()) {
      this.#underWay = this.#send().finally(() => {
        this.#underWay = undefined
      })
      await this.#underWay
    } else this.#settleNothing()
    const isStored = this.#state.conflicts.length === 0 && !this.hasUnsent()
    if (isStored && this.#openEditors === 0) this.stop()
    return isStored
  }

  /** Stores the edits and returns the versions that this editor has seen: a colleague's unread text is not published. */
  async saveSeen(): Promise<SeenVersions | undefined> {
    const { record: shown, edits } = this.#state
    const written = new Set(unsent(edits, shown.parts).map(({ part }) => part))
    if (!(await this.saveNow())) return undefined
    const parts = Object.keys(shown.parts) as Part[]
    const seen = parts.map((part) => [part, (written.has(part) ? this.#state.record : shown).parts[part].version])
    return Object.fromEntries(seen) as SeenVersions
  }

  /** One after another: locks and removals reach the server in the order in which they happened. */
  inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#queue.add(work)
  }

  remove() {
    this.isRemoved = true
    this.#update({ edits: {}, conflicts: [] })
    forgetEdits(this.#place)
  }

  #update(changes: Partial<Snapshot>) {
    this.#state = { ...this.#state, ...changes }
    for (const listen of this.#listeners) listen()
  }

  #keep() {
    if (this.hasUnsent()) return keepEdits(this.#place, this.#state.edits)
    forgetEdits(this.#place)
    return true
  }

  #merge(record: ContentRecord): boolean {
    const { edits, conflicts } = rebase(this.#state.edits, record.parts)
    this.#update({ record, edits, conflicts })
    const isLeft = this.hasUnsent()
    if (conflicts.length > 0) this.#update({ save: { kind: 'conflict' } })
    else if (!isLeft) this.#update({ save: { kind: 'saved', at: currentTime().toISOString() } })
    this.#update({ isKept: this.#keep() })
    return isLeft && conflicts.length === 0
  }

  async #send() {
    const { record, edits, isSmall } = this.#state
    const parts = unsent(edits, record.parts).map(({ part, fields }) => {
      return { part, fields, version: record.parts[part].version, isSmall }
    })
    if (parts.length === 0) return
    try {
      const saved = await this.#store(parts)
      this.#timer.forgetTyping()
      this.#update({ edits: agree(this.#state.edits, parts, saved.parts) })
      if (this.#merge(saved)) this.#timer.saveAfterTyping()
    } catch (error) {
      this.#timer.forgetTyping()
      this.#answerFailure(error)
    }
  }

  async #store(parts: (WrittenPart & { version: number })[]): Promise<ContentRecord> {
    const { params } = this
    if (!this.isNew) return api('PUT /content/:type/:id', { params, body: { parts } })
    const key = this.#creationKey
    keepCreationKey(this.#place, key)
    const created = await api('POST /content/:type', { params: { type: params.type }, body: { parts, key } })
    const wasLeft = leftDrafts.delete(this.#key)
    forgetEdits(this.#place)
    this.#place = { ...this.#place, id: created.id }
    this.params = { ...params, id: String(created.id) }
    if (wasLeft) leftDrafts.set(this.#key, this)
    return created
  }

  #answerFailure(error: unknown) {
    const current = currentIn<ContentRecord>(error)
    if (current) {
      // Fields that only one of the two wrote are merged without a question.
      if (this.#merge(current)) this.#timer.saveIn(0)
    } else if (error instanceof NoAnswer || (error instanceof Refusal && error.problem === 'unavailable')) {
      this.#update({ save: { kind: 'offline' } })
      this.#timer.saveIn(RETRY_MILLISECONDS)
    } else if (error instanceof Refusal) this.#update({ save: { kind: 'refused', refusal: error } })
    else throw error
  }

  #settleNothing() {
    this.#timer.forgetTyping()
    if (this.#state.conflicts.length > 0 || this.#state.save.kind === 'saved') return
    this.#update({ save: { kind: 'saved', at: this.#state.record.changedAt } })
  }
}

/** One pause of the writer, and never longer than three seconds after the first letter. */
const PAUSE_MILLISECONDS = 1000
const MAX_UNSENT_MILLISECONDS = 3000

function createSaveTimer(save: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let firstUnsentAt: number | undefined

  function saveIn(milliseconds: number) {
    clearTimeout(timer)
    timer = setTimeout(save, milliseconds)
  }

  return {
    saveIn,
    saveAfterTyping() {
      firstUnsentAt ??= Date.now()
      saveIn(Math.max(0, Math.min(PAUSE_MILLISECONDS, firstUnsentAt + MAX_UNSENT_MILLISECONDS - Date.now())))
    },
    /** All that was typed so far was sent, or taken back: the next letter is the first again. */
    forgetTyping() {
      firstUnsentAt = undefined
    },
    stop: () => clearTimeout(timer),
  }
}

/** Saves when the network is back and when the page is hidden; asks before it is left where something would be lost. */
function watchPage({ save, mayLose }: { save(): void; mayLose(): boolean }) {
  const saveIfHidden = () => {
    if (document.visibilityState === 'hidden') save()
  }
  const askIfLost = (event: BeforeUnloadEvent) => {
    if (mayLose()) event.preventDefault()
  }
  return {
    start() {
      addEventListener('online', save)
      addEventListener('beforeunload', askIfLost)
      document.addEventListener('visibilitychange', saveIfHidden)
    },
    stop() {
      removeEventListener('online', save)
      removeEventListener('beforeunload', askIfLost)
      document.removeEventListener('visibilitychange', saveIfHidden)
    },
  }
}

interface WrittenPart {
  part: Part
  fields: Fields
  isSmall: boolean
}

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

type SeenVersions = Record<Part, number>

export const seenParts = (seen: SeenVersions, parts: readonly Part[]) =>
  parts.map((part) => ({ part, version: seen[part] }))

const isUnsent = (edits: Edits, { parts }: ContentRecord) => unsent(edits, parts).length > 0

function firstSaveState({ edits, conflicts }: ReturnType<typeof rebase>, loaded: ContentRecord): SaveState {
  if (conflicts.length > 0) return { kind: 'conflict' }
  return isUnsent(edits, loaded) ? { kind: 'pending' } : { kind: 'saved', at: loaded.changedAt }
}

const isOlder = (one: ContentRecord, other: ContentRecord) =>
  (Object.keys(one.parts) as Part[]).some((part) => one.parts[part].version < other.parts[part].version)

export const scheduledAt = ({ parts }: ContentRecord): string | undefined =>
  Object.values(parts)
    .flatMap(({ scheduled }) => (scheduled ? [scheduled.at] : []))
    .toSorted()[0]
