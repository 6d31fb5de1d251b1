import type { Texts } from '#texts/index.ts'
import { plainAddress } from '../../addresses.ts'

interface NavigationEntry {
  name: keyof Texts['shell']['pages']
  to: string
  holds?: string[]
}

/** The real menu, in the order of docs/product.md, section 2. */
export const NAVIGATION: NavigationEntry[] = [
  { name: 'home', to: '/' },
  { name: 'about', to: '/about' },
  { name: 'projects', to: '/projects', holds: ['projectsoverview', 'projects-details', 'app-details'] },
  { name: 'services', to: '/services', holds: ['services-details'] },
  { name: 'internship', to: '/internship' },
  { name: 'jobs', to: '/jobs', holds: ['careerapply', 'general-application'] },
  { name: 'contact', to: '/contact' },
]

export function currentAs({ to, holds }: NavigationEntry, pathname: string): 'page' | 'true' | undefined {
  const plain = plainAddress(pathname).toLowerCase().replace(/\/$/, '') || '/'
  if (plain === to) return 'page'
  return holds?.includes(plain.split('/')[1] ?? '') ? 'true' : undefined
}
