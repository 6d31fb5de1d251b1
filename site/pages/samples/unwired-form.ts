import { type FocusEvent, type FormEvent, useState, useSyncExternalStore } from 'react'
import { useActionData } from 'react-router'
import { useTexts } from '../../page-context.tsx'
import type { AnsweredPost } from '../../submissions/posted.ts'

/** A form that makes no call. `required` holds the sentence for each field that may not stay empty. */
export function useUnwiredForm(required: Record<string, string>) {
  const { emailFormat } = useTexts('form-errors')
  const answered = useActionData<AnsweredPost>()
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const isAwake = useIsAwake()

  const complaintAbout = ({ name, validity }: HTMLInputElement) =>
    validity.valueMissing ? required[name] : validity.typeMismatch ? emailFormat : undefined

  const check = (input: HTMLInputElement) =>
    setErrors((current) => ({ ...current, [input.name]: complaintAbout(input) }))

  return {
    fieldOf: (name: string) => ({ name, error: errors[name], title: required[name], required: true }),
    isAnswered: isSubmitted || answered !== undefined,
    form: {
      method: 'post' as const,
      // Without a script the browser validates.
      noValidate: isAwake,
      onBlur: ({ target, relatedTarget }: FocusEvent<HTMLFormElement>) => {
        const leavesForAnotherField = relatedTarget instanceof HTMLInputElement
        if (isField(target) && leavesForAnotherField) check(target)
      },
      onInput: ({ target }: FormEvent<HTMLFormElement>) => {
        if (isField(target) && errors[target.name]) check(target)
      },
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        const fields = [...event.currentTarget.elements].filter(isField)
        setErrors(Object.fromEntries(fields.map((field) => [field.name, complaintAbout(field)])))
        const firstWrong = fields.find(complaintAbout)
        firstWrong?.focus()
        setIsSubmitted(!firstWrong)
      },
    },
  }
}

const isField = (target: EventTarget): target is HTMLInputElement => target instanceof HTMLInputElement

export const useIsAwake = () =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )

const neverChanges = () => () => {}
