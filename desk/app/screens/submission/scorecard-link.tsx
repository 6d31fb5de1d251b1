import { ClipboardList } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { useActions } from '../../parts/actions.ts'
import { buttonClass, Icon } from '../../parts/elements.tsx'
import { useSession } from '../../session.tsx'
import { useTexts } from '../../texts.tsx'
import { useOpenSubmission } from './open-submission.ts'
import styles from './submission.module.css'

/** For applications; the cards themselves stay on their own screen. */
export function ScorecardLink() {
  const { reference, scorecard } = useOpenSubmission().submission
  const { scorecards: texts, say } = useTexts()
  const { can } = useSession()
  const navigate = useNavigate()
  const to = `/inbox/${reference}/scorecard`
  const isShown = scorecard !== null && can('submissions.rate')
  useActions(isShown ? [{ id: 'scorecard', label: texts.ofRecord, icon: ClipboardList, run: () => navigate(to) }] : [])
  if (!isShown) return null
  const isOpen = scorecard === 'sent' || scorecard === 'waived'
  return (
    <section className={styles.scorecard}>
      <h2 className="h3">{texts.ofRecord}</h2>
      <p className="second small">{say('scorecards.yours', { state: scorecard })}</p>
      <p>
        <Link className={buttonClass({ small: true })} to={to}>
          <Icon of={ClipboardList} small />
          {isOpen ? texts.openCards : texts.write}
        </Link>
      </p>
    </section>
  )
}
