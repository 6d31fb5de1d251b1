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

export function readDraft(form: FormName, now = Date.now(), storage = browserStorage()): Draft | undefined {
  const draft = parse(storage?.getItem(keyOf(form)))
  if (!draft) return undefined
  if (now - draft.savedAt < DRAFT_MILLISECONDS) return draft
  wipeDraft(form, storage)
  return undefined
}

/** A form without a single answer is no draft. */
export function saveDraft(form: FormName, draft: Draft, storage = browserStorage()) {
  if (Object.values(draft.answers).every((answer) => answer.trim() === '')) return wipeDraft(form, storage)
  try {
    storage?.setItem(keyOf(form), JSON.stringify(draft))
  } catch {
    // Full or forbidden: the form works as before, it is only not kept.
  }
}

export function wipeDraft(form: FormName, storage = browserStorage()) {
  storage?.removeItem(keyOf(form))
}

/** What has arrived. Another draft of the form stays, and so does what was written after it was sent. */
export function wipeDraftOf({ form, key, at }: Submission) {
  const draft = readDraft(form)
  if (draft?.key === key && draft.savedAt <= at) wipeDraft(form)
}

/** What was sent goes on under another key. */
export function renameDraft({ form, key }: Submission, newKey: string) {
  const draft = readDraft(form)
  if (draft?.key === key) saveDraft(form, { ...draft, key: newKey })
}

/** Unless something else is being written. */
export function keepAsDraft({ form, key, page, answers, at }: Submission) {
  if (!readDraft(form)) saveDraft(form, { answers, key, page, startedAt: at, savedAt: Date.now() })
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
  if (readDraft(form, Date.now(), storage)?.page === page) wipeDraft(form, storage)
  try {
    session?.setItem(WIPED_KEY, reference)
  } catch {
    // Full: the draft of this page goes once more when the receipt is loaded again.
  }
}

const WIPED_KEY = 'receipt'

const keyOf = (form: FormName) => DRAFT_PREFIX + form

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
