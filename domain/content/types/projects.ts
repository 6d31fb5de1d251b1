import type { Project } from '#contract/entities.ts'
import { RECORD_PAGES } from '#contract/page-addresses.ts'
import projectTypes from '#texts/en/project-types.json' with { type: 'json' }
import { defineType, markedText, optionalLink, sentence, sharedField, shortText } from './definition.ts'

export const PROJECT_TYPES = Object.keys(projectTypes) as (keyof typeof projectTypes)[]

export const projects = defineType({
  type: 'projects',
  records: 'numbered',
  titleField: 'title',
  newestFirst: 'start_date',
  columns: { topic: 'type' },
  page: RECORD_PAGES.project,
  recordPages: [RECORD_PAGES.project, RECORD_PAGES.app],
  endpoints: { list: 'allProjects', one: 'project' },
  fields: {
    type: sharedField('choice', { choices: PROJECT_TYPES, inPreview: 'Mobile App' }),
    start_date: sharedField('date', { canBeRelative: true, inPreview: (today) => today }),
    // The desk measures title and summary in their cards.
    title: shortText(),
    summary: sentence(),
    description: markedText,
    icon_image: sharedField('picture', { inPreview: { en: '', ar: '' } }),
    images: sharedField('pictures'),
    app_store_url: optionalLink,
    google_play_url: optionalLink,
  },
  // In the order of the API, which other programs compare byte by byte.
  shape: ({ id, type, start_date, app_store_url, google_play_url, ...shown }): Project => ({
    id,
    type,
    start_date,
    app_store_url,
    google_play_url,
    ...shown,
  }),
})
