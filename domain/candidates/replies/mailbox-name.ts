import { createHash } from 'node:crypto'

export interface ImapSettings {
  host: string
  port: number
  /** TLS from the start; otherwise STARTTLS, which is optional on this machine only. */
  isSecure: boolean
  isLoopback: boolean
  user: string
  password: string
  folder: string
}

/** One row for each mailbox; another setting begins anew. */
export const mailboxName = ({ host, port, user, folder }: ImapSettings) =>
  createHash('sha256')
    .update(JSON.stringify([host, port, user, folder]))
    .digest('hex')
