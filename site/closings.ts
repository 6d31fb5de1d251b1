import type { Navigation } from '#contract/navigation.ts'

interface Closing {
  art: 'word' | 'seats' | 'columns'
  /** Two are shown: the first ones that lead to another page. */
  links: { to: string; name: keyof Navigation['buttons'] }[]
}

/** Ends of pages, by their subject; a page names one in its handle. */
export const CLOSINGS = {
  project: { art: 'word', links: [{ to: '/contact', name: 'start' }] },
  careers: {
    art: 'seats',
    links: [
      { to: '/jobs', name: 'jobs' },
      { to: '/general-application', name: 'generalApplication' },
      { to: '/internship', name: 'internship' },
    ],
  },
  work: {
    art: 'columns',
    links: [
      { to: '/case-study', name: 'studies' },
      { to: '/blog', name: 'articles' },
      { to: '/contact', name: 'start' },
    ],
  },
} as const satisfies Record<string, Closing>

export type ClosingName = keyof typeof CLOSINGS

const LINKS_SHOWN = 2

export const linksOf = (name: ClosingName, address: string) =>
  CLOSINGS[name].links.filter(({ to }) => to !== address).slice(0, LINKS_SHOWN)
