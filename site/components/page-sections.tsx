import { Fragment, type ReactNode } from 'react'
import type { PageContentOf, PageName } from '#contract/pages.ts'
import { usePage, useRoot } from '../page-context.tsx'
import { PageHead } from './page-head.tsx'

interface PageSectionsProps<Name extends PageName> {
  of: Name
  opening: ReactNode
  sections: Record<PageContentOf<Name>['sections'][number], ReactNode>
}

/** The opening first, then the shown sections in the company's order. */
export function PageSections<Name extends PageName>({ of, opening, sections }: PageSectionsProps<Name>) {
  const { isPreview } = useRoot()
  const shown = usePage(of).sections as (keyof typeof sections)[]
  return (
    <>
      {opening}
      {shown.map((name) => (
        <Fragment key={String(name)}>
          {isPreview && <span id={`section-${String(name)}`} />}
          {sections[name]}
        </Fragment>
      ))}
    </>
  )
}

type HeadProps = Omit<Parameters<typeof PageHead>[0], 'title' | 'description'>

/** Title and description for search engines are content, too. */
export function HeadOfPage({ of, ...head }: HeadProps & { of: PageName }) {
  return <PageHead {...usePage(of).meta} {...head} />
}
