import { listStuckMails, retryMail } from '#domain/notifications/mail/outbox.ts'
import { call } from '../call.ts'
import { Problem } from '../problem.ts'

/** Mails that somebody should look at: refused many times, or withheld because there were too many. */
export const mailCalls = {
  'GET /mails/stuck': call({
    access: 'submissions.read',
    background: true,
    handle: async ({ queries }) => ({ mails: await listStuckMails(queries) }),
  }),

  /** Due at once, as if it had never failed. */
  'POST /mails/:id/retry': call({
    access: 'submissions.change',
    audit: 'mail.retry',
    async handle({ write, settings, now }, { params }) {
      await write(
        async (queries) => {
          const retried = await retryMail(queries, params.id, now)
          if (!retried) throw new Problem('notFound')
          return retried
        },
        ({ reference }) => ({ subject: reference }),
      )
      settings.outbox?.wake()
    },
  }),
}
