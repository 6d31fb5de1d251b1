import { useTranslations } from 'use-intl'
import type { ApplicationPage } from '../../application-page.ts'
import { ButtonLink, ButtonRow } from '../../components/controls/button.tsx'
import { PageHead } from '../../components/headings/page-head.tsx'
import { Title } from '../../components/headings/title.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './application.module.css'

export function Gone({ page }: { page: Exclude<ApplicationPage, { state: 'open' }> }) {
  const { gone, meta } = useTexts('application')
  const counts = page.state === 'erased' ? page.counts : undefined
  const isEnded = page.state === 'ended'
  const title = isEnded ? gone.endedTitle : counts ? gone.receiptTitle : gone.erasedTitle
  const text = isEnded ? gone.endedText : counts ? gone.receiptText : gone.erasedText
  return (
    <section className={`wrap ${styles.gone}`}>
      <PageHead title={title.replace(/\.$/, '')} description={meta.description} hidden />
      <Title size="d2" text={title} />
      <p className="lead">{text}</p>
      {counts && <Receipt counts={counts} />}
      <ButtonRow>
        {isEnded ? (
          <ButtonLink to="/application" reloadDocument prefetch="none">
            {gone.ask}
          </ButtonLink>
        ) : (
          <ButtonLink to="/jobs">{gone.jobs}</ButtonLink>
        )}
      </ButtonRow>
    </section>
  )
}

function Receipt({ counts }: { counts: Record<string, number> }) {
  const { receipt } = useTexts('application').gone
  const sentence = useTranslations('application')
  return (
    <ul className={styles.receipt}>
      <li>{receipt.submission}</li>
      {counts.cv && <li>{receipt.cv}</li>}
      {counts.mail && <li>{sentence('gone.receipt.mail', { count: counts.mail })}</li>}
      <li>{receipt.rest}</li>
    </ul>
  )
}
