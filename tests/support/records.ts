import type { Job, Project, Service } from '#contract/entities.ts'

/** Valid records for a stand-in of the guest API. */

export const aService = (id: number, changes: Partial<Service> = {}): Service => ({
  id,
  title: `Service ${id}`,
  summary: 'In one sentence.',
  description: 'In one paragraph.\n\nAnd in another.',
  motif: 'app',
  images: [],
  ...changes,
})

export const aProject = (id: number, changes: Partial<Project> = {}): Project => ({
  id,
  title: `Project ${id}`,
  summary: 'In one sentence.',
  description: 'In one paragraph.\n\nAnd in another.',
  icon_image: null,
  images: [],
  type: 'Web Application',
  start_date: '2025-03-09',
  app_store_url: null,
  google_play_url: null,
  technology: [],
  team: null,
  duration_weeks: null,
  outcome: null,
  case_study: null,
  ...changes,
})

export const aJob = (id: number, changes: Partial<Job> = {}): Job => ({
  id,
  title: `Job ${id}`,
  description: 'In one paragraph.',
  requirements: [],
  employment_type: 'FULL_TIME',
  location: 'Cairo',
  country: 'EG',
  remote: false,
  posted_on: '2026-01-01',
  closes_on: '2036-01-01',
  seats: 1,
  requisition: null,
  workplace: null,
  team: null,
  city: null,
  region: null,
  street: null,
  postal_code: null,
  salary: null,
  experience: null,
  education: null,
  benefits: [],
  other_cities: [],
  contact_email: null,
  ...changes,
})

export const LONG_TITLE =
  'A system for everything that a very large and rather old trading company with nineteen branches ever wrote down, Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnung'

export const list = <Item>(items: Item[]) => ({ data: items })
