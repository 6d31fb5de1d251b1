import { useState } from 'react'
import { useSession } from '../session.tsx'

const drafts = new Map<string, unknown>()

/**
 * What somebody has begun to write: it stays until it is sent, whatever they open in between. Kept in this window alone, for the
 * person who wrote it.
 */
export function useDraft<Value>(about: string, initial: () => Value) {
  const { person } = useSession()
  const key = `${person.id} ${about}`
  const [value, setValue] = useState<Value>(() => (drafts.has(key) ? (drafts.get(key) as Value) : initial()))
  return {
    value,
    change(changed: Value) {
      drafts.set(key, changed)
      setValue(changed)
    },
    forget() {
      drafts.delete(key)
      setValue(initial())
    },
  }
}

/** Whether something was begun; asked before the part that shows it is open. */
export function useHasDraft(about: string) {
  const { person } = useSession()
  return drafts.has(`${person.id} ${about}`)
}
