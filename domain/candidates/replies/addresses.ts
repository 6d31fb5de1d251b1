import { createHmac } from 'node:crypto'
import { areEqual } from '../../platform/secrets.ts'

const MAC_LENGTH = 20

/** Where the token stands in `REPLY_TO`; without it replies are found by Message-ID alone. */
const TOKEN_PLACE = '*'

const macOf = (secret: string, reference: string) =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['reply', reference]))
    .digest('hex')
    .slice(0, MAC_LENGTH)

/** Computed with a secret, so that addresses of other records cannot be guessed. */
const replyToken = (secret: string, reference: string) => `${reference.toLowerCase()}.${macOf(secret, reference)}`

export const replyAddress = (replyTo: string, secret: string, reference: string) =>
  replyTo.replace(TOKEN_PLACE, replyToken(secret, reference))

/** The mailbox itself, without a token. */
export const plainReplyAddress = (replyTo: string) => replyTo.replace(/[+.=_-]?\*/, '').toLowerCase()

/** The references whose tokens stand in these addresses. */
export function referencesIn(recipients: readonly string[], replyTo: string, secret: string): string[] {
  const [before, after] = replyTo.toLowerCase().split(TOKEN_PLACE)
  if (before === undefined || after === undefined) return []
  return recipients.flatMap((address) => {
    if (!address.startsWith(before) || !address.endsWith(after)) return []
    const token = address.slice(before.length, address.length - after.length)
    const [reference = '', mac = ''] = token.split('.')
    return areEqual(mac, macOf(secret, reference.toUpperCase())) ? [reference.toUpperCase()] : []
  })
}
