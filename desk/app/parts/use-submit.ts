import { useCallback, useState } from 'react'
import { NoAnswer, Refusal } from '../api.ts'
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
      if (!(error instanceof Refusal) && !(error instanceof NoAnswer) && !(error instanceof Failure)) throw error
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
    failure:
      failure === undefined
        ? undefined
        : failure instanceof NoAnswer
          ? texts.failure.network
          : (failure as Error).message,
    refusal: failure instanceof Refusal ? failure : undefined,
    /** What is wrong with a field, by its name in the call's body. */
    errorOf: (field: string) => (errors[field]?.[0] === undefined ? undefined : sentence(errors[field][0])),
  }
}

/** Something a form can say about itself, without asking the server. */
export class Failure extends Error {}
