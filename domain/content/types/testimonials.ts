import { defineType, shortText, translatedField } from './definition.ts'

export const testimonials = defineType({
  type: 'testimonials',
  records: 'unnumbered',
  titleField: 'name',
  page: '/testimonials',
  fields: {
    quote: translatedField('plain', { maxLength: 2000, advisedLength: 200 }),
    name: shortText(60),
    title: shortText(80),
  },
  pageContent: (testimonials) => ({ testimonials }),
})
