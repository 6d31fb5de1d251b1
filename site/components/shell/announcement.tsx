import { usePageContent, useTexts } from '../../page-context.tsx'
import styles from './announcement.module.css'
import { FrameLink } from './frame-link.tsx'

/** Part of the page as it arrives: it moves nothing and needs no script. */
export function Announcement() {
  const { announcement: label } = useTexts('shell')
  const { announcement } = usePageContent('navigation')
  if (!announcement) return null
  const { text, to } = announcement
  return (
    <aside className={`on-ink ${styles.announcement}`} aria-label={label}>
      <p className="wrap">{to ? <FrameLink to={to}>{text}</FrameLink> : text}</p>
    </aside>
  )
}
