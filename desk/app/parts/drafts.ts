import { useMemo, useState, useSyncExternalStore } from 'react'
import { atSignOut, useSession } from '../session.tsx'
import { useTexts } from '../texts.tsx'
import { useAnnouncements } from './work.tsx'

const PREFIX = 'desk draft '
const keyOf = (personId: string, about: string) => `${PREFIX}${personId} ${about}`

/** The truth for all parts; sessionStorage only survives a reload, and may be closed or full. */
const inMemory = new Map<string, string>()
const listeners = new Set<() => void>()

function subscribe(listen: () => void) {
  listeners.add(listen)
  return () => void listeners.delete(listen)
}

function read(key: string): string | undefined {
  return inMemory.get(key) ?? withStorage((storage) => storage.getItem(key)) ?? undefined
}

function write(key: string, value: string | undefined) {
  if (value === undefined) inMemory.delete(key)
  else inMemory.set(key, value)
  withStorage((storage) => (value === undefined ? storage.removeItem(key) : storage.setItem(key, value)))
  for (const listen of listeners) listen()
}

function withStorage<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(sessionStorage)
  } catch {
    return undefined
  }
}

// Others may use this machine: nothing about candidates stays on it.
atSignOut(() => {
  const stored = withStorage((storage) => Object.keys(storage)) ?? []
  for (const key of new Set([...inMemory.keys(), ...stored])) if (key.startsWith(PREFIX)) write(key, undefined)
})

export interface Closing {
  onClose(): void
  /** With the typed text, after it was closed by mistake. */
  onReopen(): void
}

type TextNames<Value> = { [Name in keyof Value]-?: Value[Name] extends string ? Name & string : never }[keyof Value]

/**
 * Text that a person has begun: it stays until it is sent, whatever they open in between, and when the page is loaded again.
 * This window keeps it, for its author alone.
 */
export function useDraft<Value>(about: string, initial: () => Value) {
  const { submissions: words } = useTexts()
  const { person } = useSession()
  const { offerUndo } = useAnnouncements()
  const key = keyOf(person.id, about)
  const kept = useSyncExternalStore(subscribe, () => read(key))
  const [untouched, setUntouched] = useState(initial)
  const value = useMemo(() => (kept === undefined ? untouched : (JSON.parse(kept) as Value)), [kept, untouched])
  const change = (changed: Value) => write(key, JSON.stringify(changed))
  const patch = (changes: Partial<Value>) => change({ ...value, ...changes })
  const forget = () => {
    write(key, undefined)
    setUntouched(initial())
  }
  return {
    value,
    isBegun: kept !== undefined,
    change,
    patch,
    forget,
    /** After a late response: `next` gets the current text and returns what stays of it. True if something does. */
    update(next: (now: Value) => Value | undefined): boolean {
      const now = read(key)
      const left = next(now === undefined ? untouched : (JSON.parse(now) as Value))
      if (left === undefined) forget()
      else change(left)
      return left !== undefined
    },
    /** One key may close a form with a whole letter in it, so undo brings it back. */
    discard(isWritten: boolean, { onClose, onReopen }: Partial<Closing> = {}) {
      onClose?.()
      forget()
      if (!isWritten) return
      const undo = () => {
        change(value)
        onReopen?.()
      }
      offerUndo({ text: words.discarded, undo })
    },
    field: (name: TextNames<Value>) => ({
      name,
      value: value[name] as string,
      onChange: ({ target }: { target: { value: string } }) => patch({ [name]: target.value } as Partial<Value>),
    }),
    choice: <Name extends keyof Value & string>(name: Name) => ({
      name,
      value: value[name],
      onChange: (chosen: Value[Name]) => patch({ [name]: chosen } as unknown as Partial<Value>),
    }),
  }
}

/** Text typed after `sent` was sent: the rest, or all of it where the text itself was changed. */
export function typedSince(sent: string, now: string): string {
  return now.trim().startsWith(sent.trim()) ? now.trimStart().slice(sent.trim().length).trimStart() : now
}

export function useHasDraft(about: string) {
  const { person } = useSession()
  return useSyncExternalStore(subscribe, () => read(keyOf(person.id, about)) !== undefined)
}

/** For a text that comes back: `value` gets the draft that was begun since, if there is one. */
export function useBringBack() {
  const { person } = useSession()
  return <Value>(about: string, value: (begun: Value | undefined) => Value) => {
    const key = keyOf(person.id, about)
    const begun = read(key)
    write(key, JSON.stringify(value(begun === undefined ? undefined : (JSON.parse(begun) as Value))))
  }
}

/** The returned function brings the draft back, unless another was begun since. */
export function useForgetDraft() {
  const { person } = useSession()
  return (about: string) => {
    const key = keyOf(person.id, about)
    const kept = read(key)
    write(key, undefined)
    return () => {
      if (kept !== undefined && read(key) === undefined) write(key, kept)
    }
  }
}
