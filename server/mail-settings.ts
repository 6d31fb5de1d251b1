import type { MailSettings } from '#domain/notifications/mail/transport.ts'
import type { Config } from '#settings/settings.ts'

type MailConfig = Pick<Config, 'smtpUrl' | 'mailTo' | 'mailFrom' | 'staffLanguage' | 'dkim' | 'confirmationsPerDay'>

/** Settings of all mail; undefined where no mail is sent. */
export function mailSettingsOf({
  smtpUrl,
  mailTo,
  mailFrom,
  staffLanguage,
  dkim,
  confirmationsPerDay,
}: MailConfig): MailSettings | undefined {
  const [first, ...others] = mailTo
  if (!smtpUrl || !mailFrom || !first) return undefined
  const domainName = mailFrom.slice(mailFrom.lastIndexOf('@') + 1)
  const signing = dkim && { dkim: { ...dkim, domainName } }
  return { smtpUrl, mailTo: [first, ...others], mailFrom, staffLanguage, confirmationsPerDay, ...signing }
}
