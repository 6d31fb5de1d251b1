import { type SubmitEvent, useEffect, useRef } from 'react'
import { useActionData, useSearchParams } from 'react-router'
import { useTexts } from '../texts.tsx'
import { useRoot } from '../use-root.ts'
import { markDraftWiped, wipeSentDraft } from './draft.ts'
import type { FormName } from './forms.ts'
import { type OutboxEntry, openOutbox, submit, useOutbox } from './outbox.ts'
import { type AnsweredPost, type RefusedPost, SENT_PARAMETER } from './posted.ts'
import { type AnswersInForm, type Beginning, useAnswers } from './use-answers.ts'

interface FormOnPage {
  answers: AnswersInForm
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  /** While it is on its way, or the server has asked for patience. */
  isBusy: boolean
}

/** A form that stands on a page: writing it, and handing it over to the outbox. */
export function useForm(
  form: FormName,
  page: string,
  entry: OutboxEntry | undefined,
  beginning?: Beginning,
): FormOnPage {
  const posted = usePosted(form)
  const answers = useAnswers(form, page, beginning ?? posted)
  const isBusy = entry?.state === 'sending'
  // A second click comes before React has drawn the disabled button.
  const isHandingOver = useRef(false)
  return {
    answers,
    isBusy,
    onSubmit: (event) => {
      event.preventDefault()
      if (isHandingOver.current || isBusy || answers.missing.length > 0) return
      isHandingOver.current = true
      const filledIn = { ...answers.filledIn(), form, page, cv: answers.cv?.file, at: Date.now() }
      submit(filledIn).finally(() => {
        isHandingOver.current = false
      })
    },
  }
}

/** What has become of this page's form, if it was sent: also before a reload, or from another tab. */
export function useSubmission(form: FormName, page: string): OutboxEntry | undefined {
  useEffect(() => void openOutbox(), [])
  const entry = useOutbox().findLast(({ submission }) => submission.form === form && submission.page === page)
  // Another API host's receipts are not shown by this one's pages.
  const reference = entry?.link && entry.reference
  useEffect(() => {
    if (reference) showAddressOfReceipt(reference)
  }, [reference])
  return entry
}

/** A reload, and Back from another page, show the receipt again. The router need not know: it is the same page. */
function showAddressOfReceipt(reference: string) {
  markDraftWiped(reference)
  history.replaceState(history.state, '', `${location.pathname}?${SENT_PARAMETER}=${reference}`)
}

/** The reference of what this browser has sent, at the address of its receipt. */
export function useSentReference(form: FormName, page: string): string | undefined {
  const reference = useReceipt(form)
  useEffect(() => {
    if (reference) wipeSentDraft(form, page, reference)
  }, [form, page, reference])
  return reference
}

function useReceipt(form: FormName): string | undefined {
  const [search] = useSearchParams()
  const { receipt } = useRoot()
  const isOwn = receipt?.form === form && receipt.reference === search.get(SENT_PARAMETER)
  return isOwn ? receipt.reference : undefined
}

/** What became of a form before this document was loaded, for the title; what is sent from the page is said on the page. */
export function useResult(form: FormName, page: string): string | undefined {
  const { results } = useTexts('states')
  const posted = usePosted(form)
  const isSentFromHere = useOutbox().some(({ submission }) => submission.form === form && submission.page === page)
  const receipt = useReceipt(form)
  if (isSentFromHere) return undefined
  if (receipt) return results.sent
  return posted && results.notSent
}

/** The same of a form that nobody takes yet. */
export function useUnsentResult(): string | undefined {
  const { results } = useTexts('states')
  return useActionData<AnsweredPost>() && results.notSent
}

/** What the page's own action refused. */
export function usePosted(form: FormName): RefusedPost | undefined {
  const posted = useActionData<AnsweredPost>()
  return posted?.form === form && posted.problem ? (posted as RefusedPost) : undefined
}
