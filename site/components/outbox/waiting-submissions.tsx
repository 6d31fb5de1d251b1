import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { plainAddress } from '../../addresses.ts'
import { useTexts } from '../../page-context.tsx'
import { type OutboxEntry, openOutbox, sendNow, takeBack, useOutbox } from '../../submissions/outbox.ts'
import { PageLink } from '../controls.tsx'
import { FollowLink, Reference } from '../form/submission-status.tsx'
import styles from './waiting-submissions.module.css'

export default function WaitingSubmissions() {
  const { pathname } = useLocation()
  const { outbox } = useTexts('forms')
  useEffect(() => void openOutbox(), [])
  const elsewhere = useOutbox().filter(({ submission }) => submission.page !== plainAddress(pathname))
  if (elsewhere.length === 0) return null
  return (
    <section className={styles.notice} aria-label={outbox.label}>
      <div className="wrap" role="status">
        <ul>
          {elsewhere.map((entry) => (
            <Waiting key={entry.submission.key} entry={entry} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function Waiting({ entry }: { entry: OutboxEntry }) {
  const { outbox, sent, sendNow: now, cancelSending, cancelledLate, problems } = useTexts('forms')
  const { jobs } = useTexts('career-apply').sent
  const { submission, state, reference } = entry
  const { kind, key, page } = submission
  const isClosed = state === 'refused' && entry.problem === 'jobClosed'
  const words = () => {
    if (isClosed) return problems.jobClosed
    if (state === 'cancelled') return cancelledLate
    return state === 'sent' ? sent[kind] : outbox[state][kind]
  }
  return (
    <li data-state={state}>
      <i aria-hidden="true" />
      <p>{words()}</p>
      {reference && <Reference reference={reference} />}
      <FollowLink kind={kind} entry={entry} />
      {state === 'waiting' && (
        <button type="button" onClick={() => void sendNow(key)}>
          {now}
        </button>
      )}
      {state === 'refused' && <PageLink to={isClosed ? '/jobs' : page}>{isClosed ? jobs : outbox.open}</PageLink>}
      <button type="button" onClick={() => void takeBack(key)}>
        {state === 'sent' || state === 'cancelled' || isClosed ? outbox.close : cancelSending}
      </button>
    </li>
  )
}
