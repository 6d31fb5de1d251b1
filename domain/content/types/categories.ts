import type { Category } from '#contract/entities.ts'
import { defineType, shortText } from './definition.ts'

export const categories = defineType({
  type: 'categories',
  records: 'numbered',
  titleField: 'name',
  page: '/projects',
  endpoints: { list: 'categories' },
  fields: { name: shortText(40) },
  shape: ({ id }, { en, ar }): Category => ({ id, name_en: en.name as string, name_ar: ar.name as string }),
})
