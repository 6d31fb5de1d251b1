import { blocksOf, inlinesOf } from '#contract/markdown.ts'
import { RECORD_PAGES } from '#contract/page-addresses.ts'
import { slug, whole } from './common-fields.ts'
import { defineType, markedText, sentence, sharedField, shortText, translatedField } from './definition.ts'

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
    published_on: sharedField('date', { canBeRelative: true, inPreview: (today) => today }),
    minutes: sharedField('number', { rule: whole(1, 60), inPreview: 1 }),
    title: shortText(60),
    summary: sentence(),
    author: shortText(60),
    opening: translatedField('plain', { maxLength: 20_000, hasMarks: true }),
    paragraphs: markedText,
    pull: sentence(100),
    heading: shortText(60),
    rules: translatedField('list', { maxLength: 400, hasMarks: true }),
    closing: markedText,
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
          opening: inlinesOf(opening),
          paragraphs: blocksOf(paragraphs),
          pull,
          heading,
          rules: rules.map(inlinesOf),
          closing: blocksOf(closing),
        },
      ]),
    ),
    'moved-notes': movedSlugs,
  }),
})
