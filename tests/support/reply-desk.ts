import { afterAll, beforeAll } from 'vitest'
import { REPLY_HOOK, replyHook } from '#api/routes/reply-hook.ts'
import { replyAddress } from '#domain/candidates/replies/addresses.ts'
import { imapJob } from '#domain/candidates/replies/imap-job.ts'
import type { ImapSettings } from '#domain/candidates/replies/mailbox-name.ts'
import { replyJob } from '#domain/candidates/replies/reply-job.ts'
import { serverKey } from '#domain/platform/database/server-keys.ts'
import { startWorker, type Worker } from '#domain/platform/jobs/worker.ts'
import { createHttpServer } from '#server/http/create-server.ts'
import { readConfig } from '#settings/settings.ts'
import type { RunningDesk } from './desk-api.ts'
import { signatureOf } from './reply-mails.ts'
import { sharedCvInspector } from './workers.ts'

const SECRET = 's'.repeat(40)
const REPLY_TO = 'jobs+*@nuqta.example'
const MAIL_FROM = 'site@nuqta.example'

/** The desk's hook and mailbox of replies, with the job that reads what arrived. */
export function repliesOn(desk: RunningDesk, imap: { settings: ImapSettings }) {
  const inspector = sharedCvInspector()
  const clock = () => desk.clock.now
  let hook = ''
  let reader: Worker
  let ends: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    const { database } = desk
    const app = createHttpServer({ ...readConfig({}), logLevel: 'silent' })
    await app.register(replyHook, { database, secret: SECRET, clock, wake() {} })
    hook = `${await app.listen({ port: 0, host: '127.0.0.1' })}${REPLY_HOOK}`
    const replies = replyJob({ database, settings: { replyTo: REPLY_TO, mailFrom: MAIL_FROM }, inspector })
    const mailbox = imapJob({ database, settings: imap.settings, clock })
    reader = startWorker({ database, jobs: [replies.job, mailbox], log: { error() {} }, clock })
    ends = [() => reader.stop(), () => replies.stop(), () => app.close()]
  })
  afterAll(async () => {
    for (const end of ends) await end()
  })

  return {
    send: (mail: string | Uint8Array, headers: Record<string, string> = {}) =>
      fetch(hook, {
        method: 'POST',
        headers: {
          'content-type': 'message/rfc822',
          'reply-signature': signatureOf(mail, SECRET, clock()),
          ...headers,
        },
        body: mail as BodyInit,
      }),
    readOnce: () => reader.runDue(),
    addressOf: async (id: string) => replyAddress(REPLY_TO, await serverKey(desk.database, 'replies'), id),
  }
}
