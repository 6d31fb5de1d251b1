import { createStore, del, get, keys, set, values } from 'idb-keyval'
import type { BrokenRules, Submission } from './forms.ts'
import type { ProblemName } from './send.ts'
import { WAITING_MARKER } from './waiting-marker.ts'

/** What has left the form and has not arrived yet, CV included, in IndexedDB: it outlives the tab. */
export interface KeptSubmission {
  submission: Submission
  /** Set once the server has refused it: it waits for the visitor, not for the connection. */
  refusal?: { problem: ProblemName; broken?: BrokenRules | undefined } | undefined
  /** False until it is first sent: whatever becomes of it before, it has not arrived. */
  isTried?: boolean | undefined
}

/** As long as the API remembers a key; after that a second try could be stored twice. */
const KEPT_MILLISECONDS = 7 * 24 * 60 * 60 * 1000

// These names stand in visitors' browsers, with submissions that wait: under others they would never be sent.
const store = createStore('outbox', 'submissions')

/** False where the browser keeps nothing, as in some private windows. True only once the transaction is complete. */
export async function keep(kept: KeptSubmission): Promise<boolean> {
  try {
    await set(kept.submission.key, kept, store)
    mark(true)
    return true
  } catch {
    return false
  }
}

export function find(key: string): Promise<KeptSubmission | undefined> {
  return undefinedOnError(() => get<KeptSubmission>(key, store))
}

export async function drop(key: string) {
  try {
    await del(key, store)
    mark((await keys(store)).length > 0)
  } catch {
    // Nothing was kept, so there is nothing to drop.
  }
}

export async function findAll(now = Date.now()): Promise<KeptSubmission[]> {
  const all = await undefinedOnError(() => values<KeptSubmission>(store))
  // A store that cannot be read now may be readable at the next visit, so the mark stays.
  if (!all) return []
  const old = all.filter(({ submission }) => now - submission.at > KEPT_MILLISECONDS)
  for (const { submission } of old) await drop(submission.key)
  if (all.length === 0) mark(false)
  return all.filter((kept) => !old.includes(kept))
}

/** Where storage is forbidden the library throws before it returns a promise. */
async function undefinedOnError<Found>(find: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await find()
  } catch {
    return undefined
  }
}

function mark(waiting: boolean) {
  try {
    if (waiting) localStorage.setItem(WAITING_MARKER, '1')
    else localStorage.removeItem(WAITING_MARKER)
  } catch {
    // Without storage there is no later visit to leave a mark for.
  }
}
