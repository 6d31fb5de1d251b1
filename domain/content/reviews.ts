import type { Review } from '#contract/entities.ts'
import type { Language } from '#texts/languages.ts'
import type { Queries } from '../platform/database/database.ts'

export function listReviews(queries: Queries, language: Language): Promise<Review[]> {
  return queries
    .selectFrom('reviews')
    .select([`review_${language} as review`, `name_${language} as name`, `title_${language} as title`])
    .orderBy('position')
    .execute()
}
