import { createStore, del, get, keys, set, values } from 'idb-keyval'
import { LIFETIMES } from '#contract/lifetimes.ts'
import type { BrokenRules, Submission } from './forms.ts'
import type { ProblemName } from './send.ts'
import { WAITING_MARKER } from './waiting-marker.ts'

interface KeptSubmission {
  submission: Submission
  /** Set once the server has refused it: only the visitor can go on. */
  refusal?: { problem: ProblemName; broken?: BrokenRules | undefined } | undefined
  /** False until it is first sent: until then it cannot have arrived. */
  isTried: boolean
}

/** As long as the API remembers a key; after that a second try could be stored twice. */
const KEPT_MILLISECONDS = LIFETIMES.outboxDays * 24 * 60 * 60 * 1000

const store = createStore('outbox', 'submissions')

/** False where the browser stores nothing, as in some private windows. */
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
    // No storage, nothing to drop.
  }
}

export async function findAll(now = Date.now()): Promise<KeptSubmission[]> {
  const all = await undefinedOnError(() => values<KeptSubmission>(store))
  // A store that cannot be read now may be readable later: leave the mark.
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
    // No storage, no later visit to mark.
  }
}
