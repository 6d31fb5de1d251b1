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
import { PageHead } from '../../components/page-head.tsx'
import { FiguresBand } from '../../components/prose/figures-band.tsx'
import { type PageHandle, useFormats, usePageContent, useRoot, useTexts } from '../../page-context.tsx'
import styles from './about.module.css'

export const handle: PageHandle = { texts: ['about'], content: ['about-counters'] }

export default function About() {
  const { meta } = useTexts('about')
  return (
    <>
      <PageHead {...meta} />
      <Opening />
      <MissionAndValues />
      <Counters />
      <ServiceColumns />
      <WorkingProcess />
    </>
  )
}

function Opening() {
  const { title, lead, drawing } = useTexts('about')
  const { pages } = useTexts('shell')
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
  const { mission, values } = useTexts('about')
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
        {values.label}
      </h2>
      <ul className={styles.values}>
        {values.list.map((value, index) => (
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
  const { counters } = useTexts('about')
  const sentence = useTranslations('about.counters')
  const counts = usePageContent('about-counters')
  return (
    <FiguresBand title={counters.title} note={counters.note}>
      <dl className={styles.countersGrid}>
        {COUNTED.map((name) => (
          <div key={name}>
            <dt>{counters[name].name}</dt>
            <dd>
              <HundredDots count={counts[name]} className={styles.hundred} />
              <bdi dir={directionOf(language)}>{sentence(`${name}.number`, { count: counts[name] })}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </FiguresBand>
  )
}

const COLUMNS = [
  ['build', 'app'],
  ['measure', 'data'],
  ['spread', 'social'],
] as const

function ServiceColumns() {
  const { columns } = useTexts('about')
  return (
    <section className="section wrap">
      <SectionHead title={columns.title} />
      <ul className={styles.columns}>
        {COLUMNS.map(([name, motif]) => (
          <li key={name}>
            <PageLink to="/services" className={styles.column}>
              <div className={styles.columnStage}>
                <ServiceMotif kind={motif} className={styles.motif} />
              </div>
              <div className={styles.cardText}>
                <h3 className="d4">{columns[name].title}</h3>
                <p>{columns[name].text}</p>
              </div>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function WorkingProcess() {
  const { title, note, steps } = useTexts('about').process
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
