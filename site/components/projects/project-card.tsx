import { MOBILE_APP } from '#contract/constants.ts'
import type { Project } from '#contract/entities.ts'
import { Cover } from '../../brand/covers/cover.tsx'
import { PageLink } from '../controls/page-link.tsx'
import styles from './project-card.module.css'
import { ProjectDate } from './project-date.tsx'
import { ProjectType } from './project-type.tsx'

interface ProjectCardProps {
  project: Project
  /** Where the card leads; by default the page that fits the project's type. */
  to?: string
  heading?: 'h2' | 'h3'
}

/** Needs the texts "project-types". */
export function ProjectCard({ project, to = addressOfProject(project), heading: Heading = 'h2' }: ProjectCardProps) {
  const { id, type, title, summary, start_date } = project
  return (
    <PageLink to={to} className={styles.card}>
      <div className={styles.frame}>
        <Cover id={id} type={type} className={styles.cover} />
      </div>
      <div className={styles.text}>
        <Heading className="d4">{title}</Heading>
        <p className={styles.meta}>
          <ProjectType type={type} />
          <ProjectDate date={start_date} />
        </p>
        <p>{summary}</p>
      </div>
    </PageLink>
  )
}

interface ProjectGridProps {
  projects: Project[]
  heading?: 'h2' | 'h3'
  addressOf?: (project: Project) => string
}

export function ProjectGrid({ projects, heading = 'h2', addressOf = addressOfProject }: ProjectGridProps) {
  return (
    <ul className={styles.grid}>
      {projects.map((project) => (
        <li key={project.id}>
          <ProjectCard project={project} heading={heading} to={addressOf(project)} />
        </li>
      ))}
    </ul>
  )
}

/** Product 2.4: a 'Mobile App' opens the page of an application, any other type the page of a project. */
export const addressOfProject = ({ id, type }: Pick<Project, 'id' | 'type'>) =>
  type === MOBILE_APP ? `/app-details/${id}` : `/projects-details/${id}`
