import { useState } from 'react'
import { useAnnouncements } from '../parts/announcements.tsx'
import { useSession } from '../session.tsx'
import { useTexts } from '../texts.tsx'

const PREFIX = 'desk draft '
const keyOf = (personId: string, about: string) => `${PREFIX}${personId} ${about}`

/** Where the browser keeps nothing for a page, for as long as the page is open. */
const inMemory = new Map<string, string>()

const drafts = {
  read(key: string): string | undefined {
    try {
      return sessionStorage.getItem(key) ?? inMemory.get(key)
    } catch {
      return inMemory.get(key)
    }
  },
  keep(key: string, value: string) {
    try {
      sessionStorage.setItem(key, value)
      inMemory.delete(key)
    } catch {
      inMemory.set(key, value)
    }
  },
  forget(key: string) {
    inMemory.delete(key)
    try {
      sessionStorage.removeItem(key)
    } catch {
      // Then there is nothing in it either.
    }
  },
}

/** Whoever signs out leaves nothing of candidates behind on a machine that others use. */
export function forgetAllDrafts() {
  inMemory.clear()
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // Then there is nothing in it either.
  }
}

interface Draft<Value> {
  value: Value
  change(changed: Value): void
  forget(): void
}

/**
 * What somebody has begun to write: it stays until it is sent, whatever they open in between, and when the page is loaded anew. Kept in
 * this window alone, for the person who wrote it. Without a name it goes with the part that shows it.
 */
export function useDraft<Value>(about: string | undefined, initial: () => Value): Draft<Value> {
  const { person } = useSession()
  const key = about && keyOf(person.id, about)
  const [value, setValue] = useState<Value>(() => {
    const kept = key && drafts.read(key)
    return kept === undefined ? initial() : (JSON.parse(kept) as Value)
  })
  return {
    value,
    change(changed: Value) {
      if (key) drafts.keep(key, JSON.stringify(changed))
      setValue(changed)
    },
    forget() {
      if (key) drafts.forget(key)
      setValue(initial())
    },
  }
}

/** Leaves what was begun. One key closes a form with a whole letter in it, so that it can be brought back. */
export function useDiscard() {
  const { offerUndo } = useAnnouncements()
  const { discarded } = useTexts('submissions')
  return <Value>(draft: Draft<Value>, isWritten: boolean, reopen: () => void) => {
    const { value } = draft
    draft.forget()
    if (!isWritten) return
    const undo = () => {
      draft.change(value)
      reopen()
    }
    offerUndo({ text: discarded, undo })
  }
}

/** Whether something was begun; asked before the part that shows it is open. */
export function useHasDraft(about: string) {
  const { person } = useSession()
  return drafts.read(keyOf(person.id, about)) !== undefined
}

export const draftNames = {
  letter: (reference: string) => `letter ${reference}`,
  question: (reference: string) => `question ${reference}`,
  note: (reference: string) => `note ${reference}`,
  decline: (reference: string) => `decline ${reference}`,
}

/** From outside the part that shows it, once it was sent. */
export function useForgetDraft() {
  const { person } = useSession()
  return (about: string) => drafts.forget(keyOf(person.id, about))
}

/** Of submissions that are erased: what was begun about them goes with them. */
export function useForgetDrafts() {
  const forget = useForgetDraft()
  return (references: readonly string[]) => {
    for (const reference of references) for (const nameOf of Object.values(draftNames)) forget(nameOf(reference))
  }
}
