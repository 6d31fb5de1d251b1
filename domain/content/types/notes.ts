import { minutesOf } from '#contract/article.ts'
import { RECORD_PAGES } from '#contract/page-addresses.ts'
import { slug } from './common-fields.ts'
import { article, defineType, sentence, sharedField, shortText } from './definition.ts'
import { searchAndShare } from './search-and-share.ts'

export const notes = defineType({
  type: 'notes',
  records: 'unnumbered',
  titleField: 'title',
  newestFirst: 'published_on',
  page: '/blog-details',
  recordPages: [RECORD_PAGES.note],
  firstDay: 'published_on',
  fields: {
    title: shortText(60),
    summary: sentence(),
    body: article,
    topic: shortText(24),
    author: shortText(60),
    slug,
    published_on: sharedField('date', { canBeRelative: true, inPreview: (today) => today }),
    cover: sharedField('picture', { optional: true }),
    ...searchAndShare,
  },
  pageContent: (notes, { movedSlugs }) => ({
    notes: notes.map(({ slug, topic, published_on, title, summary, body, cover }) => ({
      slug,
      topic,
      publishedOn: published_on,
      minutes: minutesOf(body),
      title,
      summary,
      ...(cover && { cover }),
    })),
    'note-texts': Object.fromEntries(notes.map(({ slug, author, body }) => [slug, { author, body }])),
    'moved-notes': movedSlugs,
  }),
})
