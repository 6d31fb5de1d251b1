import { useLocation } from 'react-router'
import { plainAddress } from '../addresses.ts'
import type { Crumb } from '../components/breadcrumbs.tsx'
import { useAbsoluteAddress } from './absolute-address.ts'
import { StructuredData } from './structured-data.tsx'

/** The same trail as the visitor reads. */
export function BreadcrumbListData({ trail }: { trail: Crumb[] }) {
  const absolute = useAbsoluteAddress()
  const { pathname } = useLocation()
  const itemListElement = trail.map(({ name, to }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: absolute(to ?? plainAddress(pathname)),
  }))
  return <StructuredData thing={{ '@type': 'BreadcrumbList', itemListElement }} />
}
