import type { FormName } from '../../submissions/forms.ts'
import type { OutboxEntry } from '../../submissions/outbox.ts'
import { useTexts } from '../../texts.tsx'
import { useAddress } from '../../use-address.ts'
import { useRoot } from '../../use-root.ts'
import styles from './follow-link.module.css'

/** To the page of whoever has sent something: of this entry, or of what was sent without JavaScript. A plain link, so that nothing is fetched before. */
export function FollowLink({ form, entry }: { form: FormName; entry: OutboxEntry | undefined }) {
  const { follow } = useTexts('forms')
  const { receipt, settings } = useRoot()
  const address = useAddress()
  const link = entry ? entry.link : receipt?.link
  if (!link) return null
  return (
    <p className={styles.follow}>
      <a href={address(link)}>{follow[form]}</a>
      <small>{settings.sendsMail ? follow.keepMailed : follow.keep}</small>
    </p>
  )
}
