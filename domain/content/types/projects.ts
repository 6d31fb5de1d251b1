import * as z from 'zod'
import type { Project } from '#contract/entities.ts'
import { RECORD_PAGES } from '#contract/page-addresses.ts'
import projectTypes from '#texts/en/project-types.json' with { type: 'json' }
import { whole } from './common-fields.ts'
import {
  defineType,
  markedText,
  optionalLink,
  sentence,
  sharedField,
  shortText,
  translatedField,
} from './definition.ts'
import { searchAndShare } from './search-and-share.ts'

export const PROJECT_TYPES = Object.keys(projectTypes) as (keyof typeof projectTypes)[]

const NAME_LENGTH = 60
const LINE_LENGTH = 400
const optional = true

const addressOfStudy = z
  .string()
  .regex(
    new RegExp(`^${RECORD_PAGES.study.replace('?', '\\?')}[a-z0-9-]+$`),
    `must be the address of a case study, like ${RECORD_PAGES.study}nabd`,
  )

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
    technology: translatedField('list', { maxLength: NAME_LENGTH, optional }),
    team: translatedField('plain', { maxLength: LINE_LENGTH, advisedLength: 80, optional }),
    duration_weeks: sharedField('number', { rule: whole(1, 520), optional }),
    outcome: translatedField('plain', { maxLength: LINE_LENGTH, advisedLength: 120, optional }),
    case_study: sharedField('plain', { maxLength: LINE_LENGTH, rule: addressOfStudy, optional }),
    ...searchAndShare,
  },
  // In the order of the API, which other programs compare byte by byte.
  shape: (project): Project => ({
    id: project.id,
    type: project.type,
    start_date: project.start_date,
    app_store_url: project.app_store_url,
    google_play_url: project.google_play_url,
    title: project.title,
    summary: project.summary,
    description: project.description,
    icon_image: project.icon_image,
    images: project.images,
    technology: project.technology ?? [],
    team: project.team,
    duration_weeks: project.duration_weeks,
    outcome: project.outcome,
    case_study: project.case_study,
  }),
})
