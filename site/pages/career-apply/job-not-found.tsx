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
  const { notFound, closed, crumb } = useTexts('career-apply')
  const { pages } = useTexts('shell')
  const status = isRouteErrorResponse(error) ? error.status : undefined
  if (status !== 404 && status !== 410) return <ErrorPage error={error} />
  const texts = status === 410 ? { ...notFound, ...closed } : notFound
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
