import { RECORD_PAGES } from '#contract/page-addresses.ts'
import { paragraphsOf } from '#contract/prose.ts'
import { slug, whole } from './common-fields.ts'
import { defineType, longText, points, sentence, sharedField, shortText, translatedField } from './definition.ts'

export const notes = defineType({
  type: 'notes',
  records: 'unnumbered',
  titleField: 'title',
  newestFirst: 'published_on',
  page: '/blog-details',
  recordPages: [RECORD_PAGES.note],
  firstDay: 'published_on',
  fields: {
    slug,
    topic: shortText(24),
    published_on: sharedField('date', { inPreview: (today) => today }),
    minutes: sharedField('number', { rule: whole(1, 60), inPreview: 1 }),
    title: shortText(60),
    summary: sentence(),
    author: shortText(60),
    opening: translatedField('plain', { maxLength: 20_000 }),
    paragraphs: longText,
    pull: sentence(100),
    heading: shortText(60),
    rules: points,
    closing: longText,
  },
  pageContent: (notes, { movedSlugs }) => ({
    notes: notes.map(({ slug, topic, published_on, minutes, title, summary }) => ({
      slug,
      topic,
      publishedOn: published_on,
      minutes,
      title,
      summary,
    })),
    'note-texts': Object.fromEntries(
      notes.map(({ slug, author, opening, paragraphs, pull, heading, rules, closing }) => [
        slug,
        {
          author,
          opening,
          paragraphs: paragraphsOf(paragraphs),
          pull,
          heading,
          rules,
          closing: paragraphsOf(closing),
        },
      ]),
    ),
    'moved-notes': movedSlugs,
  }),
})
