import { ArrowRight } from 'lucide-react'
import { useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { type ArticleBlock, speakerOf, textOfArticle } from '#contract/article.ts'
import { endpoints } from '#contract/endpoints.ts'
import { addressOfProject, addressOfStudy } from '#contract/page-addresses.ts'
import type { CaseStudy } from '#contract/page-content.ts'
import { Cluster } from '../../../brand/dots/cluster.tsx'
import { BeforeAfter } from '../../../brand/scenes/before-after.tsx'
import { ArrowLink, Icon, PageLink } from '../../../components/controls.tsx'
import { Breadcrumbs, Title } from '../../../components/headings.tsx'
import { PageHead, useSharePicture } from '../../../components/page-head.tsx'
import { Article, Cover } from '../../../components/prose/article.tsx'
import { Inlines } from '../../../components/prose/paragraphs.tsx'
import { inBrowser, type Needs, nullOnError, onServer } from '../../../load.ts'
import { type PageHandle, useRoot, useTexts } from '../../../page-context.tsx'
import { SHARE_PICTURE } from '../../../share-picture.ts'
import { useOrganization } from '../../../structured-data/organization.tsx'
import { StructuredData, useAbsoluteAddress } from '../../../structured-data/structured-data.tsx'
import { requireRecord } from '../named-record.ts'
import styles from './case-study-details.module.css'

export const handle: PageHandle = { texts: ['case-study', 'case-study-details'], closing: 'work' }

async function load({ callApi, content, recordContent, ...asked }: Needs) {
  const { 'case-studies': studies = [], 'moved-case-studies': moved } = content
  const study = requireRecord(asked, 'study', studies, moved)
  const [text, projects] = await Promise.all([
    recordContent('case-study-texts', study.slug),
    nullOnError(callApi(endpoints.allProjects)),
  ])
  const next = studies[(studies.indexOf(study) + 1) % studies.length] ?? study
  return { study, text, next, project: projects?.data.find(({ case_study }) => case_study === addressOfStudy(study)) }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function CaseStudyDetails() {
  const { study, text, next } = useLoaderData<typeof load>()
  const { title, lead } = text
  const name = useNameOf()
  return (
    <article>
      <PageHead title={name(study)} description={`${title} ${lead}`} address={addressOfStudy(study)} />
      <StudyData study={study} />
      <Heading study={study} />
      <Figure study={study} />
      <div className="wrap">
        <AboutTheStudy />
        <Story />
        <ProjectOfStudy />
      </div>
      <Quote />
      <NextStudy study={next} />
    </article>
  )
}

interface Part {
  study: CaseStudy
}

const useStudyText = () => useLoaderData<typeof load>().text

function StudyData({ study }: Part) {
  const absolute = useAbsoluteAddress()
  const { language } = useRoot()
  const { title, lead, customer } = useStudyText()
  const name = useNameOf()
  const publisher = useOrganization()
  const address = addressOfStudy(study)
  return (
    <StructuredData
      thing={{
        '@type': 'Article',
        headline: title,
        description: lead,
        about: { '@type': 'Organization', name: customer },
        author: publisher,
        publisher,
        inLanguage: language,
        mainEntityOfPage: absolute(address),
        image: {
          '@type': 'ImageObject',
          url: useSharePicture(address, { title: name(study) }),
          ...SHARE_PICTURE,
        },
      }}
    />
  )
}

function Heading({ study }: Part) {
  const { name } = useTexts('case-study')
  const { title, lead } = useStudyText()
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
  const { figure } = useStudyText()
  return (
    <figure className={`wrap ${styles.figure}`}>
      <BeforeAfter before={before} after={after} columns={Math.min(before, 24)} className={styles.wide} />
      <BeforeAfter before={before} after={after} columns={8} className={styles.narrow} />
      <figcaption>{figure}</figcaption>
    </figure>
  )
}

function AboutTheStudy() {
  const { labels } = useTexts('case-study-details')
  const { customer, scope, length, live_since } = useStudyText()
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

/** Every heading of the second level begins a chapter. A pull quote at the end is the band below. */
function Story() {
  const { cover, body } = useStudyText()
  const { chapters } = partsOf(body)
  return (
    <div className={styles.story}>
      <Cover src={cover} />
      {chapters.map(({ heading, blocks }, index) => (
        <section key={heading?.id ?? ''}>
          {heading && (
            <>
              <Cluster count={((index % MAX_CLUSTER) + 1) as 1 | 2 | 3} className={styles.numeral} />
              <h2 className="d3" id={heading.id}>
                <Inlines inlines={heading.inside} />
              </h2>
            </>
          )}
          <div className={styles.chapter}>
            <Article blocks={blocks} isNested />
          </div>
        </section>
      ))}
    </div>
  )
}

const MAX_CLUSTER = 3

type Of<Kind extends ArticleBlock['block']> = Extract<ArticleBlock, { block: Kind }>

interface Chapter {
  heading?: Of<'heading'>
  blocks: ArticleBlock[]
}

function partsOf(body: readonly ArticleBlock[]): { chapters: Chapter[]; quote: Of<'quote'> | null } {
  const last = body.at(-1)
  const quote = last?.block === 'quote' && last.isPull ? last : null
  const chapters: Chapter[] = []
  for (const block of quote ? body.slice(0, -1) : body) {
    if (block.block === 'heading' && block.level === 2) chapters.push({ heading: block, blocks: [] })
    else if (chapters.length > 0) chapters.at(-1)?.blocks.push(block)
    else chapters.push({ blocks: [block] })
  }
  return { chapters, quote }
}

function ProjectOfStudy() {
  const { project } = useLoaderData<typeof load>()
  const sentence = useTranslations('case-study-details')
  if (!project) return null
  return (
    <p className={styles.project}>
      <ArrowLink to={addressOfProject(project)}>{sentence('project', { title: project.title })}</ArrowLink>
    </p>
  )
}

function Quote() {
  const { quote } = partsOf(useStudyText().body)
  if (!quote) return null
  const { said, speaker } = speakerOf(quote)
  return (
    <div className={`on-lapis ${styles.quote}`}>
      <figure className="wrap">
        <blockquote className="d2">{textOfArticle(said)}</blockquote>
        {speaker && (
          <figcaption>
            <Inlines inlines={speaker} />
          </figcaption>
        )}
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
