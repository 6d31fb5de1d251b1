import type { ReactNode } from 'react'
import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import type { LandingPage, SectionKind, ShownSection } from '#contract/landing-pages.ts'
import { addressOfLandingPage } from '#contract/page-addresses.ts'
import type { PageContent } from '#contract/page-content.ts'
import { isArabicAddress, permanentAddress } from '../../addresses.ts'
import { PageHead } from '../../components/page-head.tsx'
import { contentInBrowser, type PageHandle } from '../../page-context.tsx'
import { siteRequest } from '../../request-context.ts'
import { Action, Cards, Counters, Hero, Pictures, Quotes, Steps, Text } from './sections.tsx'

export const handle: PageHandle = { texts: [], closing: 'none' }

/** A page carries itself only, and not the other landing pages. */
export const loader = ({ context, request }: LoaderFunctionArgs) =>
  find(context.get(siteRequest).pageTexts.content, request)
export const clientLoader = async ({ request }: ClientLoaderFunctionArgs) => find(contentInBrowser.content, request)

/** A former slug is a redirect to the present one. */
function find(content: Partial<PageContent>, { url }: Request): LandingPage {
  const { pathname, search } = new URL(url)
  const asked = pathname.toLowerCase().split('/').findLast(Boolean)
  const page = content['landing-pages']?.find(({ slug }) => slug === asked)
  if (page) return page
  const [, slug] = Object.entries(content['moved-landing-pages'] ?? {}).find(([former]) => former === asked) ?? []
  if (slug === undefined) throw data(null, { status: 404 })
  throw redirect(
    permanentAddress(addressOfLandingPage({ slug }), isArabicAddress(pathname) ? 'ar' : 'en') + search,
    301,
  )
}

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
