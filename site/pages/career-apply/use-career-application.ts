import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { QUESTIONS_VERSION_FIELD } from '#contract/constants.ts'
import type { Job } from '#contract/entities.ts'
import { fieldsOf, questionsOf } from '../../submissions/forms.ts'
import { type OutboxEntry, takeBackToEdit } from '../../submissions/outbox.ts'
import type { InitialValues } from '../../submissions/use-answers.ts'
import { useSentReference, useSubmission } from '../../submissions/use-form.ts'

/** Product 4.6: a panel replaces the form once it is sent; the form comes back with every answer. */
export function useCareerApplication(page: string, job?: Job) {
  const sentReference = useSentReference('career-application', page)
  const entry = useSubmission('career-application', page)
  const [editing, setEditing] = useState<InitialValues>()
  const edit = async ({ submission, broken }: OutboxEntry) => {
    setEditing({ answers: submission.answers, cv: submission.cv, broken })
    await takeBackToEdit(submission.key)
  }
  const refused = useRefusal(entry, job)
  const isCancelled = entry?.state === 'cancelled'
  return {
    sentReference,
    underWay: entry && !refused && !isCancelled ? entry : undefined,
    refused,
    initial: refused
      ? { answers: refused.submission.answers, cv: refused.submission.cv, broken: refused.broken }
      : editing,
    cancelled: isCancelled ? entry : undefined,
    edit,
  }
}

/** Questions that changed while the page was open are loaded again. */
function useRefusal(entry: OutboxEntry | undefined, job: Job | undefined) {
  const { revalidate } = useRevalidator()
  const refused = entry?.state === 'refused' && entry.broken ? entry : undefined
  const known = [...fieldsOf('career-application', questionsOf(job ?? {})), 'job_id']
  const isChanged = Object.keys(refused?.broken ?? {}).some((name) => !known.includes(name))
  const refusedKey = isChanged ? refused?.submission.key : undefined
  useEffect(() => {
    if (refusedKey) void revalidate()
  }, [refusedKey, revalidate])
  if (!refused || !isChanged) return refused
  return { ...refused, broken: { ...refused.broken, [QUESTIONS_VERSION_FIELD]: 'questionsChanged' as const } }
}
