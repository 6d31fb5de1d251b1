import { type PageHandle, useTexts } from '../../page-context.tsx'
import { ButtonLink } from '../controls.tsx'
import { Title } from '../headings.tsx'
import { PageHead } from '../page-head.tsx'
import styles from './not-found-page.module.css'

export const notFoundHandle: PageHandle = { texts: ['not-found'], closing: 'none', ground: 'cinnabar' }

/** The zero of 404 is the dot; in Arabic-Indic digits it really is. */
export function NotFoundPage() {
  const texts = useTexts('not-found')
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead {...texts.meta} hidden />
      <div className={styles.digits} dir="ltr" aria-hidden="true">
        <span>{texts.digit}</span>
        <i />
        <span>{texts.digit}</span>
      </div>
      <div className={styles.text}>
        <Title size="d2" text={texts.title} />
        <div>
          <p className="lead">{texts.text}</p>
          <ButtonLink look="ink" to="/">
            {texts.home}
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}
