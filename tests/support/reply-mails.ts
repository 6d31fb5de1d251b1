import { createHmac, randomUUID } from 'node:crypto'

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
