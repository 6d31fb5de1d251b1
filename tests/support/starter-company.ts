import { readFileSync } from 'node:fs'
import path from 'node:path'
import { LEGAL_PAGES, MENU_PAGES, type MenuLink, type MenuPage, type Navigation } from '#contract/navigation.ts'
import type { PAGES, PageContentOf } from '#contract/pages.ts'
import { companyValues } from '#texts/company.ts'
import { fillPlaces } from '#texts/fill-in.ts'
import { type CompanyInTexts, companyTexts } from '#texts/index.ts'
import type { Language } from '#texts/languages.ts'

const file = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../content/company.json'), 'utf8'))

/** The company's file of the starter content. */
export const STARTER_FACTS = file as {
  counters: { home: Record<string, number>; about: Record<string, number> }
}

export const STARTER_COMPANY: CompanyInTexts = {
  name: file.name,
  founded: file.founded,
  clients: file.counters.home.clients,
  referencePrefix: file.reference_prefix,
  promises: Object.fromEntries(
    Object.entries(file.promises).map(([name, days]) => [name.replace('_', '-'), days]),
  ) as CompanyInTexts['promises'],
}

/** The site's texts with the starter content. */
export const starterTexts = (language: Language) => companyTexts(STARTER_COMPANY, language)

type Bilingual = Record<Language, string>

const readStarter = (type: string) =>
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, `../../content/${type}.json`), 'utf8'))

/** A record of the starter content with a slug. */
export function starterRecord(type: 'notes' | 'case-studies', slug: string): { title: Bilingual; client: Bilingual } {
  return readStarter(type).find((record: { slug: string }) => record.slug === slug)
}

/** A page of the starter content, in one language, its places filled in. */
export function starterPage<Page extends keyof typeof PAGES>(page: Page, language: Language) {
  const values = companyValues(STARTER_COMPANY, language)
  const { search, sections: _, ...words } = inLanguage(readStarter(`page-${page}`), language, values)
  return { meta: search, words } as { meta: PageContentOf<Page>['meta']; words: PageContentOf<Page>['words'] }
}

/** The frame of every page with the starter content. */
export function starterNavigation(language: Language): Navigation {
  const { header, footer, closings, buttons } = inLanguage(
    readStarter('navigation'),
    language,
    companyValues(STARTER_COMPANY, language),
  ) as unknown as {
    header: MenuLink[]
    footer: Pick<Navigation, 'intro' | 'headings' | 'work' | 'legal' | 'copyright'>
    closings: Navigation['closings']
    buttons: Navigation['buttons'] & { general_application: string }
  }
  const { general_application: generalApplication, ...others } = buttons
  const withTarget = (pages: Record<string, string>) => (link: MenuLink) => ({
    ...link,
    to: pages[link.page ?? ''] ?? link.to,
  })
  return {
    ...footer,
    header: header.map(withTarget(MENU_PAGES)),
    legal: footer.legal.map(withTarget(LEGAL_PAGES)),
    closings,
    buttons: { ...others, generalApplication },
  }
}

/** As the menu names them. */
export const starterPageNames = (language: Language) =>
  Object.fromEntries(starterNavigation(language).header.map(({ page, label }) => [page, label])) as Record<
    MenuPage,
    string
  >

type Tree = Record<string, unknown>

function inLanguage(value: unknown, language: Language, values: Record<string, string>): Tree {
  if (typeof value === 'string') return fillPlaces(value, values) as unknown as Tree
  if (Array.isArray(value)) return value.map((each) => inLanguage(each, language, values)) as unknown as Tree
  if (typeof value !== 'object' || value === null) return value as unknown as Tree
  if (language in value) return inLanguage((value as Tree)[language], language, values)
  const members = Object.entries(value).map(([key, inner]) => [key, inLanguage(inner, language, values)] as const)
  return ('1' in value ? members.map(([, member]) => member) : Object.fromEntries(members)) as Tree
}

export const starterJob = (id: number): { location: Bilingual } =>
  readStarter('jobs').find((job: { id: number }) => job.id === id)

export function starterQuestion(index: number, language: Language) {
  const { question, answer } = readStarter('questions')[index] as Record<'question' | 'answer', Bilingual>
  return { question: question[language], answer: answer[language] }
}
