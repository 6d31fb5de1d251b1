import * as z from 'zod'
import { changeView, listViews, removeView, saveView } from '#domain/submissions/saved-views.ts'
import { call } from '../call.ts'
import { found, Problem } from '../problem.ts'
import { filterFields, filterQuery } from '../submission-filters.ts'

const MAX_NAME_LENGTH = 60
const MAX_SEARCH_LENGTH = 2000

const name = z.string().trim().min(1, 'nameRequired').max(MAX_NAME_LENGTH, 'tooLong')
/** Filters as in the address; other parameters are dropped. */
const search = z
  .string()
  .max(MAX_SEARCH_LENGTH, 'tooLong')
  .transform(onlyFilters)
  .refine((text) => filterQuery.safeParse(toQuery(text)).success, 'invalid')

export const viewCalls = {
  'GET /views': call('submissions.read', {
    background: true,
    handle: async ({ queries, person }) => ({ views: await listViews(queries, person.id) }),
  }),

  'POST /views': call('submissions.read', {
    withoutEntry: 'remembers for the person alone which filters they come back to',
    body: z.object({ name, search }),
    async handle({ write, person, now }, { body }) {
      const saved = await write((queries) => saveView(queries, person.id, body, now))
      if (!saved) throw new Problem('tooManyViews')
      return saved
    },
  }),

  'PATCH /views/:id': call('submissions.read', {
    withoutEntry: 'remembers for the person alone which filters they come back to',
    body: z.object({ name: name.optional(), search: search.optional() }).refine(hasChange, 'invalid'),
    async handle({ write, person }, { params, body }) {
      const change = await write((queries) => changeView(queries, person.id, params.id, onlyGiven(body)))
      if (change === 'unknown') throw new Problem('notFound')
      if (change === 'nameTaken') throw new Problem('invalid', { errors: { name: ['nameTaken'] } })
    },
  }),

  'DELETE /views/:id': call('submissions.read', {
    withoutEntry: 'forgets for the person alone which filters they came back to',
    async handle({ write, person }, { params }) {
      await write(async (queries) => found(await removeView(queries, person.id, params.id)))
    },
  }),
}

interface Changes {
  name?: string | undefined
  search?: string | undefined
}

function hasChange(changes: Changes) {
  return changes.name !== undefined || changes.search !== undefined
}

function onlyGiven({ name, search }: Changes) {
  return { ...(name !== undefined && { name }), ...(search !== undefined && { search }) }
}

function onlyFilters(text: string) {
  const kept = [...new URLSearchParams(text)].filter(([key]) => Object.hasOwn(filterFields, key))
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`
}

/** Repeated names become a list, as in a request. */
function toQuery(text: string) {
  const params = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(params.keys())].map((key) => {
      const values = params.getAll(key)
      return [key, values.length === 1 ? values[0] : values]
    }),
  )
}
