import { useEffect } from 'react'
import { useLoaderData } from 'react-router'
import { endpoints } from '#contract/endpoints.ts'
import { PageHead } from '../../components/headings/page-head.tsx'
import { inBrowser, type Needs, nullOnError, onServer } from '../../load.ts'
import { OrganizationData } from '../../structured-data/organization.tsx'
import { type PageHandle, useTexts } from '../../texts.tsx'
import { AboutBlurb } from './about-blurb.tsx'
import { Counters } from './counters.tsx'
import { Hero } from './hero.tsx'
import { Reviews } from './reviews.tsx'
import { ServicesOverview } from './services-overview.tsx'
import { Team } from './team.tsx'
import { WorkingProcess } from './working-process.tsx'

export const handle: PageHandle = { texts: ['home'], facts: ['home-counters'] }

const SERVICES_SHOWN = 4

const load = async ({ callApi }: Needs) => {
  const [services, reviews, team] = await Promise.all([
    nullOnError(callApi(endpoints.services)),
    nullOnError(callApi(endpoints.reviews)),
    nullOnError(callApi(endpoints.team)),
  ])
  // The whole descriptions would double the weight of the page, which shows none of them.
  const shown = services?.data.slice(0, SERVICES_SHOWN).map(({ description: _, ...service }) => service)
  return { services: shown ? { shown, total: services?.data.length ?? 0 } : null, reviews, team }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

type HomeLoaded = Awaited<ReturnType<typeof load>>

export default function Home() {
  const loaded = useLoaderData<typeof load>()
  const { meta } = useTexts('home')
  useFailureLog(loaded)
  return (
    <>
      <PageHead {...meta} />
      <OrganizationData description={meta.description} />
      <Hero />
      <AboutBlurb />
      <Counters />
      {loaded.services?.total ? <ServicesOverview {...loaded.services} /> : null}
      <WorkingProcess />
      {loaded.reviews?.length ? <Reviews reviews={loaded.reviews} /> : null}
      {loaded.team?.length ? <Team team={loaded.team} /> : null}
    </>
  )
}

/** Product 8: what cannot be loaded is absent, and the console says so. */
function useFailureLog(loaded: HomeLoaded) {
  useEffect(() => {
    for (const [name, answer] of Object.entries(loaded)) if (answer === null) console.error('Fetching Error', name)
  }, [loaded])
}
