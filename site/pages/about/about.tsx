import { useTranslations } from 'use-intl'
import { directionOf } from '#texts/languages.ts'
import { Cluster, type ClusterCount } from '../../brand/dots/cluster.tsx'
import { Dot } from '../../brand/dots/dot.tsx'
import { FullStop } from '../../brand/dots/full-stop.tsx'
import { HundredDots } from '../../brand/dots/hundred-dots.tsx'
import { ServiceMotif } from '../../brand/icons/service-motif.tsx'
import { Alif } from '../../brand/words/alif.tsx'
import { NibMoment } from '../../brand/words/nib-moment.tsx'
import { PageLink } from '../../components/controls.tsx'
import { Breadcrumbs, SectionHead, Title } from '../../components/headings.tsx'
import { HeadOfPage, PageSections } from '../../components/page-sections.tsx'
import { FiguresBand } from '../../components/prose/figures-band.tsx'
import { type PageHandle, useFormats, usePage, usePageContent, usePageNames, useRoot } from '../../page-context.tsx'
import styles from './about.module.css'

export const handle: PageHandle = { texts: ['about'], content: ['about-counters', 'page-about'] }

export default function About() {
  return (
    <>
      <HeadOfPage of="about" />
      <PageSections
        of="about"
        opening={<Opening />}
        sections={{
          mission: <MissionAndValues />,
          counters: <Counters />,
          columns: <ServiceColumns />,
          process: <WorkingProcess />,
        }}
      />
    </>
  )
}

function Opening() {
  const { title, lead, drawing } = usePage('about').words.hero
  const pages = usePageNames()
  return (
    <section className={styles.opening}>
      <div className={`wrap ${styles.openingGrid}`}>
        <div className={styles.openingText}>
          <Breadcrumbs trail={[{ name: pages.about }]} />
          <Title size="d1 d1--s" text={title} />
          <p className="lead">{lead}</p>
        </div>
        <div className={styles.openingArt} dir="ltr">
          <Alif label={drawing} className={styles.alif} />
        </div>
      </div>
    </section>
  )
}

function MissionAndValues() {
  const { mission } = usePage('about').words
  return (
    <section className={`section wrap ${styles.mission}`}>
      <h2 className={`label ${styles.label}`}>
        <Dot />
        {mission.label}
      </h2>
      <p className={`d2 ${styles.statement}`}>
        <FullStop text={mission.statement} />
      </p>
      <h2 className={`label ${styles.label} ${styles.valuesLabel}`}>
        <Dot />
        {mission.values}
      </h2>
      <ul className={styles.values}>
        {mission.items.map((value, index) => (
          <li key={value.title}>
            <Cluster count={(index + 1) as ClusterCount} className={styles.cluster} />
            <div className={styles.cardText}>
              <h3 className="d4">{value.title}</h3>
              <p>{value.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const COUNTED = ['satisfaction', 'members', 'scientists', 'years'] as const

function Counters() {
  const { language } = useRoot()
  const words = usePage('about').words.counters
  const sentence = useTranslations('about.counters')
  const counts = usePageContent('about-counters')
  return (
    <FiguresBand title={words.title} note={words.note}>
      <dl className={styles.countersGrid}>
        {COUNTED.map((name) => (
          <div key={name}>
            <dt>{words[name]}</dt>
            <dd>
              <HundredDots count={counts[name]} className={styles.hundred} />
              <bdi dir={directionOf(language)}>{sentence(name, { count: counts[name] })}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </FiguresBand>
  )
}

const MOTIFS = ['app', 'data', 'social'] as const

function ServiceColumns() {
  const { title, items } = usePage('about').words.columns
  return (
    <section className="section wrap">
      <SectionHead title={title} />
      <ul className={styles.columns}>
        {MOTIFS.map((motif, index) => (
          <li key={motif}>
            <PageLink to="/services" className={styles.column}>
              <div className={styles.columnStage}>
                <ServiceMotif kind={motif} className={styles.motif} />
              </div>
              <div className={styles.cardText}>
                <h3 className="d4">{items[index]?.title}</h3>
                <p>{items[index]?.text}</p>
              </div>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function WorkingProcess() {
  const { title, note, steps } = usePage('about').words.process
  const format = useFormats()
  return (
    <section className={styles.process}>
      <div className="wrap">
        <SectionHead title={title}>
          <p>{note}</p>
        </SectionHead>
        <ol className={styles.steps}>
          {steps.map((step, index) => (
            <li key={step.title}>
              <div dir="ltr">
                <NibMoment moment={(index + 1) as 1 | 2 | 3 | 4 | 5 | 6} className={styles.moment} />
              </div>
              <span className={styles.number}>{format.number(index + 1)}</span>
              <h3 className="d5">{step.title}</h3>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
