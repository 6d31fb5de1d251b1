import * as z from 'zod'
import type { Brand, Logo } from '#contract/page-content.ts'
import { addressOfPicture, readPictureAddress, widthsOf } from '#contract/uploaded-pictures.ts'
import type { Language } from '#texts/languages.ts'
import { momentAt } from '../../platform/calendar.ts'
import { timeOfDay, whole } from './common-fields.ts'
import { defineType, sharedField, shortText, translatedField } from './definition.ts'

const MAX_COUNT = 5000
const MAX_PROMISED_DAYS = 60
const MAX_CHANGE_HOURS = 168

const counter = (page: 'home' | 'about', name: string, max: number) =>
  sharedField('number', { at: ['counters', page, name], rule: whole(0, max), inPreview: 1 })
const promise = (name: string) =>
  sharedField('number', { at: ['promises', name], rule: whole(1, MAX_PROMISED_DAYS), inPreview: 1 })
const wordmark = sharedField('picture', { logo: 'wordmark', optional: true })

export const company = defineType({
  type: 'company',
  records: 'single',
  titleField: 'name',
  page: '/',
  fields: {
    name: shortText(24),
    wordmark_en: wordmark,
    wordmark_en_dark: wordmark,
    wordmark_ar: wordmark,
    wordmark_ar_dark: wordmark,
    mark: sharedField('picture', { logo: 'mark', optional: true }),
    reference_prefix: sharedField('plain', {
      maxLength: 6,
      rule: z.string().regex(/^[A-Z]{2,6}$/, 'must be 2 to 6 capital letters'),
    }),
    founded: sharedField('number', { rule: whole(1000, 2999), inPreview: 1 }),
    home_years: counter('home', 'years', MAX_COUNT),
    home_projects: counter('home', 'projects', MAX_COUNT),
    home_clients: counter('home', 'clients', MAX_COUNT),
    home_advisors: counter('home', 'advisors', MAX_COUNT),
    about_satisfaction: counter('about', 'satisfaction', 100),
    about_members: counter('about', 'members', 100),
    about_scientists: counter('about', 'scientists', 100),
    about_years: counter('about', 'years', 100),
    promise_contact_message: promise('contact_message'),
    promise_internship_application: promise('internship_application'),
    promise_career_application: promise('career_application'),
    promise_hiring_talk: promise('hiring_talk'),
    promise_hiring_task: promise('hiring_task'),
    promise_hiring_decision: promise('hiring_decision'),
    promise_privacy_request: promise('privacy_request'),
    interview_change_hours: sharedField('number', {
      at: ['interviews', 'change_hours'],
      rule: whole(0, MAX_CHANGE_HOURS),
      optional: true,
    }),
    countdown_opens_on: sharedField('date', { at: ['countdown', 'opens_on'], inPreview: (today) => today }),
    countdown_opens_at: sharedField('plain', {
      at: ['countdown', 'opens_at'],
      maxLength: 5,
      rule: timeOfDay,
      inPreview: '00:00',
    }),
    countdown_time_zone: sharedField('time-zone', {
      at: ['countdown', 'time_zone'],
      maxLength: 64,
      inPreview: 'UTC',
    }),
    countdown_zone_name: translatedField('plain', { at: ['countdown', 'zone_name'], maxLength: 200 }),
  },
  pageContent: ([company], { language }) =>
    company
      ? {
          brand: brandOf(company, language),
          founded: company.founded,
          'home-counters': {
            years: company.home_years,
            projects: company.home_projects,
            clients: company.home_clients,
            advisors: company.home_advisors,
          },
          'about-counters': {
            satisfaction: company.about_satisfaction,
            members: company.about_members,
            scientists: company.about_scientists,
            years: company.about_years,
          },
          countdown: {
            opensAt: openingMoment(
              `${company.countdown_opens_on}T${company.countdown_opens_at}`,
              company.countdown_time_zone,
            ),
            timeZone: company.countdown_time_zone,
            zoneName: company.countdown_zone_name,
          },
        }
      : BEFORE_CONTENT,
})

type Logos = Record<`wordmark_${Language}` | `wordmark_${Language}_dark` | 'mark', string | null>

/** A wordmark for dark ground alone says nothing about light ground. */
function brandOf(logos: Logos, language: Language): Brand {
  const [light, dark] = [logoAt(logos[`wordmark_${language}`]), logoAt(logos[`wordmark_${language}_dark`])]
  return {
    ...(light && { wordmark: { light, ...(dark && { dark }) } }),
    ...(logos.mark && { mark: logos.mark }),
  }
}

/** The smallest file is wide enough for a header. */
function logoAt(address: string | null): Logo | undefined {
  const picture = readPictureAddress(address ?? '')
  if (!picture) return undefined
  const { width, height } = picture
  return { src: addressOfPicture(picture, widthsOf(picture)[0]), width, height }
}

/** A time that the clock skips is read as UTC. */
const openingMoment = (shown: string, timeZone: string) =>
  momentAt(shown, timeZone)?.getTime() ?? Date.parse(`${shown}:00Z`)

const BEFORE_CONTENT = {
  brand: {},
  founded: 2000,
  'home-counters': { years: 0, projects: 0, clients: 0, advisors: 0 },
  'about-counters': { satisfaction: 0, members: 0, scientists: 0, years: 0 },
  countdown: { opensAt: Date.UTC(2000, 0, 1), timeZone: 'UTC', zoneName: 'UTC' },
}
