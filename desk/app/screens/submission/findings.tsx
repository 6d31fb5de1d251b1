import { Flag } from 'lucide-react'
import { Link } from 'react-router'
import type { DeskTexts } from '#texts/desk/en/index.ts'
import { Icon } from '../../parts/elements.tsx'
import { StageName, useAbout } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { useOpenSubmission } from './open-submission.ts'
import styles from './submission.module.css'

export function Marks() {
  const { marks } = useOpenSubmission().submission
  const { submission: texts, submissions: words } = useTexts()
  if (marks.length === 0) return null
  const reasonOf = (mark: string) => words.marks[mark as keyof DeskTexts['submissions']['marks']] ?? words.marks.other
  return (
    <section className={styles.findings}>
      <h2>
        <Icon of={Flag} small /> {texts.marks}
      </h2>
      <ul>
        {marks.map((mark) => (
          <li key={mark}>{reasonOf(mark)}</li>
        ))}
      </ul>
    </section>
  )
}

export function Duplicates() {
  const { duplicates } = useOpenSubmission().submission
  const { submission: texts, submissions: words, formats } = useTexts()
  const aboutOf = useAbout()
  if (duplicates.length === 0) return null
  return (
    <section className={styles.duplicates}>
      <h2 className="h3">{texts.duplicates}</h2>
      <ul>
        {duplicates.map((other) => (
          <li key={other.reference}>
            <Link className="link" to={`/inbox/${other.reference}`}>
              <bdi>{other.name}</bdi>
            </Link>{' '}
            <span className="muted small">
              {words.kinds[other.kind]} · <bdi>{aboutOf(other).text}</bdi> · {formats.day(other.createdAt)}
            </span>
            <span className={styles.reasons}>
              <StageName stage={other.stage} />
              <span className="small">{other.reasons.map((reason) => texts.duplicateReasons[reason]).join(' · ')}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
