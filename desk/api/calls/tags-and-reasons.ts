import * as z from 'zod'
import {
  addDeclineReason,
  changeDeclineReason,
  listDeclineReasons,
  MAX_REASON_LENGTH,
} from '#domain/hiring/decline-reasons.ts'
import { deleteTag, listTags, renameTag } from '#domain/hiring/tags.ts'
import { mayDo } from '#domain/people/rights.ts'
import { listSources } from '#domain/submissions/sources.ts'
import { call } from '../call.ts'
import { ordinal } from '../fields.ts'
import { found, Problem } from '../problem.ts'
import { tagName } from './candidate-pages.ts'

const reasonName = z.string().trim().min(1, 'nameRequired').max(MAX_REASON_LENGTH, 'tooLong')
const reasonNames = z.object({ en: reasonName, ar: reasonName })

export const tagAndReasonCalls = {
  /** None for a team: tags say what others know of a person. */
  'GET /tags': call('submissions.read', {
    background: true,
    handle: async ({ queries, person }) => ({
      tags: mayDo(person.roles, 'inbox.read') ? await listTags(queries) : [],
    }),
  }),

  'GET /sources': call('submissions.read', {
    background: true,
    handle: async ({ queries, person }) => ({
      sources: mayDo(person.roles, 'inbox.read') ? await listSources(queries) : [],
    }),
  }),

  'PATCH /tags/:id': call('submissions.change', {
    audit: 'tag.rename',
    body: z.object({ name: tagName }),
    async handle({ write }, { params, body: { name } }) {
      await write(async (queries) => {
        const outcome = await renameTag(queries, params.id, name)
        if (outcome === 'unknown') throw new Problem('notFound')
        if (outcome === 'nameTaken') throw new Problem('invalid', { errors: { name: ['tagTaken'] } })
      })
    },
  }),

  'DELETE /tags/:id': call('submissions.change', {
    audit: 'tag.remove',
    async handle({ write }, { params }) {
      await write(async (queries) => found(await deleteTag(queries, params.id)))
    },
  }),

  'GET /decline-reasons': call('submissions.read', {
    background: true,
    handle: async ({ queries }) => ({ reasons: await listDeclineReasons(queries) }),
  }),

  'POST /decline-reasons': call('submissions.change', {
    audit: 'reason.add',
    body: z.object({ name: reasonNames }),
    handle: ({ write }, { body: { name } }) =>
      write(async (queries) => {
        const added = await addDeclineReason(queries, name)
        if (added === 'nameTaken') throw new Problem('invalid', { errors: { name: ['reasonTaken'] } })
        if (typeof added === 'string') throw new Problem('tooManyReasons')
        return added
      }),
  }),

  'PATCH /decline-reasons/:id': call('submissions.change', {
    audit: 'reason.change',
    body: z.object({ name: reasonNames.optional(), isRemoved: z.boolean().optional(), version: ordinal }),
    async handle({ write, now }, { params, body }) {
      await write(async (queries) => {
        const outcome = await changeDeclineReason(queries, params.id, body, now)
        if (outcome === 'unknown') throw new Problem('notFound')
        if (outcome === 'conflict') throw new Problem('conflict')
        if (outcome === 'nameTaken') throw new Problem('invalid', { errors: { name: ['reasonTaken'] } })
        if (outcome === 'last') throw new Problem('lastReason')
      })
    },
  }),
}
