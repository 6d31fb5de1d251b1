import type { Category } from '#contract/entities.ts'
import { useRoot } from '../../use-root.ts'

/** Categories carry their name in both languages, whatever language was asked for. */
export function useCategoryName() {
  const { language } = useRoot()
  return ({ name_en, name_ar }: Category) => (language === 'ar' ? name_ar : name_en)
}
