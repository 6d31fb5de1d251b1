import { SERVICE_MOTIFS } from '#contract/constants.ts'
import type { Service } from '#contract/entities.ts'
import { RECORD_PAGES } from '#contract/page-addresses.ts'
import { defineType, markedText, sentence, sharedField, shortText } from './definition.ts'
import { searchAndShare } from './search-and-share.ts'

export const services = defineType({
  type: 'services',
  records: 'numbered',
  titleField: 'title',
  page: RECORD_PAGES.service,
  recordPages: [RECORD_PAGES.service],
  endpoints: { list: 'services', one: 'service' },
  fields: {
    motif: sharedField('choice', { choices: SERVICE_MOTIFS, optional: true }),
    // The desk measures title and summary in their cards.
    title: shortText(),
    summary: sentence(),
    description: markedText,
    images: sharedField('pictures'),
    ...searchAndShare,
  },
  // In the order of the API, which other programs compare byte by byte.
  shape: ({ id, motif, title, summary, description, images }): Service => ({
    id,
    motif,
    title,
    summary,
    description,
    images,
  }),
})
