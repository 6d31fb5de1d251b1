import starter from '#content/navigation.json' with { type: 'json' }
import { LEGAL_PAGES, MENU_PAGES, type Navigation } from '#contract/navigation.ts'
import { COMPANY_PLACES, companyValues } from '#texts/company.ts'
import { formatsIn } from '#texts/dates-and-numbers.ts'
import { fillPlaces } from '#texts/fill-in.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { isUnseen, withoutUnseen } from '../same-text.ts'
import { defineType, sharedField, translatedField } from './definition.ts'

const YEAR = 'year'

const line = (at: readonly string[], maxLength: number, places: readonly string[] = COMPANY_PLACES) =>
  translatedField('plain', { at, maxLength, places })
const heading = (name: string) => line(['footer', 'headings', name], 40)
const closing = (name: string) =>
  translatedField('paragraphs', { at: ['closings', name], maxLength: 120, places: COMPANY_PLACES })
const button = (name: string) => line(['buttons', name], 40)
const announced = (name: string) => ({ at: ['announcement', name], optional: true, standsAlone: true }) as const

interface InFile {
  announcement?: { is_shown?: unknown; text?: Record<string, unknown>; from?: unknown; until?: unknown }
}

/** The frame of every page. */
export const navigation = defineType({
  type: 'navigation',
  records: 'single',
  titleField: 'footer_company',
  page: '/',
  starter,
  fields: {
    announcement_is_shown: sharedField('yes-no', { at: ['announcement', 'is_shown'] }),
    announcement_text: translatedField('plain', { ...announced('text'), maxLength: 200, advisedLength: 100 }),
    announcement_link: sharedField('target', { ...announced('link'), maxLength: 400 }),
    announcement_from: sharedField('date', announced('from')),
    announcement_until: sharedField('date', announced('until')),
    header: sharedField('menu', { fixedPages: MENU_PAGES }),
    footer_intro: line(['footer', 'intro'], 400),
    footer_company: heading('company'),
    footer_contact: heading('contact'),
    footer_work: heading('work'),
    footer_work_links: sharedField('menu', { at: ['footer', 'work'], optional: true, standsAlone: true }),
    footer_follow: heading('follow'),
    footer_copyright: line(['footer', 'copyright'], 200, [...COMPANY_PLACES, YEAR]),
    footer_legal_links: sharedField('menu', { at: ['footer', 'legal'], fixedPages: LEGAL_PAGES }),
    closing_project: closing('project'),
    closing_careers: closing('careers'),
    closing_work: closing('work'),
    button_start: button('start'),
    button_jobs: button('jobs'),
    button_general_application: button('general_application'),
    button_internship: button('internship'),
    button_studies: button('studies'),
    button_articles: button('articles'),
  },
  rules: [
    {
      path: ['announcement', 'until'],
      message: 'must not be before the first day',
      check: 'untilBeforeFrom',
      isBroken: ({ announcement: { from, until } = {} }: InFile) =>
        typeof from === 'string' && typeof until === 'string' && until < from,
    },
    ...LANGUAGES.map((language) => ({
      path: ['announcement', 'text', language],
      message: 'must say something while the announcement is shown',
      check: 'missing',
      isBroken: ({ announcement: { is_shown, text = {} } = {} }: InFile) =>
        is_shown === true && isUnseen(String(text[language] ?? '')),
    })),
  ],
  pageContent: ([values], { language, company, today, isDraft }) => {
    if (!values) return {}
    const inserted = companyValues(company, language)
    const filled = (words: string) => fillPlaces(words, inserted)
    const announcement = announcementOf(values, isDraft ? undefined : today)
    return {
      navigation: {
        header: values.header,
        intro: filled(values.footer_intro),
        headings: {
          company: filled(values.footer_company),
          contact: filled(values.footer_contact),
          work: filled(values.footer_work),
          follow: filled(values.footer_follow),
        },
        work: values.footer_work_links,
        legal: values.footer_legal_links,
        copyright: fillPlaces(values.footer_copyright, { ...inserted, [YEAR]: formatsIn(language, 'UTC').year(today) }),
        closings: {
          project: filled(values.closing_project),
          careers: filled(values.closing_careers),
          work: filled(values.closing_work),
        },
        buttons: {
          start: filled(values.button_start),
          jobs: filled(values.button_jobs),
          generalApplication: filled(values.button_general_application),
          internship: filled(values.button_internship),
          studies: filled(values.button_studies),
          articles: filled(values.button_articles),
        },
        ...(announcement && { announcement }),
      },
    }
  },
})

type Announced<Text = string | null> = Record<'announcement_text' | 'announcement_link', Text> &
  Record<'announcement_from' | 'announcement_until', Text> & { announcement_is_shown: boolean }

/** From the first day to the end of the last one. An editor previews it on any day. */
function announcementOf(values: Announced, today: string | undefined): Navigation['announcement'] {
  const { announcement_is_shown: isShown, announcement_from: from, announcement_until: until } = values
  if (!isShown || (today && ((from && today < from) || (until && today > until)))) return undefined
  const text = withoutUnseen(values.announcement_text ?? '')
  const to = values.announcement_link
  return text ? { text, ...(to && { to }) } : undefined
}
