import { isRouteErrorResponse } from 'react-router'
import { isDateAnswer, isOptionId, isQuestionField } from '#contract/constants.ts'
import { ButtonLink, ButtonRow } from '../../components/controls.tsx'
import { ErrorPage } from '../../components/failures/error-page.tsx'
import { RESULT_ID, StatusLine } from '../../components/form/field.tsx'
import { Breadcrumbs, Title } from '../../components/headings.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { useDay } from '../../components/prose/day.tsx'
import { usePageNames, useRoot, useTexts } from '../../page-context.tsx'
import { type FieldName, fieldsOf } from '../../submissions/forms.ts'
import type { RefusedPost } from '../../submissions/posted.ts'
import { usePosted } from '../../submissions/use-form.ts'
import styles from './job-not-found.module.css'

export function JobNotFound({ error }: { error: unknown }) {
  const { notFound, closed, crumb } = useTexts('career-apply')
  const pages = usePageNames()
  const posted = usePosted('career-application')
  const status = isRouteErrorResponse(error) ? error.status : undefined
  if (status !== 404 && status !== 410)
    return (
      <>
        <ErrorPage error={error} />
        {posted && (
          <div className={`wrap ${styles.page}`}>
            <WrittenAnswers posted={posted} />
          </div>
        )}
      </>
    )
  const texts = status === 410 ? { ...notFound, ...closed } : notFound
  if (posted) return <ClosedMeanwhile posted={posted} />
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title={texts.title} description={texts.text} hidden />
      <Breadcrumbs trail={[{ name: pages.jobs, to: '/jobs' }, { name: crumb }]} />
      <Title size="d1 d1--s" text={texts.title} />
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

function ClosedMeanwhile({ posted }: { posted: RefusedPost }) {
  const { notFound, closed, crumb } = useTexts('career-apply')
  const { problems } = useTexts('forms')
  const { alerts } = useTexts('jobs')
  const { results } = useTexts('states')
  const pages = usePageNames()
  const { settings } = useRoot()
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title={closed.title.replace(/\.$/, '')} result={results.notSent} description={closed.text} hidden />
      <Breadcrumbs trail={[{ name: pages.jobs, to: '/jobs' }, { name: crumb }]} />
      <Title size="d1 d1--s" text={closed.title} />
      <div id={RESULT_ID}>
        <StatusLine state="failed">{problems.jobClosed}</StatusLine>
      </div>
      <ButtonRow>
        <ButtonLink to="/jobs">{notFound.jobs}</ButtonLink>
        {settings.sendsMail && (
          <ButtonLink look="ghost" to="/job-alerts" reloadDocument>
            {alerts.ask}
          </ButtonLink>
        )}
      </ButtonRow>
      <WrittenAnswers posted={posted} />
    </div>
  )
}

/** Without JavaScript only this page still has what was written. */
function WrittenAnswers({ posted: { answers } }: { posted: RefusedPost }) {
  const { closed } = useTexts('career-apply')
  const { fields, jobQuestions } = useTexts('forms')
  // The questions went with the job; an option's id says nothing.
  const toQuestions = Object.keys(answers).filter((name) => isQuestionField(name) && !isOptionId(answers[name] ?? ''))
  const written = [...fieldsOf('career-application'), ...toQuestions].filter((name) => answers[name])
  if (written.length === 0) return null
  return (
    <section className={styles.written} aria-labelledby="written">
      <h2 className="d4" id="written">
        {closed.written}
      </h2>
      <p>{closed.writtenText}</p>
      <dl>
        {written.map((name) => (
          <div key={name}>
            <dt>{fields[name as FieldName] ?? jobQuestions.unknown}</dt>
            <dd>
              <Written name={name} answer={answers[name] as string} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Written({ name, answer }: { name: string; answer: string }) {
  const dayOf = useDay()
  // One that is not whole stays as it was written.
  if (isDateAnswer(name)) return Number.isNaN(Date.parse(`${answer}T00:00:00Z`)) ? <bdi>{answer}</bdi> : dayOf(answer)
  return <bdi dir={name === 'email' || name === 'phone' ? 'ltr' : undefined}>{answer}</bdi>
}
