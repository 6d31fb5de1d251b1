import type { Edits } from './edits.ts'

interface Place {
  personId: string
  type: string
  id: number
}

const keyOf = ({ personId, type, id }: Place) => `desk content ${personId} ${type}/${id}`

/** What was typed and has not reached the server, of an earlier visit with this browser. */
export function keptEdits(place: Place): Edits {
  try {
    return JSON.parse(localStorage.getItem(keyOf(place)) ?? '{}') as Edits
  } catch {
    return {}
  }
}

/** With every letter, before anything is sent: a crash or a lost connection loses nothing. False where the browser has no room for it. */
export function keepEdits(place: Place, edits: Edits): boolean {
  try {
    localStorage.setItem(keyOf(place), JSON.stringify(edits))
    return true
  } catch {
    return false
  }
}

export function forgetEdits(place: Place) {
  try {
    localStorage.removeItem(keyOf(place))
  } catch {
    // Then there is nothing in it either.
  }
}
