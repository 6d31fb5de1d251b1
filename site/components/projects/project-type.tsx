import { Dot } from '../../brand/dots/dot.tsx'
import { projectKind } from '../../brand/icons/project-kind.ts'
import { useTexts } from '../../page-context.tsx'
import styles from './project-type.module.css'

export function ProjectType({ type }: { type: string }) {
  const labels: Record<string, string> = useTexts('project-types')
  return (
    <span className={styles.type} data-kind={projectKind(type)}>
      <Dot className={styles.dot} />
      {labels[type] ?? type}
    </span>
  )
}
