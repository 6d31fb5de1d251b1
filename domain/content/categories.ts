import type { Category } from '#contract/entities.ts'
import type { Queries } from '../platform/database/database.ts'

export function listCategories(queries: Queries): Promise<Category[]> {
  return queries.selectFrom('categories').select(['id', 'name_en', 'name_ar']).orderBy('position').execute()
}
