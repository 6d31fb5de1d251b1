import type { ReactNode } from 'react'
import { redirect, useLoaderData } from 'react-router'
import type { SectionKind, ShownSection } from '#contract/landing-pages.ts'
import { addressOfLandingPage } from '#contract/page-addresses.ts'
import { isArabicAddress, permanentAddress } from '../../addresses.ts'
import { PageHead } from '../../components/page-head.tsx'
import { inBrowser, type Needs, onServer } from '../../load.ts'
import type { PageHandle } from '../../page-context.tsx'
import { Action, Cards, Counters, Hero, Pictures, Quotes, Steps, Text } from './sections.tsx'

export const handle: PageHandle = { texts: [], closing: 'none' }

/** A former slug is a redirect to the present one. */
async function load({ content, recordContent, url: { pathname, search } }: Needs) {
  const asked = pathname.toLowerCase().split('/').findLast(Boolean) ?? ''
  const [, slug] = Object.entries(content['moved-landing-pages'] ?? {}).find(([former]) => former === asked) ?? []
  if (slug === undefined) return recordContent('landing-pages', asked)
  throw redirect(
    permanentAddress(addressOfLandingPage({ slug }), isArabicAddress(pathname) ? 'ar' : 'en') + search,
    301,
  )
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Landing() {
  const page = useLoaderData<typeof loader>()
  const { title, sections } = page
  const { title: heading = '', lead = '' } = sections[0]?.words ?? {}
  return (
    <>
      <PageHead title={title} description={lead || heading || title} address={addressOfLandingPage(page)} />
      {sections[0]?.kind !== OPENING && (
        <Hero section={{ id: OPENING, kind: OPENING, words: { title } }} name={title} />
      )}
      {sections.map((section) => {
        const Section = SECTIONS[section.kind]
        return <Section key={section.id} section={section} name={title} />
      })}
    </>
  )
}

/** A draft may lack its opening; the page has a heading all the same. */
const OPENING = 'hero'

const SECTIONS: Record<SectionKind, (props: { section: ShownSection; name: string }) => ReactNode> = {
  hero: Hero,
  text: Text,
  cards: Cards,
  counters: Counters,
  steps: Steps,
  quotes: Quotes,
  pictures: Pictures,
  action: Action,
}
