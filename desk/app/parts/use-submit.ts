import { useCallback, useState } from 'react'
import type { DeskTexts } from '#texts/desk/en/index.ts'
import { NoAnswer, Refusal } from '../api.ts'
import { NotLoaded } from '../not-loaded.ts'
import { useTexts } from '../texts.tsx'

/** Runs one thing at a time and keeps what went wrong, as a sentence and by field. */
export function useSubmit() {
  const texts = useTexts('shell')
  const fieldTexts = useTexts('field-errors')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  const submit = useCallback(async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      if (!isExpected(error)) throw error
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }, [])

  const errors = failure instanceof Refusal ? (failure.body.errors ?? {}) : {}
  const sentence = (key: string) => fieldTexts[key as keyof typeof fieldTexts] ?? fieldTexts.invalid
  return {
    submit,
    isBusy,
    failure: failure === undefined ? undefined : sentenceOf(failure as Error, texts.failure),
    refusal: failure instanceof Refusal ? failure : undefined,
    /** What is wrong with a field, by its name in the call's body. */
    errorOf: (field: string) => (errors[field]?.[0] === undefined ? undefined : sentence(errors[field][0])),
  }
}

/** What can go wrong without a fault in the desk itself, and has a sentence. */
export const isExpected = (error: unknown): error is Error =>
  error instanceof Refusal || error instanceof NoAnswer || error instanceof NotLoaded || error instanceof Failure

export function sentenceOf(error: Error, texts: DeskTexts['shell']['failure']) {
  if (error instanceof NoAnswer) return texts.network
  return error instanceof NotLoaded ? texts.notLoaded : error.message
}

/** Something a form can say about itself, without asking the server. */
export class Failure extends Error {}
