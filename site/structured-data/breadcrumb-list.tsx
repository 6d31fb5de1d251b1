import { useAbsoluteAddress } from './absolute-address.ts'
import { StructuredData } from './structured-data.tsx'

export interface Crumb {
  name: string
  /** A plain address; the last crumb, the page itself, has none. */
  to?: string
}

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
