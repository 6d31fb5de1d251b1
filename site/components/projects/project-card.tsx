import type { Project } from '#contract/entities.ts'
import { addressOfProject } from '#contract/page-addresses.ts'
import { Cover } from '../../brand/covers/cover.tsx'
import { PageLink } from '../controls.tsx'
import { Day } from '../prose/day.tsx'
import { Picture } from '../prose/picture.tsx'
import { MovingFrame } from './moving-frame.tsx'
import styles from './project-card.module.css'
import { ProjectType } from './project-type.tsx'

interface ProjectGridProps {
  projects: Project[]
  /** Its pictures are not left for later. */
  isFirst?: boolean
  heading?: 'h2' | 'h3'
  addressOf?: (project: Project) => string
}

const FRAME_WIDTHS = '(min-width: 1000px) 33vw, (min-width: 600px) 50vw, 100vw'
const FIRST_ROW = 3

export function ProjectGrid({
  projects,
  isFirst,
  heading: Heading = 'h2',
  addressOf = addressOfProject,
}: ProjectGridProps) {
  return (
    <ul className={styles.grid}>
      {projects.map((project, index) => (
        <li key={project.id}>
          <PageLink to={addressOf(project)} className={styles.card}>
            <MovingFrame projectId={project.id} address={addressOf(project)} className={styles.frame}>
              <Picture
                src={project.images[0]?.url}
                width={1200}
                height={750}
                sizes={FRAME_WIDTHS}
                eager={isFirst && index < FIRST_ROW}
                className={styles.picture}
              >
                <Cover id={project.id} type={project.type} className={styles.cover} />
              </Picture>
            </MovingFrame>
            <div className={styles.text}>
              <Heading className="d4">{project.title}</Heading>
              <p className={styles.meta}>
                <ProjectType type={project.type} />
                <Day date={project.start_date} />
              </p>
              <p>{project.summary}</p>
            </div>
          </PageLink>
        </li>
      ))}
    </ul>
  )
}
