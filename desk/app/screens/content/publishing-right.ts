import { useSession } from '../../session.tsx'
import type { ContentRecord } from './draft.ts'

/** Whether this person may publish the record as things are. */
export function usePublishingRight({ isReviewOn, review }: ContentRecord) {
  const { person, can } = useSession()
  return !isReviewOn || can('settings.change') || (review?.state === 'asked' && review.reviewerId === person.id)
}
