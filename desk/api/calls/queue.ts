import { countJobs, listStuckJobs, retryJobs } from '#domain/platform/jobs/stuck-jobs.ts'
import { call } from '../call.ts'
import { Problem } from '../problem.ts'

export const queueCalls = {
  'GET /queue/stuck': call({
    access: 'submissions.read',
    background: true,
    async handle({ queries, now }) {
      const { mail } = await countJobs(queries, now)
      return { ...(await listStuckJobs(queries)), mailsWaiting: mail.waiting + mail.failing }
    },
  }),

  'POST /queue/:id/retry': call({
    access: 'submissions.change',
    audit: 'queue.retry',
    async handle({ write, settings, now }, { params }) {
      await write(
        async (queries) => {
          const [retried] = await retryJobs(queries, now, { id: params.id })
          if (!retried) throw new Problem('notFound')
          return retried
        },
        ({ kind, subject }) => ({ subject: subject ?? kind, words: { job: kind } }),
      )
      settings.outbox?.wake()
    },
  }),

  /** All failed jobs; a held job is released by its own id only. */
  'POST /queue/retry': call({
    access: 'submissions.change',
    audit: 'queue.retry',
    async handle({ write, settings, now }) {
      const retried = await write(
        (queries) => retryJobs(queries, now),
        (jobs) => ({ counts: { job: jobs.length } }),
      )
      settings.outbox?.wake()
      return { count: retried.length }
    },
  }),
}
