import { useAbsoluteAddress } from './absolute-address.ts'
import { StructuredData } from './structured-data.tsx'

export interface Crumb {
  name: string
  to?: string
}

export function BreadcrumbListData({ trail }: { trail: Crumb[] }) {
  const absolute = useAbsoluteAddress()
  const itemListElement = trail.map(({ name, to }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    ...(to && { item: absolute(to) }),
  }))
  return <StructuredData thing={{ '@type': 'BreadcrumbList', itemListElement }} />
}
