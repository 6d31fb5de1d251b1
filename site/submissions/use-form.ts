import { type SubmitEvent, useEffect, useRef } from 'react'
import { useActionData, useSearchParams } from 'react-router'
import type { JobQuestion } from '#contract/entities.ts'
import { useRoot, useTexts } from '../page-context.tsx'
import { readCameBy } from './came-by.ts'
import { markDraftWiped, wipeSentDraft } from './draft.ts'
import type { SubmissionKind } from './forms.ts'
import { type OutboxEntry, openOutbox, submit, useOutbox } from './outbox.ts'
import { type AnsweredPost, type RefusedPost, SENT_PARAMETER } from './posted.ts'
import { type InitialValues, useAnswers } from './use-answers.ts'

export function useForm(
  kind: SubmissionKind,
  page: string,
  {
    entry,
    initial,
    questions,
  }: { entry?: OutboxEntry | undefined; initial?: InitialValues | undefined; questions?: readonly JobQuestion[] },
) {
  const posted = usePosted(kind)
  const answers = useAnswers(kind, page, initial ?? posted, questions)
  const isBusy = entry?.state === 'sending'
  // A second click may come before React has disabled the button.
  const isHandingOver = useRef(false)
  return {
    answers,
    isBusy,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (isHandingOver.current || isBusy || answers.missing.length > 0) return
      isHandingOver.current = true
      const filledIn = { ...answers.filledIn(), kind, page, cv: answers.cv?.file, cameBy: readCameBy(), at: Date.now() }
      submit(filledIn).finally(() => {
        isHandingOver.current = false
      })
    },
  }
}

export function useSubmission(kind: SubmissionKind, page: string): OutboxEntry | undefined {
  useEffect(() => void openOutbox(), [])
  const entry = useEntry(kind, page)
  // Another API host's receipts are not shown by this one's pages.
  const reference = entry?.link && entry.reference
  useEffect(() => {
    if (reference) showAddressOfReceipt(reference)
  }, [reference])
  return entry
}

const useEntry = (kind: SubmissionKind, page: string) =>
  useOutbox().findLast(({ submission }) => submission.kind === kind && submission.page === page)

/** A reload and Back show the receipt again. The router need not know: it is the same page. */
function showAddressOfReceipt(reference: string) {
  markDraftWiped(reference)
  history.replaceState(history.state, '', `${location.pathname}?${SENT_PARAMETER}=${reference}`)
}

export function useSentReference(kind: SubmissionKind, page: string): string | undefined {
  const reference = useReceipt(kind)
  useEffect(() => {
    if (reference) wipeSentDraft(kind, page, reference)
  }, [kind, page, reference])
  return reference
}

function useReceipt(kind: SubmissionKind): string | undefined {
  const [search] = useSearchParams()
  const { receipt } = useRoot()
  const isOwn = receipt?.kind === kind && receipt.reference === search.get(SENT_PARAMETER)
  return isOwn ? receipt.reference : undefined
}

export function useResult(kind: SubmissionKind, page: string): string | undefined {
  const { results } = useTexts('states')
  const posted = usePosted(kind)
  const entry = useEntry(kind, page)
  const receipt = useReceipt(kind)
  if (entry?.state === 'sent') return results.sent
  if (entry) return entry.state === 'waiting' || entry.state === 'refused' ? results.notSent : undefined
  if (receipt) return results.sent
  return posted && results.notSent
}

export function useUnsentResult(): string | undefined {
  const { results } = useTexts('states')
  return useActionData<AnsweredPost>() && results.notSent
}

export function usePosted(kind: SubmissionKind): RefusedPost | undefined {
  const posted = useActionData<AnsweredPost>()
  return posted?.form === kind && posted.problem ? (posted as RefusedPost) : undefined
}
