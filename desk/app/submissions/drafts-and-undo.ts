import { useRevalidator } from 'react-router'
import { api } from '../api.ts'
import { useForgetDraft } from '../parts/drafts.ts'
import { useAnnouncements } from '../parts/work.tsx'
import { useTexts } from '../texts.tsx'

export const draftNames = {
  letter: (reference: string) => `letter ${reference}`,
  question: (reference: string) => `question ${reference}`,
  note: (reference: string) => `note ${reference}`,
  decline: (reference: string) => `decline ${reference}`,
}

export const DECLINE_MANY = 'decline many'

/** Drafts about erased submissions are erased with them. */
export function useForgetDrafts() {
  const forget = useForgetDraft()
  return (references: readonly string[]) => {
    for (const reference of references) for (const nameOf of Object.values(draftNames)) forget(nameOf(reference))
  }
}

export function useTakeBack() {
  const { submissions: words, say } = useTexts()
  const announcements = useAnnouncements()
  const { revalidate } = useRevalidator()
  return async (step: string) => {
    const { undone, kept, lettersWithdrawn, lettersSent } = await api('POST /undo/:id', { params: { id: step } })
    const sentences = [
      undone > 0 && words.undone.done,
      kept > 0 && say('submissions.undone.kept', { count: kept }),
      lettersSent > 0 && say('submissions.undone.sent', { count: lettersSent }),
      lettersWithdrawn > 0 && lettersSent === 0 && words.undone.nothingSent,
    ].filter((sentence) => sentence !== false)
    announcements.show(sentences.join(' '))
    await revalidate()
  }
}
