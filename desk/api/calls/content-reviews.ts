import * as z from 'zod'
import { addComment, listThreads, MAX_COMMENT_LENGTH, removeComment, resolveThread } from '#domain/content/comments.ts'
import { readRecord } from '#domain/content/records.ts'
import {
  askForReview,
  isReviewOn,
  returnToAuthor,
  reviewsOf,
  setReview,
  withdrawReview,
} from '#domain/content/reviews.ts'
import { titlesOfRecords } from '#domain/content/titles.ts'
import { hasRight } from '#domain/people/people.ts'
import type { StaffContext } from '../call.ts'
import { call } from '../call.ts'
import { describeRecord, namesOf, onRecord, part, recordIn, refuse, wantedParts } from '../content-records.ts'
import { found, Problem } from '../problem.ts'

const MAX_WORDS_LENGTH = 1000

const words = z.string().trim().max(MAX_WORDS_LENGTH, 'tooLong')
const comment = z.string().trim().min(1, 'textRequired').max(MAX_COMMENT_LENGTH, 'tooLong')

/** Product 10.21: review before publishing, and comments on fields. */
export const contentReviewCalls = {
  'PUT /content-review': call('settings.change', {
    audit: 'settings.content-review',
    body: z.object({ isOn: z.boolean() }),
    async handle({ write, person, now }, { body: { isOn } }) {
      await write((queries) => setReview(queries, isOn, { by: person.id, now }), {
        words: { chosen: isOn ? 'on' : 'off' },
      })
    },
  }),

  /** Reviews that wait for this person. */
  'GET /reviews': call('content.change', {
    background: true,
    async handle({ queries, person }) {
      const reviews = await reviewsOf(queries, person.id)
      const titles = await titlesOfRecords(queries, reviews)
      return {
        reviews: reviews.map((review) => ({ ...review, title: titles.get(`${review.type}/${review.id}`) ?? null })),
        names: await namesOf(
          queries,
          reviews.map(({ by }) => by),
        ),
      }
    },
  }),

  /** A colleague who may publish. Asking again replaces who was asked before. */
  'PUT /content/:type/:id/review': call('content.change', {
    audit: 'content.ask-review',
    body: z.object({ reviewerId: z.string().max(60), words: words.default(''), parts: wantedParts }),
    async handle(context, { params, body: { reviewerId, parts: seen, ...asked } }) {
      const { database, queries, person } = context
      found(await isReviewOn(queries))
      if (reviewerId === person.id || !(await hasRight(database, reviewerId, 'content.change')))
        throw new Problem('personUnknown')
      return onRecord(context, params, async (queries, type, id) => {
        const done = await askForReview(queries, type, id, { reviewerId, seen, ...asked }, actingOf(context))
        if (done.kind === 'nothingToReview') throw new Problem('nothingToReview')
        if (done.kind !== 'asked') return refuse(context, queries, done)
        return describeRecord(context, queries, done.record)
      })
    },
  }),

  'POST /content/:type/:id/review/return': call('content.change', {
    audit: 'content.return-review',
    body: z.object({ words: words.min(1, 'textRequired') }),
    handle: (context, { params, body }) =>
      onRecord(context, params, async (queries, type, id) => {
        if (!(await returnToAuthor(queries, type, id, body.words, actingOf(context)))) throw new Problem('reviewOver')
        return describeRecord(context, queries, found(await readRecord(queries, type, id)))
      }),
  }),

  'DELETE /content/:type/:id/review': call('content.change', {
    audit: 'content.withdraw-review',
    handle: (context, { params }) =>
      onRecord(context, params, async (queries, type, id) => {
        if (!(await withdrawReview(queries, type, id, actingOf(context)))) throw new Problem('reviewOver')
        return describeRecord(context, queries, found(await readRecord(queries, type, id)))
      }),
  }),

  'GET /content/:type/:id/comments': call('content.change', {
    background: true,
    async handle({ queries }, { params }) {
      const { type, id } = recordIn(params)
      found(await readRecord(queries, type, id))
      const threads = await listThreads(queries, type, id)
      const people = threads.flatMap(({ resolvedBy, comments }) => [
        resolvedBy,
        ...comments.map((each) => each.authorId),
      ])
      return { threads, names: await namesOf(queries, people) }
    },
  }),

  'POST /content/:type/:id/comments': call('content.change', {
    audit: 'content.comment',
    body: z.object({
      id: z.uuid(),
      part,
      field: z.string().max(60),
      thread: z.uuid().optional(),
      words: comment,
    }),
    handle: (context, { params, body }) =>
      onRecord(context, params, async (queries, type, id) => {
        const done = await addComment(queries, type, id, body, actingOf(context))
        if (done === 'tooMany') throw new Problem('tooManyComments')
        found(done === 'added')
      }),
  }),

  'PUT /content/:type/:id/comments/:comment/resolved': call('content.change', {
    audit: 'content.resolve-comment',
    body: z.object({ isResolved: z.boolean() }),
    handle: (context, { params, body }) =>
      onRecord(context, params, async (queries, type, id) => {
        const wanted = { thread: params.comment, ...body }
        found(await resolveThread(queries, type, id, wanted, actingOf(context)))
      }),
  }),

  'DELETE /content/:type/:id/comments/:comment': call('content.change', {
    audit: 'content.remove-comment',
    handle: (context, { params }) =>
      onRecord(context, params, async (queries, type, id) => {
        found(await removeComment(queries, type, id, params.comment, context.person.id))
      }),
  }),
}

const actingOf = ({ person, now }: StaffContext) => ({ actorId: person.id, now })
