import type { Crumb } from '../components/headings/breadcrumbs.tsx'
import { useAbsoluteAddress } from './absolute-address.ts'
import { StructuredData } from './structured-data.tsx'

/** The same trail as the visitor reads. */
export function BreadcrumbListData({ trail }: { trail: Crumb[] }) {
  const absolute = useAbsoluteAddress()
  const itemListElement = trail.map(({ name, to }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    // The last one is the page itself.
    ...(to && { item: absolute(to) }),
  }))
  return <StructuredData thing={{ '@type': 'BreadcrumbList', itemListElement }} />
}
