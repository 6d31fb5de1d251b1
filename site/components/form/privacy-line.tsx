import { useTranslations } from 'use-intl'
import { PageLink } from '../controls/page-link.tsx'
import styles from './privacy-line.module.css'

/** Beside what is asked for: what becomes of it. */
export function PrivacyLine() {
  const sentence = useTranslations('forms')
  return (
    <p className={styles.privacy}>
      {sentence.rich('privacy', { policy: (words) => <PageLink to="/privacy-policy">{words}</PageLink> })}
    </p>
  )
}
