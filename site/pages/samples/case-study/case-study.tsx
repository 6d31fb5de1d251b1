import { ArrowRight } from 'lucide-react'
import { addressOfStudy } from '#contract/page-addresses.ts'
import type { CaseStudy } from '#contract/page-content.ts'
import { FullStop } from '../../../brand/dots/full-stop.tsx'
import { projectKind } from '../../../brand/icons/project-kind.ts'
import { BeforeAfter } from '../../../brand/scenes/before-after.tsx'
import { Icon, PageLink } from '../../../components/controls.tsx'
import { Breadcrumbs } from '../../../components/headings.tsx'
import { HeadOfPage } from '../../../components/page-sections.tsx'
import { EmptyList } from '../../../components/prose/note.tsx'
import { type PageHandle, usePage, usePageContent, usePageNames, useTexts } from '../../../page-context.tsx'
import styles from './case-study.module.css'

export const handle: PageHandle = {
  texts: ['case-study'],
  content: ['case-studies', 'page-case-study'],
  closing: 'work',
}

export default function CaseStudies() {
  const { name, empty } = useTexts('case-study')
  const pages = usePageNames()
  const studies = usePageContent('case-studies')
  const head = <HeadOfPage of="case-study" />
  if (studies.length === 0)
    return <EmptyList head={head} trail={[{ name }]} empty={empty} to="/projects" link={pages.projects} />
  return (
    <>
      {head}
      <Heading />
      <div className="wrap">
        <ul className={styles.list}>
          {studies.map((study) => (
            <StudyRow key={study.slug} study={study} address={addressOfStudy(study)} />
          ))}
        </ul>
      </div>
    </>
  )
}

function Heading() {
  const { name } = useTexts('case-study')
  const { before, after, lead } = usePage('case-study').words.hero
  return (
    <div className={`wrap ${styles.heading}`}>
      <Breadcrumbs trail={[{ name }]} />
      <div className={styles.title}>
        <h1 className="d1 d1--s">
          <span className={styles.hollow}>
            <FullStop text={before} className={styles.hollowStop} />
          </span>
          <br />
          <FullStop text={after} />
        </h1>
        <p>{lead}</p>
      </div>
    </div>
  )
}

function StudyRow({ study, address }: { study: CaseStudy; address: string }) {
  const { kinds, join, read } = useTexts('case-study')
  const { type, client, subject, change, summary, before, after } = study
  return (
    <li>
      <PageLink className={styles.study} to={address}>
        <div className={styles.drawing}>
          <BeforeAfter before={before} after={after} />
        </div>
        <div className={styles.text}>
          <p className={styles.client}>
            <span>{client}</span>
            <span>{kinds[projectKind(type)]}</span>
          </p>
          <h2 className="d3">
            {subject + join}
            <span className={styles.change}>{change}</span>
          </h2>
          <p className={styles.summary}>{summary}</p>
          <span className={styles.read}>
            {read}
            <Icon of={ArrowRight} means="direction" />
          </span>
        </div>
      </PageLink>
    </li>
  )
}
