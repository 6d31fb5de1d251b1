import type { MenuLink, MenuPage } from '#contract/navigation.ts'
import { plainAddress } from '../../addresses.ts'

/** First words of addresses below a page of the menu. */
const HOLDS: Partial<Record<MenuPage, string[]>> = {
  projects: ['projectsoverview', 'projects-details', 'app-details'],
  services: ['services-details'],
  jobs: ['careerapply', 'general-application'],
}

export function currentAs({ page, to }: MenuLink, pathname: string): 'page' | 'true' | undefined {
  const plain = withoutEnd(plainAddress(pathname))
  if (plain === withoutEnd(plainAddress(to))) return 'page'
  return HOLDS[page as MenuPage]?.includes(plain.split('/')[1] ?? '') ? 'true' : undefined
}

const withoutEnd = (address: string) => address.toLowerCase().replace(/\/$/, '') || '/'

/** Two entries may lead to the same page. */
export const keyOf = ({ to, label }: MenuLink) => `${to} ${label}`
