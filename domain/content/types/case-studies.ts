import { RECORD_PAGES } from '#contract/page-addresses.ts'
import { slug, whole } from './common-fields.ts'
import { article, defineType, sentence, sharedField, shortText } from './definition.ts'
import { PROJECT_TYPES } from './projects.ts'
import { searchAndShare } from './search-and-share.ts'

const MAX_DOTS = 500

export const caseStudies = defineType({
  type: 'case-studies',
  records: 'unnumbered',
  titleField: 'client',
  page: '/case-study-details',
  recordPages: [RECORD_PAGES.study],
  fields: {
    slug,
    type: sharedField('choice', { choices: PROJECT_TYPES, inPreview: 'Mobile App' }),
    before: sharedField('number', { rule: whole(1, MAX_DOTS), inPreview: 1 }),
    after: sharedField('number', { rule: whole(0, MAX_DOTS), inPreview: 1 }),
    client: shortText(40),
    subject: shortText(40),
    change: shortText(40),
    summary: sentence(),
    title: shortText(60),
    lead: sentence(160),
    customer: shortText(40),
    scope: shortText(40),
    length: shortText(40),
    live_since: { ...shortText(40), canBeRelative: true },
    figure: sentence(120),
    body: article,
    cover: sharedField('picture', { optional: true }),
    ...searchAndShare,
  },
  rules: [
    {
      path: ['after'],
      message: 'must be at most what it was before',
      check: 'numberFormat',
      isBroken: ({ before, after }) => after > before,
    },
  ],
  pageContent: (studies, { movedSlugs }) => ({
    'case-studies': studies.map(({ slug, type, before, after, client, subject, change, summary }) => ({
      slug,
      type,
      before,
      after,
      client,
      subject,
      change,
      summary,
    })),
    'case-study-texts': Object.fromEntries(
      studies.map(({ slug, title, lead, customer, scope, length, live_since, figure, body, cover }) => [
        slug,
        { title, lead, customer, scope, length, live_since, figure, body, cover },
      ]),
    ),
    'moved-case-studies': movedSlugs,
  }),
})
