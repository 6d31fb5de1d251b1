import { ArrowRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { endpoints } from '#contract/endpoints.ts'
import type { Review, Service, TeamMember } from '#contract/entities.ts'
import { addressOfProject, addressOfService } from '#contract/page-addresses.ts'
import { directionOf } from '#texts/languages.ts'
import { classNames } from '../../brand/class-names.ts'
import { DotField } from '../../brand/dots/crowd.tsx'
import { Dot } from '../../brand/dots/dot.tsx'
import { serviceKind } from '../../brand/icons/service-kind.ts'
import { ServiceMotif } from '../../brand/icons/service-motif.tsx'
import { Portrait } from '../../brand/scenes/portrait.tsx'
import { HeroWord } from '../../brand/words/hero-word.tsx'
import { ProcessLetter } from '../../brand/words/process-letter.tsx'
import { Carousel } from '../../components/carousel/carousel.tsx'
import { ChatButton } from '../../components/contact/ways-to-reach.tsx'
import { ArrowLink, ButtonLink, ButtonRow, Icon, PageLink } from '../../components/controls.tsx'
import { SectionHead, Title } from '../../components/headings.tsx'
import { HeadOfPage, PageSections } from '../../components/page-sections.tsx'
import { MovingFrame } from '../../components/projects/moving-frame.tsx'
import { ProjectType } from '../../components/projects/project-type.tsx'
import figures from '../../components/prose/figures.module.css'
import { FiguresBand } from '../../components/prose/figures-band.tsx'
import { Picture } from '../../components/prose/picture.tsx'
import { Quotes } from '../../components/quotes/quotes.tsx'
import { inBrowser, type Needs, nullOnError, onServer } from '../../load.ts'
import { type PageHandle, useFormats, usePage, usePageContent, useRoot, useTexts } from '../../page-context.tsx'
import { type ShownWork, selectedWork, withKnownStudy } from '../../project-lists.ts'
import { OrganizationData } from '../../structured-data/organization.tsx'
import about from './about-blurb.module.css'
import counting from './counters.module.css'
import opening from './hero.module.css'
import proof from './selected-work.module.css'
import cards from './services-overview.module.css'
import people from './team.module.css'
import process from './working-process.module.css'

export const handle: PageHandle = {
  texts: ['home', 'project-facts', 'project-types'],
  content: ['home-counters', 'page-home'],
}

const SERVICES_SHOWN = 4

const load = async ({ callApi, content }: Needs) => {
  const [services, projects, reviews, team] = await Promise.all([
    nullOnError(callApi(endpoints.services)),
    nullOnError(callApi(endpoints.allProjects)),
    nullOnError(callApi(endpoints.reviews)),
    nullOnError(callApi(endpoints.team)),
  ])
  // The descriptions are not shown, and would double the weight of the page.
  const shown = services?.data.slice(0, SERVICES_SHOWN).map(({ description: _, ...service }) => service)
  const work = projects && selectedWork(projects.data.map((project) => withKnownStudy(project, content)))
  return { services: shown ? { shown, total: services?.data.length ?? 0 } : null, work, reviews, team }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Home() {
  const loaded = useLoaderData<typeof load>()
  const { meta } = usePage('home')
  useFailureLog(loaded)
  return (
    <>
      <HeadOfPage of="home" />
      <OrganizationData description={meta.description} />
      <PageSections
        of="home"
        opening={<Hero />}
        sections={{
          about: <AboutBlurb />,
          counters: <Counters />,
          services: loaded.services?.total ? <ServicesOverview {...loaded.services} /> : null,
          work: loaded.work?.length ? <SelectedWork work={loaded.work} /> : null,
          process: <WorkingProcess />,
          reviews: loaded.reviews?.length ? <Reviews reviews={loaded.reviews} /> : null,
          team: loaded.team?.length ? <Team team={loaded.team} /> : null,
        }}
      />
    </>
  )
}

/** Product 8: a part that cannot be loaded is absent, and the console says so. */
function useFailureLog(loaded: Awaited<ReturnType<typeof load>>) {
  useEffect(() => {
    for (const [name, part] of Object.entries(loaded)) if (part === null) console.error('Fetching Error', name)
  }, [loaded])
}

function Hero() {
  const { title, lead, drawing, height, length } = usePage('home').words.hero
  const { start } = usePageContent('navigation').buttons
  return (
    <section className={opening.hero}>
      <div className={`wrap ${opening.text}`}>
        <Title size="d1" text={title} />
        <div className={opening.side}>
          <p className="lead">{lead}</p>
          <ButtonRow>
            <ButtonLink to="/contact">{start}</ButtonLink>
            <ChatButton />
          </ButtonRow>
        </div>
      </div>
      <div className={opening.stage} dir="ltr">
        <HeroWord className={opening.word} label={drawing} notes={{ height, length }} />
      </div>
    </section>
  )
}

function AboutBlurb() {
  const { label, statement, text, more } = usePage('home').words.about
  return (
    <section className={`section wrap ${about.about}`}>
      <h2 className={`label ${about.label}`}>
        <Dot />
        {label}
      </h2>
      <div className={about.body}>
        <p className={`d3 ${about.statement}`}>{statement}</p>
        <div className={about.more}>
          <p>{text}</p>
          <ArrowLink to="/about">{more}</ArrowLink>
        </div>
      </div>
    </section>
  )
}

const COUNTED = ['years', 'projects', 'clients', 'advisors'] as const

function Counters() {
  const { language } = useRoot()
  const words = usePage('home').words.counters
  const counts = usePageContent('home-counters')
  const sentence = useTranslations('home.counters')
  const filling = useFilling()
  return (
    <FiguresBand title={sentence('title', { years: counts.years })} note={words.note}>
      <dl className={classNames(figures.grid, counting.counters)} ref={filling} data-wake="visible">
        {COUNTED.map((name) => (
          <div key={name}>
            <dt>{words[name]}</dt>
            <dd>
              <DotField count={counts[name]} className={classNames(figures.field, counting.field)} />
              <bdi dir={directionOf(language)}>{sentence('atLeast', { count: counts[name] })}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </FiguresBand>
  )
}

const HALF = 0.5

/** Fields below the window are emptied, and fill once they are half in view. Without script they stay full. */
function useFilling() {
  const ref = useRef<HTMLDListElement>(null)
  useEffect(() => {
    const fields = ref.current
    if (!fields || fields.getBoundingClientRect().top < innerHeight * HALF) return
    fields.dataset.filling = 'waiting'
    const arrival = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        fields.dataset.filling = 'started'
        arrival.disconnect()
      },
      { threshold: HALF },
    )
    arrival.observe(fields)
    return () => {
      arrival.disconnect()
      delete fields.dataset.filling
    }
  }, [])
  return ref
}

type ShownService = Omit<Service, 'description'>

function ServicesOverview({ shown, total }: { shown: ShownService[]; total: number }) {
  const { title, all } = usePage('home').words.services
  const { details } = useTexts('home').services
  const sentence = useTranslations('home.services')
  const counts = { shown: shown.length, total }
  return (
    <section className="section wrap">
      <SectionHead title={title}>
        <p>{total > shown.length ? sentence('note', counts) : sentence('noteOnAll', counts)}</p>
        <ArrowLink to="/services">{all}</ArrowLink>
      </SectionHead>
      <ul className={cards.grid}>
        {shown.map((service) => (
          <li key={service.id}>
            <PageLink to={addressOfService(service)} className={cards.card}>
              <div className={cards.stage}>
                <ServiceMotif kind={serviceKind(service)} className={cards.motif} />
              </div>
              <div className={cards.text}>
                <h3 className="d5">{service.title}</h3>
                <p>{service.summary}</p>
                <span className={cards.details}>
                  {details}
                  <Icon of={ArrowRight} means="direction" />
                </span>
              </div>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SelectedWork({ work }: { work: ShownWork[] }) {
  const { title, studies, articles } = usePage('home').words.work
  const { study, project: seeProject } = useTexts('project-facts')
  return (
    <section className="section wrap">
      <SectionHead title={title}>
        <ArrowLink to="/case-study">{studies}</ArrowLink>
        <ArrowLink to="/blog">{articles}</ArrowLink>
      </SectionHead>
      <ul className={proof.grid}>
        {work.map((project) => (
          <li key={project.id}>
            <MovingFrame projectId={project.id} address={addressOfProject(project)} className={proof.picture}>
              {/* No drawing behind it: three of them would be a sixth of the page. */}
              <Picture
                src={project.images[0]?.url}
                width={1200}
                height={750}
                sizes={WORK_WIDTHS}
                className={proof.cover}
              />
            </MovingFrame>
            <div className={proof.text}>
              <h3 className="d5">
                <PageLink to={addressOfProject(project)}>{project.title}</PageLink>
              </h3>
              <ProjectType type={project.type} />
              <p className="d4">{project.outcome}</p>
              <ArrowLink to={project.case_study ?? addressOfProject(project)}>
                {project.case_study ? study : seeProject}
                <span className="vh">: {project.title}</span>
              </ArrowLink>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const WORK_WIDTHS = '(min-width: 1080px) 33vw, 100vw'

function WorkingProcess() {
  const { title, note, steps } = usePage('home').words.process
  const format = useFormats()
  return (
    <section className={process.process}>
      <div className="wrap">
        <SectionHead title={title}>
          <p>{note}</p>
        </SectionHead>
        <ol className={process.steps}>
          {steps.map((step, index) => (
            <li key={step.title}>
              <div className={process.stage} dir="ltr">
                <ProcessLetter step={(index + 1) as 1 | 2 | 3} className={process.letter} />
              </div>
              <div className={process.text}>
                <span className={process.number}>{format.number(index + 1, { minimumIntegerDigits: 2 })}</span>
                <div>
                  <h3 className="d5">{step.title}</h3>
                  <p>{step.text}</p>
                </div>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function Reviews({ reviews }: { reviews: Review[] }) {
  const { title } = usePage('home').words.reviews
  const quotes = reviews.map(({ review, name, title: role }) => ({ quote: review, name, role }))
  return <Quotes title={title} quotes={quotes} />
}

function Team({ team }: { team: TeamMember[] }) {
  const { language } = useRoot()
  const { title, note } = usePage('home').words.team
  const head = (controls: ReactNode) => (
    <SectionHead title={title}>
      <p>{note}</p>
      {controls}
    </SectionHead>
  )
  return (
    <div className={`section wrap ${people.team}`}>
      <Carousel
        label={title}
        items={team.map((member, position) => (
          <div key={member.name}>
            {member.portrait ? (
              <Picture
                src={member.portrait}
                width={600}
                height={600}
                sizes={PORTRAIT_WIDTHS}
                className={people.photo}
              />
            ) : (
              <Portrait name={member.name} language={language} position={position} className={people.portrait} />
            )}
            <div className={people.text}>
              <h3 className="d5">{member.name}</h3>
              <p>{member.role}</p>
            </div>
          </div>
        ))}
        head={head}
      />
    </div>
  )
}

const PORTRAIT_WIDTHS = '(min-width: 1080px) 25vw, (min-width: 700px) 50vw, 100vw'
