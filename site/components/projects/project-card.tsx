import type { Project } from '#contract/entities.ts'
import { addressOfProject } from '#contract/page-addresses.ts'
import { Cover } from '../../brand/covers/cover.tsx'
import { PageLink } from '../controls.tsx'
import { Day } from '../prose/day.tsx'
import { Picture } from '../prose/picture.tsx'
import styles from './project-card.module.css'
import { ProjectType } from './project-type.tsx'

interface ProjectCardProps {
  project: Project
  to?: string
  heading?: 'h2' | 'h3'
  isFirst?: boolean
}

const FRAME_WIDTHS = '(min-width: 1000px) 33vw, (min-width: 600px) 50vw, 100vw'

function ProjectCard({
  project,
  to = addressOfProject(project),
  heading: Heading = 'h2',
  isFirst = false,
}: ProjectCardProps) {
  const { id, type, title, summary, start_date, images } = project
  return (
    <PageLink to={to} className={styles.card}>
      <div className={styles.frame}>
        <Picture
          src={images[0]?.url}
          width={1200}
          height={750}
          sizes={FRAME_WIDTHS}
          eager={isFirst}
          className={styles.picture}
        >
          <Cover id={id} type={type} className={styles.cover} />
        </Picture>
      </div>
      <div className={styles.text}>
        <Heading className="d4">{title}</Heading>
        <p className={styles.meta}>
          <ProjectType type={type} />
          <Day date={start_date} />
        </p>
        <p>{summary}</p>
      </div>
    </PageLink>
  )
}

interface ProjectGridProps {
  projects: Project[]
  isFirst?: boolean
  heading?: 'h2' | 'h3'
  addressOf?: (project: Project) => string
}

export function ProjectGrid({
  projects,
  heading = 'h2',
  isFirst = false,
  addressOf = addressOfProject,
}: ProjectGridProps) {
  return (
    <ul className={styles.grid}>
      {projects.map((project, index) => (
        <li key={project.id}>
          <ProjectCard
            project={project}
            heading={heading}
            to={addressOf(project)}
            isFirst={isFirst && index < FIRST_ROW}
          />
        </li>
      ))}
    </ul>
  )
}

const FIRST_ROW = 3
