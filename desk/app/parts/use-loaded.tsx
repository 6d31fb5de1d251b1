import { useCallback, useEffect, useState } from 'react'
import { useTexts } from '../texts.tsx'
import { Button } from './button.tsx'
import { Note } from './layout.tsx'
import { isExpected, sentenceOf } from './use-submit.ts'

/** How a call is to be made: by the page itself at first, by the person who tries again. */
interface Manner {
  signal: AbortSignal
  background: boolean
}

export interface Loaded<Result> {
  /** What arrived last. */
  result: Result | undefined
  /** Why nothing newer did, as a sentence. */
  failure: string | undefined
  tryAgain(): void
}

/** What a part of a screen asks for by itself, and again whenever the key changes; nothing while there is no key. */
export function useLoaded<Result>(key: string | undefined, load: (manner: Manner) => Promise<Result>): Loaded<Result> {
  const { failure: texts } = useTexts('shell')
  const [result, setResult] = useState<Result>()
  const [error, setError] = useState<Error>()
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is asked for
  useEffect(() => {
    if (key === undefined) return
    const controller = new AbortController()
    load({ signal: controller.signal, background: tries === 0 }).then(
      (loaded) => {
        if (controller.signal.aborted) return
        setError(undefined)
        setResult(loaded)
      },
      (reason) => {
        if (controller.signal.aborted || reason?.name === 'AbortError') return
        if (!isExpected(reason)) throw reason
        setError(reason)
      },
    )
    return () => controller.abort()
  }, [key, tries])
  const tryAgain = useCallback(() => setTries((before) => before + 1), [])
  return { result, failure: error && sentenceOf(error, texts), tryAgain }
}

/** Where the part would stand: what went wrong, and the way on. */
export function LoadFailure({ loaded: { failure, tryAgain } }: { loaded: Loaded<unknown> }) {
  const texts = useTexts('shell')
  if (!failure) return null
  return (
    <Note
      kind="wrong"
      actions={
        <Button small onClick={tryAgain}>
          {texts.tryAgain}
        </Button>
      }
    >
      {failure}
    </Note>
  )
}
