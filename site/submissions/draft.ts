import { LIFETIMES } from '#contract/lifetimes.ts'
import { parseJson } from '#texts/formats.ts'
import type { Answers, Submission, SubmissionKind } from './forms.ts'
import { DRAFT_PREFIX } from './waiting-marker.ts'

/** Never the CV. Each page has its own draft: two jobs can be applied for side by side. */
export interface Draft {
  answers: Answers
  key: string
  page: string
  startedAt: number
  savedAt: number
}

export const DRAFT_MILLISECONDS = LIFETIMES.draftHours * 60 * 60 * 1000

export const readDraft = (kind: SubmissionKind, page: string, now = Date.now(), storage = allowed('localStorage')) =>
  draftsOf(kind, now, storage).find((draft) => draft.page === page)

export const readLatestDraft = (kind: SubmissionKind, now = Date.now(), storage = allowed('localStorage')) =>
  draftsOf(kind, now, storage)[0]

export function saveDraft(kind: SubmissionKind, draft: Draft, storage = allowed('localStorage')) {
  const isEmpty = Object.values(draft.answers).every((answer) => answer.trim() === '')
  if (isEmpty) return wipeDraft(kind, draft.page, storage)
  try {
    storage?.setItem(keyOf(kind, draft.page), JSON.stringify(draft))
  } catch {
    // Full or forbidden: the form works without a draft.
  }
}

export function wipeDraft(kind: SubmissionKind, page: string, storage = allowed('localStorage')) {
  storage?.removeItem(keyOf(kind, page))
}

/** On every page, because any of them would bring the answers back. */
export function wipeDrafts(kind: SubmissionKind, storage = allowed('localStorage')) {
  for (const key of keysOf(kind, storage)) storage?.removeItem(key)
}

export function wipeDraftOf({ kind, page, key, at }: Submission) {
  const draft = readDraft(kind, page)
  if (draft?.key === key && draft.savedAt <= at) wipeDraft(kind, page)
}

export function renameDraft({ kind, page, key }: Submission, newKey: string) {
  const draft = readDraft(kind, page)
  if (draft?.key === key) saveDraft(kind, { ...draft, key: newKey })
}

export function keepAsDraft({ kind, key, page, answers, at }: Submission) {
  if (!readDraft(kind, page)) saveDraft(kind, { answers, key, page, startedAt: at, savedAt: Date.now() })
}

/** Once for each receipt: answers written after it are another draft. */
export function wipeSentDraft(
  kind: SubmissionKind,
  page: string,
  reference: string,
  storage = allowed('localStorage'),
  session = allowed('sessionStorage'),
) {
  if (session?.getItem(WIPED_KEY) === reference) return
  wipeDraft(kind, page, storage)
  markDraftWiped(reference, session)
}

export function markDraftWiped(reference: string, session = allowed('sessionStorage')) {
  try {
    session?.setItem(WIPED_KEY, reference)
  } catch {
    // Full: the draft is wiped once more when the receipt is loaded again.
  }
}

const WIPED_KEY = 'receipt'

const keyOf = (kind: SubmissionKind, page: string) => DRAFT_PREFIX + kind + page

function keysOf(kind: SubmissionKind, storage: Storage | undefined): string[] {
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '')
  return keys.filter((key) => key.startsWith(keyOf(kind, '/')))
}

function draftsOf(kind: SubmissionKind, now: number, storage: Storage | undefined): Draft[] {
  const drafts: Draft[] = []
  for (const key of keysOf(kind, storage)) {
    const draft = parseJson(storage?.getItem(key) ?? '') as Partial<Draft> | null | undefined
    if (typeof draft?.savedAt !== 'number' || typeof draft.answers !== 'object') continue
    if (now - draft.savedAt < DRAFT_MILLISECONDS) drafts.push(draft as Draft)
    else storage?.removeItem(key)
  }
  return drafts.sort((one, other) => other.savedAt - one.savedAt)
}

/** Reading the property throws where the visitor forbids storage. */
function allowed(name: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return globalThis[name]
  } catch {
    return undefined
  }
}
