import { atSignOut } from '../../session.tsx'
import type { ContentRecord, Draft } from './draft-state.ts'

/** Records whose editor was left before all that was typed in it was stored. They go on sending for as long as the page is open. */
const left = new Map<string, Draft>()

const keyOf = ({ type, id }: { type: string; id: number }, personId: string) => `${personId} ${type}/${id}`

export const leftDraftOf = (record: ContentRecord, personId: string) => left.get(keyOf(record, personId))

/** Whether this page still sends what was typed there. */
export const isLeft = (place: { type: string; id: number }, personId: string) => left.has(keyOf(place, personId))

export function keepSending(draft: Draft, personId: string) {
  left.set(keyOf(draft.read().record, personId), draft)
}

export function forgetLeftDraft(record: ContentRecord, personId: string) {
  left.delete(keyOf(record, personId))
}

// The next session is somebody else's. Drafts that the browser keeps are there when their author is back.
atSignOut(() => {
  for (const draft of left.values()) draft.stop()
  left.clear()
})
