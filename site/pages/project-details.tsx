import { useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { endpoints } from '#contract/endpoints.ts'
import type { Project } from '#contract/entities.ts'
import { addressOfCategory, addressOfProject } from '#contract/page-addresses.ts'
import { searchDescription } from '#contract/search-description.ts'
import { type WithProse, withProse } from '#contract/with-prose.ts'
import { Cover } from '../brand/covers/cover.tsx'
import { IconTile } from '../brand/icons/icon-tile.tsx'
import { projectKind } from '../brand/icons/project-kind.ts'
import { Carousel } from '../components/carousel/carousel.tsx'
import { ContactBox } from '../components/contact/contact-box.tsx'
import { PageTrail, titleSize } from '../components/headings.tsx'
import { PageHead } from '../components/page-head.tsx'
import { MovingFrame } from '../components/projects/moving-frame.tsx'
import { ProjectFacts } from '../components/projects/project-facts.tsx'
import { ProjectType } from '../components/projects/project-type.tsx'
import { Day } from '../components/prose/day.tsx'
import { Paragraphs } from '../components/prose/paragraphs.tsx'
import { Picture } from '../components/prose/picture.tsx'
import { inBrowser, type Needs, onServer } from '../load.ts'
import { type PageHandle, usePageNames, useTexts } from '../page-context.tsx'
import { categoryOf, withKnownStudy } from '../project-lists.ts'
import { ProjectData } from '../structured-data/organization.tsx'
import styles from './project-details.module.css'

export const handle: PageHandle = {
  texts: ['project-details', 'project-facts', 'project-types', 'contact-box', 'opening-hours'],
}

const load = async ({ callApi, params, content }: Needs) => {
  const { data } = await callApi(endpoints.project, { id: params.id as string })
  return { project: withKnownStudy(await withProse(data), content) }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function ProjectDetails() {
  const { project } = useLoaderData<typeof loader>()
  const sentence = useTranslations('project-details')
  return (
    <>
      <PageHead
        title={sentence('meta.title', { title: project.title, summary: project.summary })}
        description={searchDescription(project)}
        address={addressOfProject(project)}
        picture={project.images[0]?.url}
      />
      <ProjectData project={project} address={addressOfProject(project)} />
      <PageTrail trail={useTrail(project)} />
      <div className={`wrap ${styles.project}`}>
        <Nameplate project={project} />
        <ContactBox ground="ink" className={styles.contact} />
        <ProjectFacts project={project} className={styles.facts} />
      </div>
      {project.images.length > 0 && <Pictures project={project} />}
    </>
  )
}

function useTrail(project: Project) {
  const pages = usePageNames()
  const { crumbs } = useTexts('project-details')
  return [
    { name: pages.projects, to: '/projects' },
    { name: crumbs.overview, to: addressOfCategory(categoryOf(project)) },
    { name: crumbs.details },
  ]
}

function Nameplate({ project }: { project: WithProse<Project> }) {
  const { id, type, title, description, prose, icon_image, start_date } = project
  return (
    <article className={styles.nameplate}>
      <div className={styles.side} data-kind={projectKind(type)}>
        <Picture src={icon_image} width={272} height={272} eager className={styles.icon}>
          <IconTile id={id} type={type} />
        </Picture>
      </div>
      <div className={styles.text}>
        <h1 className={titleSize(title, 'd1 d1--s')}>{title}</h1>
        <p className={styles.meta}>
          <ProjectType type={type} />
          <Day date={start_date} />
        </p>
        <Paragraphs text={description} prose={prose} className={styles.prose} />
      </div>
    </article>
  )
}

function Pictures({ project }: { project: Project }) {
  const sentences = useTranslations('project-details')
  const label = sentences('inside', { title: project.title })
  return (
    <div className={styles.pictures}>
      <div className="wrap">
        <Carousel
          label={label}
          showsOne
          head={(controls) => (
            <div className={styles.head}>
              <h2 className="d3">{label}</h2>
              {controls}
            </div>
          )}
          items={project.images.map(({ url, alt }, index) => (
            <figure key={url}>
              <MovingFrame projectId={project.id} address={addressOfProject(project)} isStill={index > 0}>
                <Picture src={url} alt={alt} width={1200} height={750} className={styles.frame}>
                  <Cover id={project.id} type={project.type} className={styles.cover} />
                </Picture>
              </MovingFrame>
              <figcaption>{sentences('picture', { number: index + 1, total: project.images.length })}</figcaption>
            </figure>
          ))}
        />
      </div>
    </div>
  )
}
