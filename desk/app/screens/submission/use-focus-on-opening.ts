import { useEffect, useRef } from 'react'

export interface Opening {
  /** Counts how often the person opened it; zero for a form that is open by itself. */
  opening: number
}

/** For a form that opens because the person asked for it. */
export function useFocusOnOpening(opening: number) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (opening > 0) [...(form.current?.querySelectorAll('textarea') ?? [])].at(-1)?.focus()
  }, [opening])
  return form
}
