import type { Attachment, Email } from 'postal-mime'
import { idsIn } from './message-ids.ts'

export interface Bounce {
  /** `failed` is for good; the others may still arrive. */
  action: string
  /** RFC 3463, such as 5.1.1. */
  status: string
  /** Of the mail that came back. */
  messageIds: string[]
}

const MAX_REPORT = 50_000

/** A delivery status notification (RFC 3464): undefined for any other mail. */
export function bounceOf({ attachments }: Email): Bounce | undefined {
  const report = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')
  if (!report) return undefined
  const lines = textOf(report)
  const returned = attachments.filter(
    ({ mimeType }) => mimeType === 'message/rfc822' || mimeType === 'text/rfc822-headers',
  )
  return {
    action: fieldIn(lines, 'Action').toLowerCase(),
    status: /\d\.\d{1,3}\.\d{1,3}/.exec(fieldIn(lines, 'Status'))?.[0] ?? '',
    messageIds: returned.flatMap((part) => idsIn(fieldIn(headOf(textOf(part)), 'Message-ID'))),
  }
}

function textOf({ content }: Attachment) {
  const text = typeof content === 'string' ? content : Buffer.from(new Uint8Array(content)).toString('latin1')
  return text.slice(0, MAX_REPORT)
}

const headOf = (text: string) => text.split(/\r?\n\r?\n/, 1)[0] ?? ''

function fieldIn(text: string, name: string): string {
  const unfolded = text.replace(/\r?\n[ \t]+/g, ' ')
  const start = `${name.toLowerCase()}:`
  const found = unfolded.split(/\r?\n/).find((line) => line.toLowerCase().startsWith(start))
  return found?.slice(start.length).trim() ?? ''
}
