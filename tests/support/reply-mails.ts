import { createHmac, randomUUID } from 'node:crypto'
import type { Queries } from '#domain/platform/database/database.ts'
import { inRow } from '#domain/platform/storage/kept-files.ts'

/** A reply in the tray, with a file. */
export async function storeUnsortedReply(queries: Queries) {
  const [id, attachment] = [randomUUID(), randomUUID()]
  const received_at = new Date().toISOString()
  await queries
    .insertInto('replies')
    .values({
      ...{ id, submission_id: null, kind: 'reply', received_at, message_key: id, mail_id: null, author_id: null },
      ...{ from_address: 'nour@mail.example', from_name: 'Nour', mailbox: 'nour@mail.example', is_other_address: 0 },
      ...{ subject: 'Re: Hello', text: 'Yes', whole_text: 'Yes', dropped: '[]', bounce_code: null },
      held_because: 'unknown',
    })
    .execute()
  await queries
    .insertInto('attachments')
    .values({
      ...{ id: attachment, submission_id: null, letter_id: null, reply_id: id, author_id: null, position: 0 },
      ...{ created_at: received_at, file_name: 'a.txt', type: 'text/plain', size: 1, sha256: '', result: null },
      ...inRow(Buffer.from('a')),
    })
    .execute()
  return { id, attachment }
}

interface Reply {
  from?: string
  to?: string
  text?: string
  messageId?: string
  headers?: string[]
  contentType?: string
}

/** A mail as a person's program sends it. */
export function replyMail({ from, to, text = 'Sunday suits me.', messageId, headers = [], contentType }: Reply = {}) {
  return [
    `From: ${from ?? 'Nour <nour@mail.example>'}`,
    `To: ${to ?? 'jobs@nuqta.example'}`,
    'Subject: Re: Your application',
    `Message-ID: ${messageId ?? `<${randomUUID()}@mail.example>`}`,
    'MIME-Version: 1.0',
    `Content-Type: ${contentType ?? 'text/plain; charset=utf-8'}`,
    ...headers,
    '',
    text,
  ].join('\r\n')
}

/** As a mail provider signs it. */
export function signatureOf(bytes: Uint8Array | string, secret: string, at: Date) {
  const seconds = Math.floor(at.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.`).update(bytes).digest('hex')
  return `t=${seconds},v1=${signature}`
}
