import { useTexts } from '../../texts.tsx'
import styles from './reference.module.css'

/** What to name when asking about a submission. */
export function Reference({ reference }: { reference: string }) {
  const texts = useTexts('forms')
  return (
    <p className={styles.reference}>
      <span>{texts.reference}</span>{' '}
      <b>
        <bdi dir="ltr">{reference}</bdi>
      </b>
    </p>
  )
}
