import { ArrowRight } from 'lucide-react'
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { addressOfStudy } from '#contract/page-addresses.ts'
import type { CaseStudy, CaseStudyText, PageContent } from '#contract/page-content.ts'
import { Cluster } from '../../../brand/dots/cluster.tsx'
import { BeforeAfter } from '../../../brand/scenes/before-after.tsx'
import { Icon, PageLink } from '../../../components/controls.tsx'
import { Breadcrumbs, Title } from '../../../components/headings.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { Inlines } from '../../../components/prose/paragraphs.tsx'
import { contentInBrowser, type PageHandle, usePageContent, useTexts } from '../../../page-context.tsx'
import { siteRequest } from '../../../request-context.ts'
import { recordNamed, requireRecord } from '../named-record.ts'
import styles from './case-study-details.module.css'

export const handle: PageHandle = {
  texts: ['case-study', 'case-study-details'],
  content: ['case-studies', 'case-study-texts', 'moved-case-studies'],
  callToAction: false,
}

const load = ({ 'case-studies': studies, 'moved-case-studies': moved }: Partial<PageContent>, { url }: Request) =>
  requireRecord(url, 'study', studies, moved)
export const loader = ({ context, request }: LoaderFunctionArgs) =>
  load(context.get(siteRequest).pageTexts.content, request)
export const clientLoader = async ({ request }: ClientLoaderFunctionArgs) => load(contentInBrowser.content, request)

export default function CaseStudyDetails() {
  const [search] = useSearchParams()
  const studies = usePageContent('case-studies')
  const study = recordNamed(studies, search.get('study')) as CaseStudy
  const { title, lead } = useStudyText(study)
  const name = useNameOf()
  return (
    <article>
      <PageHead title={name(study)} description={`${title} ${lead}`} address={addressOfStudy(study)} />
      <Heading study={study} />
      <Figure study={study} />
      <div className="wrap">
        <AboutTheStudy study={study} />
        <Story study={study} />
      </div>
      <Quote study={study} />
      <NextStudy study={studies[(studies.indexOf(study) + 1) % studies.length] ?? study} />
    </article>
  )
}

interface Part {
  study: CaseStudy
}

const useStudyText = ({ slug }: CaseStudy) => usePageContent('case-study-texts')[slug] as CaseStudyText

function Heading({ study }: Part) {
  const { name } = useTexts('case-study')
  const { title, lead } = useStudyText(study)
  const trail = [{ name, to: '/case-study' }, { name: study.client }]
  return (
    <header className={`wrap ${styles.heading}`}>
      <Breadcrumbs trail={trail} />
      <Title size="d1 d1--s" text={title} />
      <p className="lead">{lead}</p>
    </header>
  )
}

function Figure({ study }: Part) {
  const { before, after } = study
  const { figure } = useStudyText(study)
  return (
    <figure className={`wrap ${styles.figure}`}>
      <BeforeAfter before={before} after={after} columns={Math.min(before, 24)} className={styles.wide} />
      <BeforeAfter before={before} after={after} columns={8} className={styles.narrow} />
      <figcaption>{figure}</figcaption>
    </figure>
  )
}

function AboutTheStudy({ study }: Part) {
  const { labels } = useTexts('case-study-details')
  const { customer, scope, length, live_since } = useStudyText(study)
  const facts = { client: customer, work: scope, length, liveSince: live_since }
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
  const { headings } = useTexts('case-study-details')
  const texts = useStudyText(study)
  const chapters = ['problem', 'work', 'result'] as const
  return (
    <div className={styles.story}>
      {chapters.map((chapter, index) => (
        <section key={chapter}>
          <Cluster count={(index + 1) as 1 | 2 | 3} className={styles.numeral} />
          <h2 className="d3">{headings[chapter]}</h2>
          <p>
            <Inlines inlines={texts[chapter]} />
          </p>
        </section>
      ))}
    </div>
  )
}

function Quote({ study }: Part) {
  const { quote, speaker } = useStudyText(study)
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
  const sentence = useTranslations('case-study-details')
  return ({ client, subject }: CaseStudy) => sentence('name', { client, subject })
}
