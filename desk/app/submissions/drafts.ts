import { useMemo, useState, useSyncExternalStore } from 'react'
import { useAnnouncements } from '../parts/work.tsx'
import { atSignOut, useSession } from '../session.tsx'
import { useTexts } from '../texts.tsx'

const PREFIX = 'desk draft '
const keyOf = (personId: string, about: string) => `${PREFIX}${personId} ${about}`

/** What counts, for every part that shows it; the browser's own store is for when the page is loaded anew, and may be closed or full. */
const inMemory = new Map<string, string>()
const listeners = new Set<() => void>()
const tellAll = () => {
  for (const listen of listeners) listen()
}

const drafts = {
  subscribe(listen: () => void) {
    listeners.add(listen)
    return () => void listeners.delete(listen)
  },
  read(key: string): string | undefined {
    try {
      return inMemory.get(key) ?? sessionStorage.getItem(key) ?? undefined
    } catch {
      return inMemory.get(key)
    }
  },
  keep(key: string, value: string) {
    inMemory.set(key, value)
    try {
      sessionStorage.setItem(key, value)
    } catch {
      // Then it stays for as long as the page is open.
    }
    tellAll()
  },
  forget(key: string) {
    inMemory.delete(key)
    try {
      sessionStorage.removeItem(key)
    } catch {
      // Then there is nothing in it either.
    }
    tellAll()
  },
}

// Others may use this machine: nothing about candidates stays on it.
atSignOut(() => {
  inMemory.clear()
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // Then there is nothing in it either.
  }
  tellAll()
})

interface Draft<Value> {
  value: Value
  change(changed: Value): void
  forget(): void
  /** After an answer that came late: `next` is given what stands there by then, and says what stays of it. True if something does. */
  update(next: (now: Value) => Value | undefined): boolean
}

/**
 * What somebody has begun to write: it stays until it is sent, whatever they open in between, and when the page is loaded anew. Kept in
 * this window alone, for the person who wrote it.
 */
export function useDraft<Value>(about: string, initial: () => Value): Draft<Value> {
  const { person } = useSession()
  const key = keyOf(person.id, about)
  const kept = useSyncExternalStore(drafts.subscribe, () => drafts.read(key))
  const [untouched, setUntouched] = useState(initial)
  const value = useMemo(() => (kept === undefined ? untouched : (JSON.parse(kept) as Value)), [kept, untouched])
  const change = (changed: Value) => drafts.keep(key, JSON.stringify(changed))
  const forget = () => {
    drafts.forget(key)
    setUntouched(initial())
  }
  return {
    value,
    change,
    forget,
    update(next) {
      const now = drafts.read(key)
      const left = next(now === undefined ? untouched : (JSON.parse(now) as Value))
      if (left === undefined) forget()
      else change(left)
      return left !== undefined
    },
  }
}

/** What was typed after a text was sent: what follows it, or all where the text itself was changed. */
export function typedSince(sent: string, now: string): string {
  return now.trim().startsWith(sent.trim()) ? now.trimStart().slice(sent.trim().length).trimStart() : now
}

/** Leaves what was begun. One key closes a form with a whole letter in it, so that it can be brought back. */
export function useDiscard() {
  const { offerUndo } = useAnnouncements()
  const { submissions: words } = useTexts()
  return <Value>(draft: Draft<Value>, isWritten: boolean, reopen: () => void) => {
    const { value } = draft
    draft.forget()
    if (!isWritten) return
    const undo = () => {
      draft.change(value)
      reopen()
    }
    offerUndo({ text: words.discarded, undo })
  }
}

/** Whether something was begun; asked before the part that shows it is open. */
export function useHasDraft(about: string) {
  const { person } = useSession()
  return useSyncExternalStore(drafts.subscribe, () => drafts.read(keyOf(person.id, about)) !== undefined)
}

export const draftNames = {
  letter: (reference: string) => `letter ${reference}`,
  question: (reference: string) => `question ${reference}`,
  note: (reference: string) => `note ${reference}`,
  decline: (reference: string) => `decline ${reference}`,
}

/** To many at once, whoever they are. */
export const DECLINE_MANY = 'decline many'

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
