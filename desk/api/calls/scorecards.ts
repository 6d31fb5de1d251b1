import * as z from 'zod'
import {
  addToCard,
  type CardFault,
  type CardOutcome,
  cardsFor,
  RATING_STEPS,
  RECOMMENDATIONS,
  saveCard,
  sendCard,
  waiveCard,
} from '#domain/hiring/scorecards.ts'
import { currentOf } from '#domain/submissions/handling.ts'
import { call } from '../call.ts'
import { Problem } from '../problem.ts'

const MAX_EVIDENCE_LENGTH = 2000
const MAX_SUMMARY_LENGTH = 1000
const MAX_RATINGS = 12

const written = (max: number) => z.string().max(max, 'tooLong')
const card = z.object({
  /** 0: not begun yet. */
  version: z.number().int().min(0),
  ratings: z
    .record(
      z.string().max(40),
      z.object({ step: z.literal(RATING_STEPS).nullable(), evidence: written(MAX_EVIDENCE_LENGTH) }),
    )
    .refine((ratings) => Object.keys(ratings).length <= MAX_RATINGS, 'invalid'),
  recommendation: z.literal(RECOMMENDATIONS).nullable(),
  summary: written(MAX_SUMMARY_LENGTH),
})

export const scorecardCalls = {
  /** `others` is empty until one's own card is sent: the browser gets nothing of them. */
  'GET /submissions/:id/scorecards': call('submissions.rate', {
    background: true,
    async handle({ queries, person }, { params }) {
      const submission = await currentOf(queries, params.id, {})
      const { reference, name, language, stage, step, version, kind, job_id } = submission
      const about = { reference, name, language, stage, step, version, kind, jobId: job_id }
      return { about, ...(await cardsFor(queries, submission, person.id)) }
    },
  }),

  'PUT /submissions/:id/scorecard': call('submissions.rate', {
    background: true,
    withoutEntry: 'a draft that is saved every few seconds; sending it is an entry',
    body: card,
    handle: (context, { params, body }) =>
      context.write(async (queries) =>
        done(await saveCard(queries, await currentOf(queries, params.id, {}), body, context.handling)),
      ),
  }),

  'POST /submissions/:id/scorecard/send': call('submissions.rate', {
    audit: 'scorecard.send',
    body: card,
    handle: (context, { params, body }) =>
      context.write(async (queries) =>
        done(await sendCard(queries, await currentOf(queries, params.id, {}), body, context.handling)),
      ),
  }),

  'POST /submissions/:id/scorecard/additions': call('submissions.rate', {
    audit: 'scorecard.add',
    body: z.object({
      version: z.number().int(),
      text: z.string().trim().min(1, 'noteRequired').max(MAX_EVIDENCE_LENGTH, 'tooLong'),
    }),
    handle: (context, { params, body }) =>
      context.write(async (queries) =>
        done(await addToCard(queries, await currentOf(queries, params.id, {}), body, context.handling)),
      ),
  }),

  /** Opens the others' cards for good, and closes one's own. */
  'POST /submissions/:id/scorecard/waive': call('submissions.rate', {
    audit: 'scorecard.waive',
    handle: (context, { params }) =>
      context.write(async (queries) =>
        done(await waiveCard(queries, await currentOf(queries, params.id, {}), context.handling)),
      ),
  }),
}

function done(outcome: CardOutcome) {
  if (outcome.kind === 'done') return outcome.card
  throw problemOf(outcome)
}

function problemOf(fault: CardFault): Problem {
  if (fault.kind === 'incomplete') return new Problem('invalid', { errors: fault.errors })
  if (fault.kind === 'conflict') return new Problem('conflict', { details: { current: fault.card ?? null } })
  if (fault.kind === 'no-criteria') return new Problem('noCriteria')
  return new Problem(fault.kind === 'closed' ? 'scorecardSent' : 'scorecardNotSent')
}
