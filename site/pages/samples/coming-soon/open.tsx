import { useTranslations } from 'use-intl'
import { FullStop } from '../../../brand/dots/full-stop.tsx'
import { ButtonLink } from '../../../components/controls/button.tsx'
import { useTexts } from '../../../texts.tsx'
import { NotifyForm } from './notify-form.tsx'
import styles from './open.module.css'
import { useOpeningDate } from './opening-date.ts'
import { NO_TIME_LEFT } from './time-left.ts'
import { Timer } from './timer.tsx'

/** After the date: one open dot, as large as the window, and in it a countdown that stands at zero. */
export function Open() {
  const { after } = useTexts('coming-soon')
  const sentence = useTranslations('coming-soon.after')
  return (
    <div className={styles.text}>
      <div className={styles.dot} aria-hidden="true" />
      <div className={styles.news} role="status">
        <h1 className="d1">
          <FullStop text={after.title} className={styles.stop} />
        </h1>
        <p className="lead">{sentence('lead', useOpeningDate())}</p>
      </div>
      <Timer left={NO_TIME_LEFT} />
      <ButtonLink to="/" look="ink">
        {after.enter}
      </ButtonLink>
      <NotifyForm label={after.email} />
    </div>
  )
}
