import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { LANGUAGES } from '#texts/languages.ts'
import { Button, ButtonLink } from '../../components/controls.tsx'
import { StatusLine } from '../../components/form/field.tsx'
import { Title } from '../../components/headings.tsx'
import { PageHead } from '../../components/page-head.tsx'
import type { JobAlertPage } from '../../job-alerts-page.ts'
import { type PageHandle, useTexts } from '../../page-context.tsx'
import { loadDocument, loadOwn } from '../own-page.ts'
import { KindsField, TeamField } from './alert-form.tsx'
import styles from './job-alerts.module.css'

export const handle: PageHandle = { texts: ['job-alerts', 'jobs'], closing: 'none', isPrivate: true }

export const loader = loadOwn('jobAlert')
export const clientLoader = loadDocument
export const action = () => null

/** Opening it changes nothing: confirming, changing and ending are buttons. */
export default function JobAlert() {
  const page = useLoaderData<typeof loader>()
  if (page.state === 'ended') return <Ended />
  return page.state === 'unconfirmed' ? <Unconfirmed email={page.email} /> : <Confirmed page={page} />
}

function Sheet({ title, isDone = false, children }: { title: string; isDone?: boolean; children: ReactNode }) {
  const { meta } = useTexts('job-alerts')
  const { results } = useTexts('states')
  return (
    <section className={`wrap ${styles.sheet}`}>
      <PageHead
        title={title.replace(/\.$/, '')}
        result={isDone ? results.done : undefined}
        description={meta.description}
        hidden
      />
      <Title size="d2" text={title} />
      {children}
    </section>
  )
}

function Unconfirmed({ email }: { email: string }) {
  const texts = useTexts('job-alerts')
  return (
    <Sheet title={texts.confirmTitle}>
      <p className="lead">{texts.confirmText}</p>
      <p>
        <bdi dir="ltr">{email}</bdi>
      </p>
      <form method="post">
        <input type="hidden" name="act" value="confirm" />
        <Button type="submit">{texts.confirm}</Button>
      </form>
      <p className={styles.fine}>{texts.notYou}</p>
    </Sheet>
  )
}

function Confirmed({ page }: { page: Extract<JobAlertPage, { state: 'unconfirmed' | 'confirmed' }> }) {
  const texts = useTexts('job-alerts')
  const { email, kinds, team, teams, language, done } = page
  return (
    <Sheet title={texts.confirmedTitle} isDone={done !== undefined}>
      <p className="lead">{texts.confirmedText}</p>
      <p>
        <bdi dir="ltr">{email}</bdi>
      </p>
      {done && <StatusLine state="done">{texts.done[done]}</StatusLine>}
      <form method="post" className={styles.choices}>
        <input type="hidden" name="act" value="change" />
        <KindsField chosen={kinds} />
        <TeamField teams={teams} chosen={team} />
        <fieldset className={styles.kinds}>
          <legend>{texts.language}</legend>
          {LANGUAGES.map((each) => (
            <label key={each} className={styles.kind}>
              <input type="radio" name="language" value={each} defaultChecked={each === language} />
              <span lang={each}>{texts.languages[each]}</span>
            </label>
          ))}
        </fieldset>
        <Button type="submit" look="ghost">
          {texts.save}
        </Button>
      </form>
      <form method="post">
        <input type="hidden" name="act" value="end" />
        <Button type="submit">{texts.end}</Button>
      </form>
    </Sheet>
  )
}

function Ended() {
  const texts = useTexts('job-alerts')
  return (
    <Sheet title={texts.endedTitle}>
      <p className="lead">{texts.endedText}</p>
      <ButtonLink to="/jobs">{texts.jobs}</ButtonLink>
    </Sheet>
  )
}
