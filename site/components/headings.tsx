import type { ReactNode } from 'react'
import { FullStop } from '../brand/dots/full-stop.tsx'
import { usePageNames, useTexts } from '../page-context.tsx'
import { StructuredData, useAbsoluteAddress } from '../structured-data/structured-data.tsx'
import crumbs from './breadcrumbs.module.css'
import { PageLink } from './controls.tsx'
import heading from './page-heading.module.css'
import section from './section-head.module.css'

interface PageHeadingProps {
  trail: Crumb[]
  title: string
  lead?: ReactNode
}

export function PageHeading({ trail, title, lead }: PageHeadingProps) {
  return (
    <div className={`wrap ${heading.heading}`}>
      <Breadcrumbs trail={trail} />
      <PageTitle title={title} lead={lead} />
    </div>
  )
}

export function PageTrail({ trail }: Pick<PageHeadingProps, 'trail'>) {
  return (
    <div className={`wrap ${heading.trail}`}>
      <Breadcrumbs trail={trail} />
    </div>
  )
}

export function PageTitle({ title, lead }: Pick<PageHeadingProps, 'title' | 'lead'>) {
  return (
    <div className={heading.row}>
      <Title size="d2" text={title} />
      {lead && <p className={heading.lead}>{lead}</p>}
    </div>
  )
}

export function SectionHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={section.head}>
      <Title as="h2" size="d2" text={title} />
      {children && <div className={section.side}>{children}</div>}
    </div>
  )
}

export function Breadcrumbs({ trail: below }: { trail: Crumb[] }) {
  const { breadcrumbs } = useTexts('shell')
  const pages = usePageNames()
  const trail = [{ name: pages.home, to: '/' }, ...below]
  return (
    <nav className={crumbs.breadcrumbs} aria-label={breadcrumbs}>
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

export function Title({
  text,
  size,
  as: Heading = 'h1',
  id,
}: {
  text: string
  size: string
  as?: 'h1' | 'h2'
  id?: string
}) {
  return (
    <Heading className={size} id={id}>
      <FullStop text={text} />
    </Heading>
  )
}

const LONG_TITLE_LETTERS = 40

export const titleSize = (title: string, largest: 'd1' | 'd1 d1--s') =>
  title.length > LONG_TITLE_LETTERS ? 'd2' : largest
