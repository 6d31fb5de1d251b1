import { StructuredData, useAbsoluteAddress } from '../../structured-data/structured-data.tsx'
import { useTexts } from '../../texts.tsx'
import { PageLink } from '../controls/page-link.tsx'
import styles from './breadcrumbs.module.css'

export function Breadcrumbs({ trail: below }: { trail: Crumb[] }) {
  const { breadcrumbs, pages } = useTexts('shell')
  const trail = [{ name: pages.home, to: '/' }, ...below]
  return (
    <nav className={styles.breadcrumbs} aria-label={breadcrumbs}>
      <ol>
        {trail.map(({ name, to }) => (
          <li key={name}>{to ? <PageLink to={to}>{name}</PageLink> : <span aria-current="page">{name}</span>}</li>
        ))}
      </ol>
      <BreadcrumbListData trail={trail} />
    </nav>
  )
}

export interface Crumb {
  name: string
  to?: string
}

function BreadcrumbListData({ trail }: { trail: Crumb[] }) {
  const absolute = useAbsoluteAddress()
  const itemListElement = trail.map(({ name, to }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    ...(to && { item: absolute(to) }),
  }))
  return <StructuredData thing={{ '@type': 'BreadcrumbList', itemListElement }} />
}
