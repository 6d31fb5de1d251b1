import { Flag } from 'lucide-react'
import { Link } from 'react-router'
import type { DeskTexts } from '#texts/desk/en/index.ts'
import { useFormats } from '../../formats.ts'
import { Icon } from '../../parts/icon.tsx'
import { StageName } from '../../submissions/stage.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './submission.module.css'
import type { Submission } from './submission.tsx'

/** Why one should look twice. Only a person can tell. */
export function Marks({ submission: { marks } }: { submission: Submission }) {
  const { marks: title } = useTexts('submission')
  const words = useTexts('submissions')
  if (marks.length === 0) return null
  const reasonOf = (mark: string) => words.marks[mark as keyof DeskTexts['submissions']['marks']] ?? words.marks.other
  return (
    <section className={styles.findings}>
      <h2>
        <Icon of={Flag} small /> {title}
      </h2>
      <ul>
        {marks.map((mark) => (
          <li key={mark}>{reasonOf(mark)}</li>
        ))}
      </ul>
    </section>
  )
}

/** Others that may be of the same person, with the reasons. */
export function Duplicates({ submission: { duplicates } }: { submission: Submission }) {
  const texts = useTexts('submission')
  const { kinds, general } = useTexts('submissions')
  const formats = useFormats()
  if (duplicates.length === 0) return null
  return (
    <section className={styles.duplicates}>
      <h2 className="h3">{texts.duplicates}</h2>
      <ul>
        {duplicates.map(({ reference, kind, name, about, stage, createdAt, reasons }) => (
          <li key={reference}>
            <Link className="link" to={`/inbox/${reference}`}>
              <bdi>{name}</bdi>
            </Link>{' '}
            <span className="muted small">
              {kinds[kind]} · <bdi>{about || general}</bdi> · {formats.day(createdAt)}
            </span>
            <span className={styles.reasons}>
              <StageName stage={stage} />
              <span className="small">{reasons.map((reason) => texts.duplicateReasons[reason]).join(' · ')}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
