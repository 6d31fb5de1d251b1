import { useForgetDraft } from '../parts/drafts.ts'

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
