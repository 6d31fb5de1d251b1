import type { BrokenRules, Submission } from './forms.ts'
import type { ProblemName } from './send.ts'
import { WAITING_MARKER } from './waiting-marker.ts'

/** What has left the form and has not arrived yet, CV included, in IndexedDB: it outlives the tab. */
export interface KeptSubmission {
  submission: Submission
  /** Set once the server has refused it: it waits for the visitor, not for the connection. */
  refusal?: { problem: ProblemName; broken?: BrokenRules | undefined } | undefined
}

/** As long as the API remembers a key; after that a second try could be stored twice. */
export const KEPT_MILLISECONDS = 7 * 24 * 60 * 60 * 1000

const DATABASE = 'outbox'
const STORE = 'submissions'

/** False where the browser keeps nothing, as in some private windows. */
export async function keep(kept: KeptSubmission): Promise<boolean> {
  try {
    await inStore('readwrite', (store) => store.put(kept, kept.submission.key))
    mark(true)
    return true
  } catch {
    return false
  }
}

export async function find(key: string): Promise<KeptSubmission | undefined> {
  return inStore<KeptSubmission | undefined>('readonly', (store) => store.get(key)).catch(() => undefined)
}

export async function drop(key: string) {
  try {
    await inStore('readwrite', (store) => store.delete(key))
    mark((await inStore('readonly', (store) => store.count())) > 0)
  } catch {
    // Nothing was kept, so there is nothing to drop.
  }
}

export async function findAll(now = Date.now()): Promise<KeptSubmission[]> {
  const all = await inStore<KeptSubmission[]>('readonly', (store) => store.getAll()).catch(() => [])
  const old = all.filter(({ submission }) => now - submission.at > KEPT_MILLISECONDS)
  for (const { submission } of old) await drop(submission.key)
  if (all.length === 0) mark(false)
  return all.filter((kept) => !old.includes(kept))
}

let opening: Promise<IDBDatabase> | undefined

async function inStore<Result>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<Result>) {
  opening ??= openDatabase()
  const database = await opening.catch((error) => {
    opening = undefined
    throw error
  })
  return new Promise<Result>((resolve, reject) => {
    const transaction = database.transaction(STORE, mode)
    const request = act(transaction.objectStore(STORE))
    // Durable only once the transaction is complete, not when the request has succeeded.
    transaction.oncomplete = () => resolve(request.result)
    transaction.onerror = () => reject(transaction.error)
    transaction.onabort = () => reject(transaction.error)
  })
}

function openDatabase() {
  return new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('Another tab holds the database'))
  })
}

function mark(waiting: boolean) {
  try {
    if (waiting) localStorage.setItem(WAITING_MARKER, '1')
    else localStorage.removeItem(WAITING_MARKER)
  } catch {
    // Without storage there is no later visit to leave a mark for.
  }
}
