import type { Answers, FormName, Submission } from './forms.ts'
import { DRAFT_PREFIX } from './waiting-marker.ts'

/** What is kept of a form while it is being written: the answers, never the CV. */
export interface Draft {
  answers: Answers
  /** The key of the submission this will become, and the page it belongs to. */
  key: string
  page: string
  startedAt: number
  savedAt: number
}

export const DRAFT_MILLISECONDS = 24 * 60 * 60 * 1000

/** That of one page: two jobs that are applied for side by side have one each. */
export function readDraft(form: FormName, page: string, now = Date.now(), storage = browserStorage()) {
  return draftsOf(form, now, storage).find(({ draft }) => draft.page === page)?.draft
}

/** What was last written in the form on any page: whoever applies for another job need not write it again. */
export function readLatestDraft(form: FormName, now = Date.now(), storage = browserStorage()) {
  return draftsOf(form, now, storage)[0]?.draft
}

/** A form without a single answer is no draft. */
export function saveDraft(form: FormName, draft: Draft, storage = browserStorage()) {
  if (Object.values(draft.answers).every((answer) => answer.trim() === '')) return wipeDraft(form, draft.page, storage)
  const own = keyOf(form, draft.page)
  try {
    storage?.setItem(own, JSON.stringify(draft))
    for (const { key, draft: former } of draftsOf(form, 0, storage))
      if (former.page === draft.page && key !== own) storage?.removeItem(key)
  } catch {
    // Full or forbidden: the form works as before, it is only not kept.
  }
}

export function wipeDraft(form: FormName, page: string, storage = browserStorage()) {
  for (const { key, draft } of draftsOf(form, 0, storage)) if (draft.page === page) storage?.removeItem(key)
}

/** Those of every page, because their answers would come back from any of them. */
export function wipeDrafts(form: FormName, storage = browserStorage()) {
  for (const key of keysOf(form, storage)) storage?.removeItem(key)
}

/** What has arrived. Another draft of the form stays, and so does what was written after it was sent. */
export function wipeDraftOf({ form, page, key, at }: Submission) {
  const draft = readDraft(form, page)
  if (draft?.key === key && draft.savedAt <= at) wipeDraft(form, page)
}

/** What was sent goes on under another key. */
export function renameDraft({ form, page, key }: Submission, newKey: string) {
  const draft = readDraft(form, page)
  if (draft?.key === key) saveDraft(form, { ...draft, key: newKey })
}

/** Unless something else is being written. */
export function keepAsDraft({ form, key, page, answers, at }: Submission) {
  if (!readDraft(form, page)) saveDraft(form, { answers, key, page, startedAt: at, savedAt: Date.now() })
}

/** Once for each receipt, and only this page's: what is written after it, or for another job, is another draft. */
export function wipeSentDraft(
  form: FormName,
  page: string,
  reference: string,
  storage = browserStorage(),
  session = sessionStorageIfAllowed(),
) {
  if (session?.getItem(WIPED_KEY) === reference) return
  wipeDraft(form, page, storage)
  markDraftWiped(reference, session)
}

/** What was sent from this page is wiped already; what is written after it stays. */
export function markDraftWiped(reference: string, session = sessionStorageIfAllowed()) {
  try {
    session?.setItem(WIPED_KEY, reference)
  } catch {
    // Full: the draft of this page goes once more when the receipt is loaded again.
  }
}

const WIPED_KEY = 'receipt'

const keyOf = (form: FormName, page: string) => DRAFT_PREFIX + form + page

/** Earlier releases kept one for the form, under its name alone. */
function keysOf(form: FormName, storage: Storage | undefined): string[] {
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '')
  return keys.filter((key) => key === DRAFT_PREFIX + form || key.startsWith(keyOf(form, '/')))
}

/** The newest first. Those that are too old are wiped, on whichever page they were written. */
function draftsOf(form: FormName, now: number, storage: Storage | undefined) {
  const found: { key: string; draft: Draft }[] = []
  for (const key of keysOf(form, storage)) {
    const draft = parse(storage?.getItem(key))
    if (!draft) continue
    if (now - draft.savedAt < DRAFT_MILLISECONDS) found.push({ key, draft })
    else storage?.removeItem(key)
  }
  return found.sort((one, other) => other.draft.savedAt - one.draft.savedAt)
}

function parse(text: string | null | undefined): Draft | undefined {
  try {
    const draft = JSON.parse(text ?? 'null') as Draft | null
    return draft && typeof draft.savedAt === 'number' && typeof draft.answers === 'object' ? draft : undefined
  } catch {
    return undefined
  }
}

/** Reaching for it throws where the visitor forbids it. */
function browserStorage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

function sessionStorageIfAllowed(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
