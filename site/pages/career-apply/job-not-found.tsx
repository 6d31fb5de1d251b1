import { isRouteErrorResponse } from 'react-router'
import { FullStop } from '../../brand/dots/full-stop.tsx'
import { ButtonLink, ButtonRow } from '../../components/controls/button.tsx'
import { ErrorPage } from '../../components/failures/error-page.tsx'
import { Breadcrumbs } from '../../components/headings/breadcrumbs.tsx'
import { PageHead } from '../../components/headings/page-head.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './job-not-found.module.css'

/** A job that is unknown or has closed: the way to those that are open. */
export function JobNotFound({ error }: { error: unknown }) {
  const texts = useTexts('career-apply').notFound
  const { pages } = useTexts('shell')
  const { crumb } = useTexts('career-apply')
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage error={error} />
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title={texts.title} description={texts.text} hidden />
      <Breadcrumbs trail={[{ name: pages.home, to: '/' }, { name: pages.jobs, to: '/jobs' }, { name: crumb }]} />
      <h1 className="d1 d1--s">
        <FullStop text={texts.title} />
      </h1>
      <p className="lead">{texts.text}</p>
      <ButtonRow>
        <ButtonLink to="/jobs">{texts.jobs}</ButtonLink>
        <ButtonLink look="ghost" to="/internship">
          {pages.internship}
        </ButtonLink>
      </ButtonRow>
    </div>
  )
}
