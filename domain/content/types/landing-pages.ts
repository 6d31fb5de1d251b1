import type * as z from 'zod'
import { hasOpening, type Section, type SectionWords, sectionList, sectionWords } from '#contract/landing-pages.ts'
import { addressOfLandingPage, LANDING_PAGE } from '#contract/page-addresses.ts'
import { isReserved } from '#contract/page-routes.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { isOpeningComplete } from '../landing-sections.ts'
import { slug } from './common-fields.ts'
import { defineType, sharedField, shortText, translatedField } from './definition.ts'
import { searchAndShare } from './search-and-share.ts'

/** Pages of the site keep their addresses. */
const freeSlug = (slug.rule as z.ZodString).check(({ value, issues }) => {
  if (!isReserved(value)) return
  const values = [addressOfLandingPage({ slug: value })]
  const message = `is the address of another page of the site: ${values}`
  issues.push({ code: 'custom', input: value, message, params: { check: 'slugReserved', values } })
})

/** Other faults of their structure are reported by themselves. */
const sectionsIn = ({ sections }: { sections: unknown }) =>
  sectionList.safeParse(sections).data as Section[] | undefined
const wordsIn = ({ words }: { words: unknown }, language: Language) =>
  sectionWords.safeParse(Object(words)[language]).data as SectionWords | undefined

export const landingPages = defineType({
  type: 'landing-pages',
  records: 'unnumbered',
  titleField: 'title',
  page: LANDING_PAGE,
  fields: {
    title: shortText(60),
    slug: { ...slug, rule: freeSlug },
    sections: sharedField('landing-sections'),
    words: translatedField('landing-words'),
    ...searchAndShare,
  },
  rules: [
    {
      path: ['sections'],
      message: 'must begin with the one section of the kind hero, and show it',
      check: 'openingMissing',
      isBroken: (record) => !hasOpening(sectionsIn(record) ?? []),
    },
    ...LANGUAGES.map((language) => ({
      path: ['words', language],
      message: 'lacks words of the first section, which has the heading of the page',
      check: 'openingIncomplete',
      isBroken: (record: { sections: unknown; words: unknown }) =>
        !isOpeningComplete(sectionsIn(record) ?? [], wordsIn(record, language) ?? {}),
    })),
  ],
  pageContent: (pages, { movedSlugs }) => ({
    'landing-pages': Object.fromEntries(
      pages.map(({ slug, title, sections, words }) => [slug, { slug, title, sections: sections(words) }]),
    ),
    'moved-landing-pages': movedSlugs,
  }),
})
