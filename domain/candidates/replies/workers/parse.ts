import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import { isAutomaticMail } from './automatic.ts'
import { type Bounce, bounceOf } from './bounce.ts'
import { idsIn } from './message-ids.ts'
import { ownText } from './own-text.ts'

const MEGABYTE = 1024 * 1024

const MAX_FILE_BYTES = 10 * MEGABYTE
const MAX_BYTES_OF_FILES = 25 * MEGABYTE
const MAX_FILES = 20
const MAX_TEXT_LENGTH = 200_000
const MAX_LINE_LENGTH = 300
const MAX_REFERENCES = 50

export interface ParsedFile {
  name: string
  type: string
  bytes: Uint8Array
}

export interface ParsedMail {
  messageId: string
  /** Message-IDs from In-Reply-To and References, nearest first. */
  references: string[]
  from: { address: string; name: string }
  /** Every address it was delivered to, in small letters. */
  recipients: string[]
  subject: string
  /** Without what it quotes. */
  text: string
  whole: string
  isAutomatic: boolean
  bounce?: Bounce | undefined
  files: ParsedFile[]
  dropped: { name: string; size: number }[]
}

/** Runs in a process of its own: a stranger wrote every byte. */
export async function parseMail(bytes: Buffer): Promise<ParsedMail> {
  const mail = await PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: 50 })
  const [from] = mailboxesOf(mail.from ? [mail.from] : [])
  const { files, dropped } = filesOf(mail.attachments)
  return {
    messageId: idsIn(mail.messageId)[0] ?? '',
    references: [...idsIn(mail.inReplyTo), ...idsIn(mail.references).toReversed()].slice(0, MAX_REFERENCES),
    from: { address: line(from?.address ?? ''), name: line(from?.name ?? '') },
    recipients: recipientsOf(mail),
    subject: line(mail.subject ?? ''),
    ...(await textsOf(mail)),
    isAutomatic: isAutomaticMail(mail),
    bounce: bounceOf(mail),
    files,
    dropped,
  }
}

// PostgreSQL cannot store it; the others would change the direction of what stands beside them.
const UNSEEN = /[\0\u202a-\u202e\u2066-\u2069]/g

const clean = (text: string) => text.replace(UNSEEN, '').slice(0, MAX_TEXT_LENGTH)

const line = (text: string) => clean(text.slice(0, MAX_LINE_LENGTH)).replace(/\s+/g, ' ').trim()

async function textsOf(mail: Email) {
  const { text, whole } = await ownText(mail)
  return { text: clean(text), whole: clean(whole) }
}

const mailboxesOf = (addresses: Address[]) =>
  addresses.flatMap((each) => (each.group === undefined ? [each] : each.group)).slice(0, 200)

const DELIVERED_TO = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-forwarded-to']

function recipientsOf({ to = [], cc = [], bcc = [], headers }: Email): string[] {
  const delivered = headers.filter(({ key }) => DELIVERED_TO.includes(key)).map(({ value }) => value)
  const named = mailboxesOf([...to, ...cc, ...bcc]).map(({ address }) => address)
  const all = [...delivered, ...named].map((address) => address.slice(0, MAX_LINE_LENGTH).trim().toLowerCase())
  return [...new Set(all)].map((address) => address.replace(/^<|>$/g, ''))
}

/** A part without a name is a file, too, unless it is a report about delivery. */
function filesOf(attachments: Attachment[]) {
  const files: ParsedFile[] = []
  const dropped: { name: string; size: number }[] = []
  let total = 0
  for (const [index, attachment] of attachments.entries()) {
    const { filename, mimeType, content } = attachment
    if (mimeType === 'message/delivery-status' || mimeType === 'text/rfc822-headers') continue
    const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
    const name = line(filename ?? '') || `${index + 1}${EXTENSIONS[mimeType] ?? ''}`
    const fits =
      bytes.length <= MAX_FILE_BYTES && total + bytes.length <= MAX_BYTES_OF_FILES && files.length < MAX_FILES
    if (!fits) {
      dropped.push({ name, size: bytes.length })
      continue
    }
    total += bytes.length
    files.push({ name, type: line(mimeType), bytes })
  }
  return { files, dropped }
}

const EXTENSIONS: Record<string, string> = {
  'message/rfc822': '.eml',
  'text/calendar': '.ics',
  'application/pdf': '.pdf',
}
