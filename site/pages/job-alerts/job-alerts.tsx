import { useLoaderData } from 'react-router'
import { permanentAddress } from '../../addresses.ts'
import { Button, ButtonAnchor, ButtonLink, ButtonRow } from '../../components/controls.tsx'
import { useErrorSentences } from '../../components/form/answer-fields.tsx'
import {
  EMAIL_INPUT,
  Field,
  FormCard,
  FormFoot,
  FormRow,
  RESULT_ID,
  StatusLine,
  TO_RESULT,
} from '../../components/form/field.tsx'
import { PageHeading } from '../../components/headings.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { type PageHandle, usePageNames, useRoot, useTexts } from '../../page-context.tsx'
import { loadDocument, loadOwn } from '../own-page.ts'
import { KindsField, TeamField } from './alert-form.tsx'
import styles from './job-alerts.module.css'

export const handle: PageHandle = { texts: ['job-alerts', 'jobs', 'form-errors'], closing: 'careers' }

export const loader = loadOwn('jobAlerts')
export const clientLoader = loadDocument
export const action = () => null

export default function JobAlerts() {
  const { canSend, isAsked, broken } = useLoaderData<typeof loader>()
  const texts = useTexts('job-alerts')
  const { results } = useTexts('states')
  const pages = usePageNames()
  return (
    <>
      <PageHead {...texts.meta} result={isAsked ? results.sent : broken ? results.notSent : undefined} hidden />
      <PageHeading
        trail={[{ name: pages.jobs, to: '/jobs' }, { name: texts.crumb }]}
        title={canSend ? texts.title : texts.noMailTitle}
        lead={canSend ? texts.lead : texts.noMail}
      />
      <div className={`wrap ${styles.page}`}>{canSend ? <AskForm /> : <OtherWays />}</div>
    </>
  )
}

/** Without mail: the feed reports new jobs, too. */
function OtherWays() {
  const texts = useTexts('job-alerts')
  const { language } = useRoot()
  return (
    <ButtonRow>
      <ButtonLink to="/jobs">{texts.jobs}</ButtonLink>
      <ButtonAnchor look="ghost" href={permanentAddress('/jobs.rss', language)}>
        {texts.feed}
      </ButtonAnchor>
    </ButtonRow>
  )
}

function AskForm() {
  const texts = useTexts('job-alerts')
  const sentenceFor = useErrorSentences()
  const { isAsked, typed, teams, broken } = useLoaderData<typeof loader>()
  return (
    <FormCard id={RESULT_ID} action={TO_RESULT}>
      {isAsked && (
        <FormRow>
          <StatusLine state="done">{texts.asked}</StatusLine>
        </FormRow>
      )}
      <Field
        {...EMAIL_INPUT}
        label={texts.email}
        error={broken && sentenceFor('email', broken)}
        defaultValue={typed.email}
        wide
      />
      <FormRow>
        <KindsField chosen={typed.kinds} />
        <TeamField teams={teams} chosen={typed.team} />
      </FormRow>
      <FormFoot>
        <Button type="submit">{texts.ask}</Button>
        <p className={styles.fine}>{texts.promise}</p>
      </FormFoot>
    </FormCard>
  )
}
