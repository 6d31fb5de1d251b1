import { defineType, sentence, translatedField } from './definition.ts'

export const questions = defineType({
  type: 'questions',
  records: 'unnumbered',
  titleField: 'question',
  page: '/faq',
  fields: {
    question: sentence(100),
    answer: translatedField('plain', { maxLength: 2000, advisedLength: 400 }),
  },
  pageContent: (questions) => ({ questions }),
})
