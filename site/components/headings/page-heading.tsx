import type { ReactNode } from 'react'
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx'
import styles from './page-heading.module.css'
import { Title } from './title.tsx'

interface PageHeadingProps {
  trail: Crumb[]
  title: string
  lead?: ReactNode
}

export function PageHeading({ trail, title, lead }: PageHeadingProps) {
  return (
    <div className={`wrap ${styles.heading}`}>
      <Breadcrumbs trail={trail} />
      <PageTitle title={title} lead={lead} />
    </div>
  )
}

export function PageTrail({ trail }: Pick<PageHeadingProps, 'trail'>) {
  return (
    <div className={`wrap ${styles.trail}`}>
      <Breadcrumbs trail={trail} />
    </div>
  )
}

export function PageTitle({ title, lead }: Pick<PageHeadingProps, 'title' | 'lead'>) {
  return (
    <div className={styles.row}>
      <Title size="d2" text={title} />
      {lead && <p className={styles.lead}>{lead}</p>}
    </div>
  )
}
