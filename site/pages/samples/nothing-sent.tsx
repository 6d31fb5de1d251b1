import { useTranslations } from 'use-intl'
import { PageLink } from '../../components/controls.tsx'
import styles from './nothing-sent.module.css'

/** Before the fields of a form that makes no call: says so, and where to go instead. */
export function NothingSent({ from }: { from: 'faq' | 'account' | 'coming-soon' }) {
  const sentence = useTranslations('forms.nothingSent')
  return (
    <p className={styles.note}>
      {sentence.rich(from, {
        contact: (words) => <PageLink to="/contact">{words}</PageLink>,
        application: (words) => <PageLink to="/application">{words}</PageLink>,
      })}
    </p>
  )
}
