import * as z from 'zod'
import { findCompany } from '#domain/content/company.ts'
import { personPage } from '#domain/hiring/candidate-page.ts'
import { findPerson, listPeople, MAX_RATING, type Person, rate, sentBy } from '#domain/hiring/candidates.ts'
import { merge, sayDifferent, unmerge } from '#domain/hiring/merges.ts'
import { addTag, MAX_TAG_LENGTH, removeTag, tidyTag } from '#domain/hiring/tags.ts'
import { MAX_POOL_DAYS, putInPool, takeFromPool } from '#domain/hiring/talent-pool.ts'
import { calendarDay, daysAfter } from '#domain/platform/calendar.ts'
import type { Queries } from '#domain/platform/database/database.ts'
import { CONSENT_CHANNELS } from '#domain/platform/database/tables.ts'
import { companyCalendar } from '#domain/submissions/promises.ts'
import { call, type StaffContext } from '../call.ts'
import { found, Problem } from '../problem.ts'
import { filterFields, readFilters } from '../submission-filters.ts'

const USUAL_PAGE = 50
const id = z.string().max(100)
export const tagName = z
  .string()
  .max(1000, 'tooLong')
  .transform(tidyTag)
  .pipe(z.string().min(1, 'nameRequired').max(MAX_TAG_LENGTH, 'tooLong'))

const { job, search, samples, tag } = filterFields

export const candidatePageCalls = {
  'GET /candidates': call('inbox.read', {
    query: z.object({
      ...{ job, search, samples, tag },
      rating: z.coerce.number().int().min(1).max(MAX_RATING).optional(),
      pool: z.enum(['yes']).optional(),
      after: z.coerce.number().positive().optional(),
    }),
    async handle(context, { query: { rating, pool, after, tag: tags, ...query } }) {
      const sent = await readFilters(context, query)
      const isNarrowed = Object.entries(sent).some(([name, value]) => value !== undefined && !isEverything(name, value))
      const filters = { tagIds: tags === undefined ? undefined : [tags].flat(), rating, inPool: pool === 'yes', sent }
      return listPeople(context.queries, filters, { after, limit: USUAL_PAGE, isNarrowed })
    },
  }),

  /** The opening is written down, as that of a submission is. */
  'GET /candidates/:id': call('inbox.read', {
    audit: 'candidate.open',
    async handle(context, { params }) {
      const person = await context.write((queries) => personFor({ ...context, queries }, params.id))
      const visible = await readFilters(context, {})
      const company = await findCompany(context.queries)
      return personPage(context.queries, person, { visible, company, now: context.now })
    },
  }),

  'PUT /candidates/:id/rating': call('submissions.change', {
    audit: 'candidate.rate',
    body: z.object({ rating: z.number().int().min(1).max(MAX_RATING).nullable() }),
    handle: (context, { params, body: { rating } }) =>
      changing(context, params.id, (queries, person) => rate(queries, person, rating, context.handling)),
  }),

  'POST /candidates/:id/tags': call('submissions.change', {
    audit: 'candidate.tag',
    body: z.object({ name: tagName }),
    handle: (context, { params, body: { name } }) =>
      changing(context, params.id, async (queries, person) => {
        const tag = await addTag(queries, person, name, context.handling)
        if (!tag) throw new Problem('tooManyTags')
        return tag
      }),
  }),

  'DELETE /candidates/:id/tags/:tag': call('submissions.change', {
    audit: 'candidate.untag',
    handle: (context, { params }) =>
      changing(context, params.id, async (queries, person) => {
        found(await removeTag(queries, person, params.tag))
      }),
  }),

  'PUT /candidates/:id/pool': call('submissions.change', {
    audit: 'candidate.pool',
    body: z.object({
      until: z.iso.date('dayRequired'),
      agreedOn: z.iso.date('dayRequired'),
      channel: z.enum(CONSENT_CHANNELS, 'channelRequired'),
    }),
    handle: (context, { params, body }) =>
      changing(context, params.id, async (queries, person) => {
        const { timeZone } = await companyCalendar(queries)
        const today = calendarDay(context.now, timeZone)
        const errors: Record<string, string[]> = {}
        if (body.until <= today) errors.until = ['dayPast']
        else if (body.until > daysAfter(today, MAX_POOL_DAYS)) errors.until = ['dayTooFar']
        if (body.agreedOn > today) errors.agreedOn = ['dayAhead']
        if (Object.keys(errors).length > 0) throw new Problem('invalid', { errors })
        await putInPool(queries, person, body, context.person.id)
      }),
  }),

  'DELETE /candidates/:id/pool': call('submissions.change', {
    audit: 'candidate.leave-pool',
    handle: (context, { params }) =>
      changing(context, params.id, async (queries, person) => {
        found(await takeFromPool(queries, person))
      }),
  }),

  /** Merges `other` into `:id`. No one is notified. */
  'POST /candidates/:id/merge': call('submissions.change', {
    audit: 'candidate.merge',
    body: z.object({ other: id }),
    handle: (context, { params, body: { other } }) =>
      context.write(async (queries) => {
        const ids = { into: (await personFor({ ...context, queries }, params.id)).id, from: other }
        await personFor({ ...context, queries }, other)
        const outcome = await merge(queries, ids, context.handling)
        if (outcome === 'unknown') throw new Problem('notFound')
        if (outcome === 'same') throw new Problem('samePerson')
        if (outcome === 'conflict') throw new Problem('mergedMeanwhile')
        return { id: ids.into }
      }),
  }),

  'DELETE /candidates/:id/merges/:merged': call('submissions.change', {
    audit: 'candidate.unmerge',
    handle: (context, { params }) =>
      changing(context, params.id, async (queries, person) => {
        const row = person.rows.find((each) => each.id === params.merged)
        if (!row) throw new Problem('notFound')
        const outcome = await unmerge(queries, row.id, context.now)
        if (outcome === 'unknown') throw new Problem('notFound')
        if (outcome === 'tooLate') throw new Problem('mergedTooLongAgo')
        return { id: row.id }
      }),
  }),

  'POST /candidates/:id/differences': call('submissions.change', {
    audit: 'candidate.differ',
    body: z.object({ other: id }),
    handle: (context, { params, body }) =>
      changing(context, params.id, async (queries, person) => {
        const other = await personFor({ ...context, queries }, body.other)
        if (other.id === person.id) throw new Problem('samePerson')
        await sayDifferent(queries, person, other, context.handling)
      }),
  }),
}

const isEverything = (name: string, value: unknown) => name === 'scope' && value === 'everywhere'

/** Somebody of whom the viewer may see nothing does not exist for them. */
async function personFor(context: Pick<StaffContext, 'queries' | 'person'>, id: string): Promise<Person> {
  const person = found(await findPerson(context.queries, id))
  const sent = await sentBy(context.queries, person, await readFilters(context, {}))
  if (sent.length === 0) throw new Problem('notFound')
  return person
}

const changing = <Result>(
  context: StaffContext,
  id: string,
  work: (queries: Queries, person: Person) => Promise<Result>,
): Promise<Result> => context.write(async (queries) => work(queries, await personFor({ ...context, queries }, id)))
