import { type Ref, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Envelope } from '../../brand/scenes/envelope.tsx'
import { useRoot, useTexts } from '../../page-context.tsx'
import type { SubmissionKind } from '../../submissions/forms.ts'
import { type OutboxEntry, takeBack } from '../../submissions/outbox.ts'
import type { RefusedPost } from '../../submissions/posted.ts'
import { useAddress } from '../controls.tsx'
import { StatusLine } from './field.tsx'
import receipts from './receipt.module.css'
import styles from './submission-form.module.css'

interface SubmissionStatusProps {
  kind: SubmissionKind
  entry: OutboxEntry | undefined
  posted: RefusedPost | undefined
  sentReference: string | undefined
  id?: string | undefined
  ref: Ref<HTMLDivElement>
}

export function SubmissionStatus({ kind, entry, posted, sentReference, id, ref }: SubmissionStatusProps) {
  const texts = useTexts('forms')
  const [isCancelled, setCancelled] = useState(false)
  const state = entry?.state
  useEffect(() => {
    if (state) setCancelled(false)
  }, [state])

  if (entry?.state === 'sending') return <StatusLine state="under-way">{texts.sending}</StatusLine>
  const reference = entry ? entry.reference : sentReference
  if (reference)
    return (
      <StatusLine state="done" id={id} ref={ref}>
        <div className={`on-ink ${receipts.moment}`}>
          <Envelope state="sent" className={receipts.drawing} />
          <p className="d4">{texts.sent[kind]}</p>
          <Reference reference={reference} />
          <FollowLink kind={kind} entry={entry} />
        </div>
      </StatusLine>
    )
  if (entry?.state === 'waiting')
    return (
      <StatusLine state="failed">
        <p>{texts.problems[entry.problem ?? 'unreachable']}</p>
        <p className={styles.comfort}>{entry.isKept ? texts.keptForLater : texts.stillHere}</p>
        <Wait until={entry.retryAt} />
        <button
          type="button"
          className={styles.action}
          onClick={() => takeBack(entry.submission.key).then(() => setCancelled(true))}
        >
          {texts.cancelSending}
        </button>
      </StatusLine>
    )
  if (entry?.state === 'refused') return <Refusal problem={entry.problem} />
  if (entry?.state === 'cancelled') return <StatusLine state="under-way">{texts.cancelledLate}</StatusLine>
  if (isCancelled) return <StatusLine state="under-way">{texts.cancelled}</StatusLine>
  if (posted) return <Refusal id={id} problem={posted.problem} retryAfterSeconds={posted.retryAfterSeconds} />
  return <StatusLine state="under-way" id={id} />
}

function Refusal({
  id,
  problem = 'notUnderstood',
  retryAfterSeconds,
}: Partial<Pick<RefusedPost, 'problem' | 'retryAfterSeconds'>> & { id?: string | undefined }) {
  const texts = useTexts('forms')
  const sentence = useTranslations('forms')
  return (
    <StatusLine id={id} state="failed">
      <p>{texts.problems[problem]}</p>
      {retryAfterSeconds && <p className={styles.comfort}>{sentence('wait', { seconds: retryAfterSeconds })}</p>}
    </StatusLine>
  )
}

export function Wait({ until }: { until: number | undefined }) {
  const sentence = useTranslations('forms')
  const seconds = useSecondsUntil(until)
  if (until === undefined) return null
  return (
    // Read aloud once, not every second.
    <p className={styles.comfort} role="timer">
      {seconds > 0 ? sentence('wait', { seconds }) : sentence('waitOver')}
    </p>
  )
}

export function useSecondsUntil(moment: number | undefined) {
  const [now, setNow] = useState(() => Date.now())
  const seconds = moment === undefined ? 0 : Math.max(0, Math.ceil((moment - now) / 1000))
  const isRunning = seconds > 0
  useEffect(() => {
    setNow(Date.now())
    if (moment === undefined || !isRunning) return
    const ticking = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(ticking)
  }, [moment, isRunning])
  return seconds
}

export function Reference({ reference }: { reference: string }) {
  const texts = useTexts('forms')
  return (
    <p className={receipts.reference}>
      <span>{texts.reference}</span>{' '}
      <b>
        <bdi dir="ltr">{reference}</bdi>
      </b>
    </p>
  )
}

export function FollowLink({ kind, entry }: { kind: SubmissionKind; entry: OutboxEntry | undefined }) {
  const { follow } = useTexts('forms')
  const { receipt, settings } = useRoot()
  const address = useAddress()
  const link = entry ? entry.link : receipt?.link
  if (!link) return null
  return (
    <p className={receipts.follow}>
      <a href={address(link)}>{follow[kind]}</a>
      <small>{settings.sendsMail ? follow.keepMailed : follow.keep}</small>
    </p>
  )
}
