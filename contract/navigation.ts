import * as z from 'zod/mini'

/** The pages of the header's menu, which the desk words and orders: none is removed, and none leads elsewhere. */
export const MENU_PAGES = {
  home: '/',
  about: '/about',
  projects: '/projects',
  services: '/services',
  internship: '/internship',
  jobs: '/jobs',
  contact: '/contact',
} as const
export type MenuPage = keyof typeof MENU_PAGES

export const LEGAL_PAGES = { terms: '/terms-conditions' } as const

/** Names of pages that a menu always holds, with their addresses. */
export type FixedPages = Readonly<Record<string, string>>

const MAX_LABEL_LENGTH = 40
const MAX_TARGET_LENGTH = 400
export const MAX_MENU_ENTRIES = 14

const label = z.string().check(z.maxLength(MAX_LABEL_LENGTH))
const entry = z.strictObject({
  /** One of the menu's fixed pages. Other entries name their target instead. */
  page: z.optional(z.string().check(z.maxLength(40))),
  to: z.optional(z.string().check(z.maxLength(MAX_TARGET_LENGTH))),
  label: z.strictObject({ en: label, ar: label }),
})
export type MenuEntry = z.infer<typeof entry>

/** The structure only: a draft may lack words. */
export const menuOf = (fixed: FixedPages) =>
  z.array(entry).check(
    z.maxLength(MAX_MENU_ENTRIES),
    z.refine((entries) => entries.every(({ page, to }) => (page === undefined) !== (to === undefined)), {
      error: 'must have for each entry either a page or an address',
    }),
    z.refine((entries) => holdsOnce(entries, Object.keys(fixed)), {
      error: `must hold each of these pages once, and no other page: ${Object.keys(fixed).join(', ')}`,
    }),
  )

function holdsOnce(entries: readonly MenuEntry[], pages: readonly string[]) {
  const named = entries.flatMap(({ page }) => page ?? [])
  return named.length === pages.length && pages.every((page) => named.includes(page))
}

export const targetOf = ({ page, to }: Pick<MenuEntry, 'page' | 'to'>, fixed: FixedPages): string =>
  ((page === undefined ? to : fixed[page]) ?? '').trim()

/** As pages show it, in one language. */
export interface MenuLink {
  page?: string
  to: string
  label: string
}

export interface Navigation {
  header: MenuLink[]
  intro: string
  headings: Record<'company' | 'contact' | 'work' | 'follow', string>
  work: MenuLink[]
  legal: MenuLink[]
  copyright: string
  /** At the end of pages, by their subject. */
  closings: Record<'project' | 'careers' | 'work', string>
  buttons: Record<'start' | 'jobs' | 'generalApplication' | 'internship' | 'studies' | 'articles', string>
  /** Only while it is shown. */
  announcement?: { text: string; to?: string }
}
