import { defineType, shortText, translatedField } from './definition.ts'

export const reviews = defineType({
  type: 'reviews',
  records: 'unnumbered',
  titleField: 'name',
  page: '/',
  endpoints: { all: 'reviews' },
  fields: {
    review: translatedField('paragraphs', { maxLength: 2000, advisedLength: 400 }),
    name: shortText(60),
    title: shortText(80),
  },
})
