import { Link, useRevalidator } from 'react-router'
import { api, type ResultOf } from '../../api.ts'
import { Block, Button, Dot, Note } from '../../parts/elements.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './today.module.css'

type Queue = ResultOf<'GET /queue/stuck'>
type StuckJob = Queue['jobs'][number]

export function StuckJobs({ queue: { jobs, count, mailsWaiting } }: { queue: Queue }) {
  const { today: texts, say } = useTexts()
  return (
    <Block title={texts.queue}>
      {jobs.length > 0 ? (
        <>
          <p className={styles.stuck}>
            <Dot colour="cinnabar" />
            {say('today.stuck', { count })}
          </p>
          <ul className={styles.mails}>
            {jobs.map((job) => (
              <Stuck key={job.id} job={job} />
            ))}
          </ul>
          {count > jobs.length && <p className="second">{say('today.moreStuck', { count: count - jobs.length })}</p>}
          {jobs.some(({ isHeld }) => !isHeld) && <TryAll />}
        </>
      ) : (
        <p className="second">{texts.queueFine}</p>
      )}
      {mailsWaiting > 0 && <p className="second">{say('today.owed', { count: mailsWaiting })}</p>}
    </Block>
  )
}

function TryAll() {
  const { today: texts, say } = useTexts()
  const { retry, isBusy, failure } = useRetry(async () => {
    const { count } = await api('POST /queue/retry')
    return say('today.allAreDue', { count })
  })
  const { can } = useSession()
  if (!can('submissions.change')) return null
  return (
    <>
      <Button small busy={isBusy} onClick={retry}>
        {texts.tryAll}
      </Button>
      {failure && <Note kind="wrong">{failure}</Note>}
    </>
  )
}

function Stuck({ job: { id, kind, subject, payload, tries, because, isHeld, createdAt } }: { job: StuckJob }) {
  const { today: texts, submission, say, formats } = useTexts()
  const { can } = useSession()
  const { retry, isBusy, failure } = useRetry(async () => {
    await api('POST /queue/:id/retry', { params: { id } })
    return texts.jobIsDue
  })
  const { mails } = submission
  const name = kind === 'mail' ? mails[payload.mail as keyof typeof mails] : texts.jobKinds[kind]
  const reference = isAlert(kind) ? null : subject
  return (
    <li>
      <span>
        {name}{' '}
        {reference && (
          <Link className="link" dir="ltr" to={`/inbox/${reference}`}>
            {reference}
          </Link>
        )}
      </span>
      {can('submissions.change') && (
        <Button
          small
          busy={isBusy}
          onClick={retry}
          aria-label={say('today.tryAgainLabel', { job: [name, reference].filter(Boolean).join(' ') })}
        >
          {texts.tryAgain}
        </Button>
      )}
      <span className="muted small">
        {isHeld ? texts.mailWithheld : say('today.jobFailed', { tries, because })} · {formats.ago(createdAt)}
      </span>
      {failure && <Note kind="wrong">{failure}</Note>}
    </li>
  )
}

const isAlert = (kind: StuckJob['kind']) => kind === 'alert-link' || kind === 'job-alert'

function useRetry(retryAndSay: () => Promise<string>) {
  const announcements = useAnnouncements()
  const { revalidate } = useRevalidator()
  const { submit, isBusy, failure } = useSubmit()
  const retry = () => submit(async () => announcements.say(await retryAndSay())).finally(revalidate)
  return { retry, isBusy, failure }
}
