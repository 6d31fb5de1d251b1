import type { FieldValue, Part } from '#domain/content/types/definition.ts'
import { api, NoAnswer, Refusal } from '../../api.ts'
import { currentTime } from '../../clock.ts'
import {
  type ContentRecord,
  currentIn,
  type Draft,
  firstSaveState,
  isOlder,
  isUnsent,
  isUntouched,
  type SeenVersions,
  type Snapshot,
} from './draft-state.ts'
import { agree, type FieldConflict, rebase, settle, unsent, withEdit } from './edits.ts'
import { forgetEdits, keepEdits, keptEdits } from './kept-edits.ts'
import { forgetLeftDraft, keepSending, leftDraftOf } from './left-drafts.ts'
import { createQueue } from './run-in-order.ts'
import { createSaveTimer } from './save-timer.ts'
import { watchPage } from './watch-page.ts'

const TRY_AGAIN_MILLISECONDS = 5000

/** The draft that was left before it was stored, or a new one. */
export function draftOf(loaded: ContentRecord, personId: string): Draft {
  const left = leftDraftOf(loaded, personId)
  left?.receive(loaded)
  return left ?? createDraft(loaded, personId)
}

function createDraft(loaded: ContentRecord, personId: string): Draft {
  const { type, id } = loaded
  const place = { personId, type, id }
  const kept = keptEdits(place)
  const merged = rebase(kept, loaded.parts)
  let state: Snapshot = {
    record: loaded,
    ...merged,
    save: firstSaveState(merged, loaded),
    isRestored: Object.keys(kept).length > 0 && (merged.conflicts.length > 0 || isUnsent(merged.edits, loaded)),
    isKept: true,
    isSmall: false,
    scheduleEnded: [],
  }
  const listeners = new Set<() => void>()
  let underWay: Promise<void> | undefined
  let isRemoved = false
  let openEditors = 0
  const timer = createSaveTimer(() => void saveNow())
  const page = watchPage({
    save: () => void saveNow(),
    mayLose: () => !state.isKept && isUnsent(state.edits, state.record),
  })
  const inOrder = createQueue()

  function update(changes: Partial<Snapshot>) {
    state = { ...state, ...changes }
    for (const listen of listeners) listen()
  }

  function keep() {
    if (isUnsent(state.edits, state.record)) return keepEdits(place, state.edits)
    forgetEdits(place)
    return true
  }

  /** Newer from the server: what was typed stays over it. */
  function receive(record: ContentRecord) {
    const { edits, conflicts } = rebase(state.edits, record.parts)
    update({ record, edits, conflicts })
    const isLeft = isUnsent(edits, record)
    if (conflicts.length > 0) update({ save: { kind: 'conflict' } })
    else if (!isLeft) update({ save: { kind: 'saved', at: currentTime().toISOString() } })
    update({ isKept: keep() })
    return isLeft && conflicts.length === 0
  }

  function receiveNewer(record: ContentRecord) {
    if (!isOlder(record, state.record) && receive(record)) timer.saveIn(0)
  }

  async function send() {
    const { record, edits, isSmall } = state
    const parts = unsent(edits, record.parts).map(({ part, fields }) => ({
      part,
      fields,
      version: record.parts[part].version,
      isSmall,
    }))
    if (parts.length === 0) return
    try {
      const saved = await api('PUT /content/:type/:id', { params: { type, id: String(id) }, body: { parts } })
      timer.forgetTyping()
      update({ edits: agree(state.edits, parts, saved.parts) })
      if (receive(saved)) timer.saveAfterTyping()
    } catch (error) {
      timer.forgetTyping()
      const current = currentIn(error)
      if (current) {
        // Fields that only one of the two wrote go together by themselves.
        if (receive(current)) timer.saveIn(0)
      } else if (error instanceof NoAnswer || (error instanceof Refusal && error.problem === 'unavailable')) {
        update({ save: { kind: 'offline' } })
        timer.saveIn(TRY_AGAIN_MILLISECONDS)
      } else if (error instanceof Refusal) update({ save: { kind: 'refused', refusal: error } })
      else throw error
    }
  }

  /** What was typed was taken back, or is what the server has: there is nothing to send. */
  function settleNothing() {
    timer.forgetTyping()
    if (state.conflicts.length > 0 || state.save.kind === 'saved') return
    update({ save: { kind: 'saved', at: state.record.changedAt } })
  }

  async function saveNow(): Promise<boolean> {
    timer.stop()
    while (underWay) await underWay
    if (state.conflicts.length === 0 && isUnsent(state.edits, state.record)) {
      underWay = send().finally(() => {
        underWay = undefined
      })
      await underWay
    } else settleNothing()
    const isStored = state.conflicts.length === 0 && !isUnsent(state.edits, state.record)
    if (isStored && openEditors === 0) stop()
    return isStored
  }

  async function saveSeen(): Promise<SeenVersions | undefined> {
    const { record: shown, edits } = state
    const written = new Set(unsent(edits, shown.parts).map(({ part }) => part))
    if (!(await saveNow())) return undefined
    const parts = Object.keys(shown.parts) as Part[]
    const seen = parts.map((part) => [part, (written.has(part) ? state.record : shown).parts[part].version])
    return Object.fromEntries(seen) as SeenVersions
  }

  /** Whoever began a record and wrote nothing leaves nothing behind. The server looks whether a colleague has. */
  async function removeIfUnwritten(): Promise<boolean> {
    // In development React opens, closes and opens again.
    if (openEditors > 0 || isRemoved || !isUntouched(state)) return false
    isRemoved = true
    const params = { type, id: String(id) }
    return api('DELETE /content/:type/:id', { params, query: { only: 'unwritten' }, background: true }).then(
      () => true,
      () => false,
    )
  }

  function stop() {
    timer.stop()
    page.stop()
    forgetLeftDraft(state.record, personId)
  }

  const draft: Draft = {
    read: () => state,
    subscribe(listen: () => void) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    open(onRemoved: () => void) {
      openEditors++
      page.start()
      if (leftDraftOf(state.record, personId)) update({ isRestored: isUnsent(state.edits, state.record) })
      forgetLeftDraft(state.record, personId)
      if (isUnsent(state.edits, state.record)) timer.saveIn(0)
      return () => {
        openEditors--
        if (isUnsent(state.edits, state.record)) keepSending(draft, personId)
        void saveNow()
          .then(() => inOrder(removeIfUnwritten))
          .then((isGone) => isGone && onRemoved())
      }
    },
    stop,
    change(part: Part, name: string, value: FieldValue) {
      update({ edits: withEdit(state.edits, state.record.parts, part, name, value) })
      update({ isKept: keep() })
      if (state.conflicts.length > 0) {
        update(rebase(state.edits, state.record.parts))
        if (state.conflicts.length > 0) return
      }
      if (state.save.kind !== 'offline') update({ save: { kind: 'pending' } })
      timer.saveAfterTyping()
    },
    settle(conflict: FieldConflict, choice: 'mine' | 'theirs') {
      update({ edits: settle(state.edits, conflict, choice) })
      const { conflicts } = rebase(state.edits, state.record.parts)
      update({ conflicts, isKept: keep() })
      if (conflicts.length > 0) return
      const isLeft = isUnsent(state.edits, state.record)
      update({ save: isLeft ? { kind: 'pending' } : { kind: 'saved', at: currentTime().toISOString() } })
      if (isLeft) timer.saveIn(0)
    },
    setSmall: (isSmall: boolean) => update({ isSmall }),
    setScheduleEnded: (scheduleEnded: readonly string[]) => update({ scheduleEnded }),
    hasUnsent: () => isUnsent(state.edits, state.record),
    receive: receiveNewer,
    showingConflict<Answer>(answer: Promise<Answer>): Promise<Answer> {
      return answer.catch((error) => {
        const current = currentIn(error)
        if (current) receiveNewer(current)
        throw error
      })
    },
    saveNow,
    saveSeen,
    inOrder,
    remove() {
      isRemoved = true
      update({ edits: {}, conflicts: [] })
      forgetEdits(place)
    },
    isRemoved: () => isRemoved,
  }
  return draft
}
