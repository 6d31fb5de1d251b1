import { useRoot, useTexts } from '../../page-context.tsx'
import type { SubmissionKind } from '../../submissions/forms.ts'
import type { OutboxEntry } from '../../submissions/outbox.ts'
import { useAddress } from '../controls.tsx'
import styles from './receipt.module.css'

export function Reference({ reference }: { reference: string }) {
  const texts = useTexts('forms')
  return (
    <p className={styles.reference}>
      <span>{texts.reference}</span>{' '}
      <b>
        <bdi dir="ltr">{reference}</bdi>
      </b>
    </p>
  )
}

/** A plain link: nothing is prefetched. */
export function FollowLink({ kind, entry }: { kind: SubmissionKind; entry: OutboxEntry | undefined }) {
  const { follow } = useTexts('forms')
  const { receipt, settings } = useRoot()
  const address = useAddress()
  const link = entry ? entry.link : receipt?.link
  if (!link) return null
  return (
    <p className={styles.follow}>
      <a href={address(link)}>{follow[kind]}</a>
      <small>{settings.sendsMail ? follow.keepMailed : follow.keep}</small>
    </p>
  )
}
