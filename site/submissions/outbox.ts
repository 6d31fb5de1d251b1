import { useSyncExternalStore } from 'react'
import { keepAsDraft, renameDraft, wipeDraftOf } from './draft.ts'
import { type BrokenRules, newKey, type Submission } from './forms.ts'
import { drop, find, findAll, keep } from './kept-submissions.ts'
import { mayFollowArrival, type Outcome, type ProblemName, passes, send } from './send.ts'

/** Stored before its first byte is sent, dropped after a response; otherwise sent again under its own key. */
export interface OutboxEntry {
  submission: Submission
  /** `cancelled`: taken back, but perhaps not in time. */
  state: 'sending' | 'waiting' | 'refused' | 'sent' | 'cancelled'
  progress: number
  /** Undefined while it is being stored. */
  isKept?: boolean | undefined
  /** A try was under way, or its response was lost. */
  mayHaveArrived?: boolean | undefined
  problem?: ProblemName | undefined
  broken?: BrokenRules | undefined
  retryAt?: number | undefined
  reference?: string | undefined
  link?: string | undefined
}

export const useOutbox = () => useSyncExternalStore(subscribe, entriesNow, () => NONE)

export const entriesNow = () => entries

export async function submit(submission: Submission) {
  startWatching()
  const { key } = submission
  show({ submission, state: 'sending', progress: 0 })
  const isKept = await keep({ submission, isTried: isOnline() })
  if (!entryOf(key)) return drop(key)
  show({ submission, state: 'sending', progress: 0, isKept })
  await sendNow(key)
}

/** Cancels a submission. If it may have arrived, its entry stays and says so until it is taken back again. */
export async function takeBack(key: string) {
  const entry = entryOf(key)
  stop(key)
  if (entry?.mayHaveArrived && isUnanswered(entry)) show({ ...entry, state: 'cancelled', isKept: false })
  else hide(key)
  await drop(key)
  tell({ key, gone: true })
}

export async function takeBackToEdit(key: string) {
  await takeBack(key)
  hide(key)
}

export async function openOutbox() {
  startWatching()
  for (const { submission, refusal, isTried } of await findAll()) {
    if (entryOf(submission.key)) continue
    const state = refusal ? 'refused' : 'sending'
    show({ submission, state, progress: 0, isKept: true, mayHaveArrived: isTried, ...refusal })
    if (!refusal) void sendNow(submission.key)
  }
}

const NONE: readonly OutboxEntry[] = []
const RETRY_MILLISECONDS = 30_000

let entries: readonly OutboxEntry[] = NONE
const listeners = new Set<() => void>()
const underWay = new Map<string, AbortController>()

export async function sendNow(key: string) {
  if (underWay.has(key)) return
  const controller = new AbortController()
  underWay.set(key, controller)
  try {
    await alone(key, () => attemptAlone(key, controller.signal))
  } catch {
    if (entryOf(key)?.state === 'sending') change(key, { state: 'waiting' })
  } finally {
    underWay.delete(key)
  }
}

async function attemptAlone(key: string, signal: AbortSignal) {
  const entry = entryOf(key)
  // Another tab may have sent it, or taken it back, while this one waited for its turn.
  const kept = entry?.isKept
    ? await find(key)
    : entry && { submission: entry.submission, isTried: true, refusal: undefined }
  if (signal.aborted || entry?.state === 'cancelled') return
  if (!entry || !kept) return entry?.state === 'sent' ? undefined : hide(key)
  if (kept.refusal) return
  const { submission } = kept
  const mayHaveArrived = entry.mayHaveArrived || isOnline()
  // Stored first: this page may end before the response comes.
  if (entry.isKept && !kept.isTried && mayHaveArrived) await keep({ ...kept, isTried: true })
  if (signal.aborted) return drop(key)
  show({ ...entry, submission, state: 'sending', progress: 0, mayHaveArrived, problem: undefined, retryAt: undefined })
  const outcome = await send(submission, (progress) => change(key, { progress }), signal)
  if (!signal.aborted || outcome.state === 'sent') await settle(submission, outcome, entry.mayHaveArrived)
}

async function settle(submission: Submission, outcome: Outcome, mayHaveArrivedBefore = false) {
  const { key } = submission
  if (outcome.state === 'keyTaken') return sendUnderNewKey(submission)
  if (outcome.state === 'sent') {
    wipeDraftOf(submission)
    await drop(key)
    const { reference, link } = outcome
    change(key, { state: 'sent', progress: 1, reference, link })
    return tell({ key, reference, link })
  }
  const { problem, broken, retryAfterSeconds } = outcome
  if (passes(problem)) {
    const retryAt = retryAfterSeconds && Date.now() + retryAfterSeconds * 1000
    const mayHaveArrived = mayHaveArrivedBefore || mayFollowArrival(problem)
    return change(key, { state: 'waiting', problem, retryAt, mayHaveArrived })
  }
  if (problem === 'jobClosed') {
    keepAsDraft(submission)
    await drop(key)
  } else if (entryOf(key)?.isKept) await keep({ submission, isTried: true, refusal: { problem, broken } })
  change(key, { state: 'refused', problem, broken })
}

async function sendUnderNewKey(submission: Submission) {
  const renewed = { ...submission, key: newKey() }
  renameDraft(submission, renewed.key)
  hide(submission.key)
  await drop(submission.key)
  await submit(renewed)
}

/** One tab sends. Without locks the key still prevents a second copy. */
async function alone(key: string, act: () => Promise<void>) {
  let isGranted = false
  try {
    await navigator.locks.request(`outbox ${key}`, { ifAvailable: true }, (lock) => {
      isGranted = true
      return lock ? act() : change(key, { state: 'waiting', mayHaveArrived: true })
    })
  } catch (error) {
    // Locks are missing, or forbidden together with cookies.
    if (isGranted) throw error
    await act()
  }
}

const isOnline = () => navigator.onLine !== false

const isUnanswered = ({ state }: OutboxEntry) => state === 'sending' || state === 'waiting'

const stop = (key: string) => underWay.get(key)?.abort()

let isWatching = false
let channel: BroadcastChannel | undefined

function startWatching() {
  if (isWatching) return
  isWatching = true
  addEventListener('online', tryWaiting)
  setInterval(tryWaiting, RETRY_MILLISECONDS)
  try {
    channel = new BroadcastChannel('outbox')
  } catch {
    // Missing or forbidden: other tabs find out when they try.
    return
  }
  channel.onmessage = ({ data }: MessageEvent<News>) => {
    if (!entryOf(data.key)) return
    if (data.gone) {
      stop(data.key)
      hide(data.key)
    } else change(data.key, { state: 'sent', progress: 1, reference: data.reference, link: data.link })
  }
}

function tryWaiting() {
  if (!isOnline()) return
  for (const { submission, state, retryAt } of entries)
    if (state === 'waiting' && !(retryAt && retryAt > Date.now())) void sendNow(submission.key)
}

interface News {
  key: string
  reference?: string
  link?: string | undefined
  gone?: boolean
}

const tell = (news: News) => channel?.postMessage(news)

const entryOf = (key: string) => entries.find(({ submission }) => submission.key === key)

function show(entry: OutboxEntry) {
  const others = entries.filter(({ submission }) => submission.key !== entry.submission.key)
  setEntries([...others, entry])
}

function change(key: string, changes: Partial<OutboxEntry>) {
  const entry = entryOf(key)
  if (entry) show({ ...entry, ...changes })
}

function hide(key: string) {
  setEntries(entries.filter(({ submission }) => submission.key !== key))
}

function setEntries(next: readonly OutboxEntry[]) {
  entries = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
