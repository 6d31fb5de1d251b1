import { useTranslations } from 'use-intl'
import { FullStop } from '../../../brand/dots/full-stop.tsx'
import { ButtonLink } from '../../../components/controls/button.tsx'
import { useTexts } from '../../../texts.tsx'
import styles from './open.module.css'
import { useOpeningDate } from './opening-date.ts'

/** After the date: one open dot, as large as the window. */
export function Open() {
  const { after } = useTexts('coming-soon')
  const sentence = useTranslations('coming-soon.after')
  return (
    <div className={styles.text} role="status">
      <div className={styles.dot} aria-hidden="true" />
      <h1 className="d1">
        <FullStop text={after.title} className={styles.stop} />
      </h1>
      <p className="lead">{sentence('lead', useOpeningDate())}</p>
      <ButtonLink to="/" look="ink">
        {after.enter}
      </ButtonLink>
    </div>
  )
}
