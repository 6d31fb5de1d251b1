import { useSyncExternalStore } from 'react'
import { wipeDraft } from './draft.ts'
import { type BrokenRules, newKey, type Submission } from './forms.ts'
import { drop, find, findAll, type KeptSubmission, keep } from './kept-submissions.ts'
import { type Outcome, type ProblemName, passes, send } from './send.ts'

/**
 * Everything that was submitted and what has become of it. A submission is written down here before its first byte is sent, and
 * crossed out only when an answer has come: a reload, a crash, a closed tab or a lost answer all end in the same place, a kept
 * submission that is sent again under its own key.
 */
export interface OutboxEntry {
  submission: Submission
  state: 'sending' | 'waiting' | 'refused' | 'sent'
  /** The part of the upload that has left, from 0 to 1. */
  progress: number
  /** Whether it outlives this tab. */
  isKept: boolean
  problem?: ProblemName | undefined
  broken?: BrokenRules | undefined
  /** When the server wants to hear of it again, in milliseconds since 1970. */
  retryAt?: number | undefined
  reference?: string | undefined
  /** The page on which it can be followed. */
  link?: string | undefined
}

export const useOutbox = () =>
  useSyncExternalStore(
    subscribe,
    () => entries,
    () => NONE,
  )

export async function submit(submission: Submission) {
  startWatching()
  show({ submission, state: 'sending', progress: 0, isKept: false })
  const isKept = await keep({ submission })
  show({ submission, state: 'sending', progress: 0, isKept })
  await attempt(submission.key)
}

/** Tries again at once, because the visitor asks for it. */
export const sendNow = (key: string) => attempt(key)

/** Takes a submission back, to be edited or forgotten. */
export async function takeBack(key: string) {
  hide(key)
  await drop(key)
  tell({ key, gone: true })
}

/** What waits from an earlier page, or an earlier visit: each is tried once now, and again when the connection is back. */
export async function openOutbox() {
  startWatching()
  for (const { submission, refusal } of await findAll()) {
    if (entryOf(submission.key)) continue
    show({ submission, state: refusal ? 'refused' : 'sending', progress: 0, isKept: true, ...refusal })
    if (!refusal) void attempt(submission.key)
  }
}

const NONE: readonly OutboxEntry[] = []
const RETRY_MILLISECONDS = 30_000

let entries: readonly OutboxEntry[] = NONE
const listeners = new Set<() => void>()
const underWay = new Set<string>()

async function attempt(key: string) {
  if (underWay.has(key)) return
  underWay.add(key)
  try {
    await alone(key, () => attemptAlone(key))
  } finally {
    underWay.delete(key)
  }
}

async function attemptAlone(key: string) {
  const entry = entryOf(key)
  // Another tab may have sent it, or taken it back, while this one waited for its turn.
  const kept: KeptSubmission | undefined = entry?.isKept ? await find(key) : entry
  if (!entry || !kept) return entry?.state === 'sent' ? undefined : hide(key)
  if (kept.refusal) return
  const { submission } = kept
  show({ ...entry, submission, state: 'sending', progress: 0, problem: undefined, retryAt: undefined })
  const outcome = await send(submission, (progress) => change(key, { progress }))
  await settle(submission, outcome)
}

async function settle(submission: Submission, outcome: Outcome) {
  const { key, form } = submission
  if (outcome.state === 'keyTaken') return sendUnderNewKey(submission)
  if (outcome.state === 'sent') {
    wipeDraft(form)
    await drop(key)
    const { reference, link } = outcome
    change(key, { state: 'sent', progress: 1, reference, link })
    return tell({ key, reference, link })
  }
  const { problem, broken, retryAfterSeconds } = outcome
  if (passes(problem)) {
    const retryAt = retryAfterSeconds && Date.now() + retryAfterSeconds * 1000
    return change(key, { state: 'waiting', problem, retryAt })
  }
  if (entryOf(key)?.isKept) await keep({ submission, refusal: { problem, broken } })
  change(key, { state: 'refused', problem, broken })
}

async function sendUnderNewKey(submission: Submission) {
  const renewed = { ...submission, key: newKey() }
  hide(submission.key)
  await drop(submission.key)
  await submit(renewed)
}

/** One tab sends; where the browser cannot say who, the key still keeps it from being stored twice. */
async function alone(key: string, act: () => Promise<void>) {
  if (!navigator.locks) return act()
  await navigator.locks.request(`outbox ${key}`, { ifAvailable: true }, (lock) =>
    // Held by another tab: if that one ends without an answer, the next round is ours.
    lock ? act() : change(key, { state: 'waiting' }),
  )
}

let isWatching = false
let channel: BroadcastChannel | undefined

function startWatching() {
  if (isWatching) return
  isWatching = true
  addEventListener('online', tryWaiting)
  setInterval(tryWaiting, RETRY_MILLISECONDS)
  if (!('BroadcastChannel' in window)) return
  channel = new BroadcastChannel('outbox')
  channel.onmessage = ({ data }: MessageEvent<News>) => {
    if (!entryOf(data.key)) return
    if (data.gone) hide(data.key)
    else change(data.key, { state: 'sent', progress: 1, reference: data.reference, link: data.link })
  }
}

function tryWaiting() {
  if (navigator.onLine === false) return
  for (const { submission, state, retryAt } of entries)
    if (state === 'waiting' && !(retryAt && retryAt > Date.now())) void attempt(submission.key)
}

/** What other tabs that show the same submission need to know. */
interface News {
  key: string
  reference?: string
  link?: string | undefined
  gone?: boolean
}

function tell(news: News) {
  channel?.postMessage(news)
}

function entryOf(key: string) {
  return entries.find(({ submission }) => submission.key === key)
}

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
