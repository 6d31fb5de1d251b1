import { useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { endpoints } from '#contract/endpoints.ts'
import type { Project } from '#contract/entities.ts'
import { addressAsProject, addressOfProject } from '#contract/page-addresses.ts'
import { searchDescription } from '#contract/search-description.ts'
import { type WithProse, withProse } from '#contract/with-prose.ts'
import { Dot } from '../brand/dots/dot.tsx'
import { TouchRings } from '../brand/dots/touch-rings.tsx'
import { StoreGlyph } from '../brand/icons/store-glyph.tsx'
import { Phone } from '../brand/scenes/phone.tsx'
import { InlineError } from '../components/controls/inline-error.tsx'
import { ButtonLink, ButtonRow } from '../components/controls.tsx'
import { Breadcrumbs, SectionHead, titleSize } from '../components/headings.tsx'
import { PageHead } from '../components/page-head.tsx'
import { MovingFrame } from '../components/projects/moving-frame.tsx'
import { ProjectGrid } from '../components/projects/project-card.tsx'
import { ProjectFacts } from '../components/projects/project-facts.tsx'
import { blocksOf, Prose } from '../components/prose/paragraphs.tsx'
import { Picture } from '../components/prose/picture.tsx'
import { inBrowser, type Needs, nullOnError, onServer } from '../load.ts'
import { type PageHandle, usePageNames, useTexts } from '../page-context.tsx'
import { latestProjects, withKnownStudy } from '../project-lists.ts'
import { ProjectData } from '../structured-data/organization.tsx'
import styles from './app-details.module.css'

export const handle: PageHandle = { texts: ['app-details', 'project-facts', 'project-types'], closing: 'none' }

/** Product 2.4: the newest others by start date. */
const LATEST_PROJECTS = 3

const load = async ({ callApi, params, content }: Needs) => {
  const [app, latest] = await Promise.all([
    callApi(endpoints.project, { id: params.id as string }),
    nullOnError(latestProjects(callApi, LATEST_PROJECTS + 1)),
  ])
  const others = latest?.filter(({ id }) => id !== app.data.id).slice(0, LATEST_PROJECTS) ?? null
  return { app: withKnownStudy(await withProse(app.data), content), latest: others }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function AppDetails() {
  const sentences = useTranslations('app-details')
  const { app, latest } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={sentences('meta.title', { title: app.title, summary: app.summary })}
        description={searchDescription(app)}
        address={addressOfProject(app)}
        picture={app.images[0]?.url}
      />
      <ProjectData project={app} address={addressOfProject(app)} />
      <Banner app={app} />
      <About app={app} />
      <div className="wrap">
        <ProjectFacts project={app} />
      </div>
      <section className={`wrap ${styles.latest}`}>
        {latest ? <Latest projects={latest} /> : <InlineError />}
        <WaysOn />
      </section>
    </>
  )
}

function Banner({ app }: { app: Project }) {
  const pages = usePageNames()
  const { crumb } = useTexts('app-details')
  const [screen] = app.images
  return (
    <section className={styles.banner}>
      <div className={`wrap ${styles.stage}`}>
        <div className={styles.title}>
          <Breadcrumbs trail={[{ name: pages.projects, to: '/projects' }, { name: crumb }]} />
          <h1 className={titleSize(app.title, 'd1')}>{app.title}</h1>
          <p className={styles.summary}>{app.summary}</p>
          <Badges app={app} />
        </div>
        <div className={screen ? styles.product : styles.phone}>
          <TouchRings className={styles.rings} />
          {screen ? (
            <MovingFrame projectId={app.id} address={addressOfProject(app)}>
              <Picture
                src={screen.url}
                alt={screen.alt}
                width={1200}
                height={750}
                sizes="(min-width: 1080px) 50vw, 100vw"
                eager
                className={styles.screen}
              />
            </MovingFrame>
          ) : (
            <Phone className={styles.device} />
          )}
        </div>
      </div>
    </section>
  )
}

function Badges({ app }: { app: Project }) {
  return (
    <ul className={styles.badges}>
      <Badge store="ios" address={app.app_store_url} />
      <Badge store="android" address={app.google_play_url} />
    </ul>
  )
}

function Badge({ store, address }: { store: 'ios' | 'android'; address: string | null }) {
  const texts = useTexts('app-details').stores[store]
  const drawn = (
    <>
      <StoreGlyph store={store} />
      <span>
        <small>{address ? texts.lead : texts.absent}</small> <b>{texts.name}</b>
      </span>
    </>
  )
  return (
    <li>
      {address ? (
        <a className={styles.badge} href={address} rel="noreferrer">
          {drawn}
        </a>
      ) : (
        <div className={`${styles.badge} ${styles.absent}`}>{drawn}</div>
      )}
    </li>
  )
}

function About({ app }: { app: WithProse<Project> }) {
  const texts = useTexts('app-details')
  const [statement, ...explanation] = blocksOf(app.description, app.prose)
  return (
    <section className={`section wrap ${styles.about}`}>
      <h2 className="label">
        <Dot className={styles.dot} />
        {texts.about}
      </h2>
      <div>
        {statement && <Prose block={statement} className={`d3 ${styles.statement}`} />}
        {explanation.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of one text never change places
          <Prose key={index} block={block} className={styles.explanation} />
        ))}
      </div>
    </section>
  )
}

/** Product 2.4: here every card leads to the project's page. */
function Latest({ projects }: { projects: Project[] }) {
  const sentences = useTranslations('app-details')
  if (projects.length === 0) return null
  return (
    <>
      <SectionHead title={sentences('latest', { count: projects.length })} />
      <ProjectGrid projects={projects} heading="h3" addressOf={addressAsProject} />
    </>
  )
}

function WaysOn() {
  const texts = useTexts('app-details')
  return (
    <div className={styles.ways}>
      <ButtonRow>
        <ButtonLink to="/contact">{texts.start}</ButtonLink>
        <ButtonLink to="/projects" look="ghost">
          {texts.all}
        </ButtonLink>
      </ButtonRow>
    </div>
  )
}
