import * as z from 'zod'
import { renewAndMail } from '#domain/candidates/lost-link.ts'
import { ask, questionsOf, withdrawQuestion } from '#domain/candidates/questions.ts'
import { addEvent } from '#domain/submissions/events.ts'
import { currentOf } from '#domain/submissions/handling.ts'
import { endLink, linkSecretOf, newestLink } from '#domain/submissions/links.ts'
import { call } from '../call.ts'
import { language } from '../fields.ts'
import { Problem } from '../problem.ts'

const MAX_QUESTION_LENGTH = 2000

export const candidateCalls = {
  'POST /submissions/:id/questions': call('submissions.change', {
    audit: 'submission.ask',
    body: z.object({
      question: z.string().trim().min(1, 'questionRequired').max(MAX_QUESTION_LENGTH, 'tooLong'),
      /** Of the mail around it; by default the sender's. */
      language: language.optional(),
    }),
    async handle({ write, settings: { outbox }, handling }, { params, body }) {
      const id = await write(async (queries) => {
        const submission = await currentOf(queries, params.id, {})
        if (!outbox) throw new Problem('mailOff')
        const link = await newestLink(queries, submission.id)
        if (!link || link.ended_at !== null) throw new Problem('linkEnded')
        return ask(queries, submission, body, outbox, handling)
      })
      outbox?.wake()
      return { id }
    },
  }),

  'DELETE /submissions/:id/questions/:question': call('submissions.change', {
    audit: 'submission.withdraw-question',
    handle: ({ write, handling }, { params: { id: reference, question } }) =>
      write(async (queries) => {
        const submission = await currentOf(queries, reference, {})
        const asked = await questionsOf(queries, submission.id)
        if (!asked.some(({ id }) => id === question)) throw new Problem('notFound')
        if (!(await withdrawQuestion(queries, submission, question, handling))) throw new Problem('questionAnswered')
      }),
  }),

  'POST /submissions/:id/link': call('submissions.change', {
    audit: 'submission.renew-link',
    async handle({ database, write, settings: { outbox }, now, handling }, { params }) {
      const secret = await linkSecretOf(database)
      await write(async (queries) => {
        const submission = await currentOf(queries, params.id, {})
        if (!outbox) throw new Problem('mailOff')
        if (!(await renewAndMail(queries, submission, { secret, outbox, now }))) throw new Problem('conflict')
        await addEvent(queries, submission, 'link-sent', handling)
      })
      outbox?.wake()
    },
  }),

  'DELETE /submissions/:id/link': call('submissions.change', {
    audit: 'submission.end-link',
    handle: ({ write, now, handling }, { params }) =>
      write(async (queries) => {
        const submission = await currentOf(queries, params.id, {})
        if (!(await endLink(queries, submission.id, now))) throw new Problem('linkEnded')
        await addEvent(queries, submission, 'link-ended', handling)
      }),
  }),
}
