import { ArrowRight } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { Cluster } from '../../../brand/dots/cluster.tsx'
import { FullStop } from '../../../brand/dots/full-stop.tsx'
import { BeforeAfter } from '../../../brand/scenes/before-after.tsx'
import { Icon } from '../../../components/controls/icon.tsx'
import { PageLink } from '../../../components/controls/page-link.tsx'
import { Breadcrumbs } from '../../../components/headings/breadcrumbs.tsx'
import { PageHead } from '../../../components/headings/page-head.tsx'
import { type PageHandle, useTexts } from '../../../texts.tsx'
import styles from './case-study-details.module.css'
import { addressOfStudy, type Study, studyAfter, studyNamed } from './studies.ts'

export const handle: PageHandle = { texts: ['case-study', 'case-study-details'], callToAction: false }

export default function CaseStudyDetails() {
  const [search] = useSearchParams()
  const study = studyNamed(search.get('study'))
  const { title, lead } = useTexts('case-study-details').studies[study.name]
  const name = useNameOf()
  return (
    <article>
      <PageHead title={name(study)} description={`${title} ${lead}`} address={addressOfStudy(study)} />
      <Heading study={study} />
      <Figure study={study} />
      <div className="wrap">
        <Facts study={study} />
        <Story study={study} />
      </div>
      <Quote study={study} />
      <NextStudy study={studyAfter(study)} />
    </article>
  )
}

interface Part {
  study: Study
}

function Heading({ study }: Part) {
  const { pages } = useTexts('shell')
  const { name, studies } = useTexts('case-study')
  const { title, lead } = useTexts('case-study-details').studies[study.name]
  const trail = [{ name: pages.home, to: '/' }, { name, to: '/case-study' }, { name: studies[study.name].client }]
  return (
    <header className={`wrap ${styles.heading}`}>
      <Breadcrumbs trail={trail} />
      <h1 className="d1 d1--s">
        <FullStop text={title} />
      </h1>
      <p className="lead">{lead}</p>
    </header>
  )
}

/** One row on a wide page, as many as it takes on a narrow one. */
function Figure({ study: { name, before, after } }: Part) {
  const { figure } = useTexts('case-study-details').studies[name]
  return (
    <figure className={`wrap ${styles.figure}`}>
      <BeforeAfter before={before} after={after} columns={Math.min(before, 24)} className={styles.wide} />
      <BeforeAfter before={before} after={after} columns={8} className={styles.narrow} />
      <figcaption>{figure}</figcaption>
    </figure>
  )
}

function Facts({ study }: Part) {
  const { labels, studies } = useTexts('case-study-details')
  const { facts } = studies[study.name]
  const names = ['client', 'work', 'length', 'liveSince'] as const
  return (
    <dl className={styles.facts}>
      {names.map((name) => (
        <div key={name}>
          <dt>{labels[name]}</dt>
          <dd>{facts[name]}</dd>
        </div>
      ))}
    </dl>
  )
}

function Story({ study }: Part) {
  const { headings, studies } = useTexts('case-study-details')
  const texts = studies[study.name]
  const chapters = ['problem', 'work', 'result'] as const
  return (
    <div className={styles.story}>
      {chapters.map((chapter, index) => (
        <section key={chapter}>
          <Cluster count={(index + 1) as 1 | 2 | 3} className={styles.numeral} />
          <h2 className="d3">{headings[chapter]}</h2>
          <p>{texts[chapter]}</p>
        </section>
      ))}
    </div>
  )
}

function Quote({ study }: Part) {
  const { quote, speaker } = useTexts('case-study-details').studies[study.name]
  return (
    <div className={`on-lapis ${styles.quote}`}>
      <figure className="wrap">
        <blockquote className="d2">{quote}</blockquote>
        <figcaption>{speaker}</figcaption>
      </figure>
    </div>
  )
}

function NextStudy({ study }: Part) {
  const { next } = useTexts('case-study-details')
  const name = useNameOf()
  return (
    <PageLink className={`wrap ${styles.next}`} to={addressOfStudy(study)}>
      <span>{next}</span>
      <b className="d3">{name(study)}</b>
      <Icon of={ArrowRight} means="direction" />
    </PageLink>
  )
}

function useNameOf() {
  const { studies } = useTexts('case-study')
  const sentence = useTranslations('case-study-details')
  return ({ name }: Study) => sentence('name', { client: studies[name].client, subject: studies[name].subject })
}
