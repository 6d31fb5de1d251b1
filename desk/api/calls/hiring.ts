import * as z from 'zod'
import { OPTION_ID, QUESTION_ID, QUESTION_KINDS } from '#contract/constants.ts'
import { MAX_QUESTIONS } from '#contract/job-questions.ts'
import { findCompany } from '#domain/content/company.ts'
import { readRecord } from '#domain/content/records.ts'
import { closeJob, DECLINED_BY_CLOSING, mustTypeCount, waitingFor } from '#domain/hiring/close-job.ts'
import { duplicateJob } from '#domain/hiring/duplicate-job.ts'
import {
  countIn,
  isKnownProcess,
  KINDS_WITH_OWN_STAGES,
  KINDS_WITH_PUBLIC_NAMES,
  MAX_CRITERIA,
  MAX_STAGES,
  MIN_CRITERIA,
  saveSetUp,
} from '#domain/hiring/set-up.ts'
import { MAX_TEAM, shownTo, teamOf } from '#domain/hiring/teams.ts'
import { TEAM_ROLES } from '#domain/people/rights.ts'
import type { Queries } from '#domain/platform/database/database.ts'
import { STAGES } from '#domain/platform/database/tables.ts'
import type { DeclineLetters } from '#domain/submissions/bulk.ts'
import { listTemplates } from '#domain/submissions/letter-templates.ts'
import { DECLINE_WAITS_WORKING_DAYS, fillLetter } from '#domain/submissions/letters.ts'
import { findProcess, jobOfProcess, stepOf } from '#domain/submissions/processes.ts'
import { companyCalendar } from '#domain/submissions/promises.ts'
import type { SubmissionSummary } from '#domain/submissions/submissions.ts'
import { call, type Params, type StaffContext } from '../call.ts'
import { found, Problem } from '../problem.ts'
import { toDeclineLetters } from './letters.ts'

const MAX_NAME_LENGTH = 40
const MAX_QUESTION_LENGTH = 200
const MAX_OPTION_LENGTH = 100
const MAX_OPTIONS = 12
const MAX_HINT_LENGTH = 160
const MAX_ID_LENGTH = 40

/** One line; as typed otherwise, since it is shown as text everywhere. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, 'tooLong')
    .regex(/^[^\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u, 'forbiddenCharacters')
const required = (max: number) => line(max).min(1, 'bothLanguages')
const inBoth = (text: z.ZodString) => z.object({ en: text, ar: text })

const stage = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  kind: z.enum(STAGES),
  name: inBoth(required(MAX_NAME_LENGTH)).nullable(),
  publicName: inBoth(required(MAX_NAME_LENGTH)).nullable(),
})

const question = z.object({
  id: z.string().regex(QUESTION_ID),
  kind: z.enum(QUESTION_KINDS),
  text: inBoth(required(MAX_QUESTION_LENGTH)),
  isRequired: z.boolean(),
  options: z
    .array(z.object({ id: z.string().regex(OPTION_ID), text: inBoth(required(MAX_OPTION_LENGTH)) }))
    .max(MAX_OPTIONS, 'tooManyOptions'),
  knockOut: z.array(z.string().max(MAX_ID_LENGTH)).max(MAX_OPTIONS),
  isConfidential: z.boolean().optional(),
})

const criterion = z.object({
  id: z.string().regex(QUESTION_ID),
  name: inBoth(required(MAX_NAME_LENGTH * 2)),
  hint: inBoth(line(MAX_HINT_LENGTH)),
})

const setUp = z.object({
  version: z.number().int().min(0),
  stages: z.array(stage).max(MAX_STAGES, 'tooManyStages'),
  questions: z.array(question).max(MAX_QUESTIONS, 'tooManyQuestions'),
  criteria: z.array(criterion).max(MAX_CRITERIA, 'criteriaCount'),
  team: z
    .array(z.object({ personId: z.string().max(100), role: z.enum(TEAM_ROLES) }))
    .max(MAX_TEAM, 'teamTooLarge')
    .optional(),
  /** To the hiring managers. */
  shown: z.object({ salaries: z.boolean(), reasons: z.boolean() }).optional(),
  moves: z.record(z.string().max(MAX_ID_LENGTH), z.string().max(MAX_ID_LENGTH)).default({}),
})

const templateId = z.string().max(MAX_ID_LENGTH).nullable()
const closing = z.object({
  /** By stage; null: no letter, their page alone says it. */
  letters: z.object({ new: templateId, 'in-review': templateId, interview: templateId }),
  replyTo: z.enum(['me', 'team']).default('team'),
  /** Of the preview; above thirty it must be given. */
  count: z.number().int().optional(),
})

export const hiringCalls = {
  /** The same for all who may see the applications. */
  'GET /processes/:id/stages': call('submissions.read', {
    background: true,
    async handle({ queries }, { params }) {
      const { stages } = await findProcess(queries, await processIn(queries, params))
      return { stages: stages.map((each) => ({ stage: each.kind, step: stepOf(each), name: each.name })) }
    },
  }),

  'GET /processes/:id': call('jobs.manage', {
    async handle({ queries }, { params }) {
      return describe(queries, await processIn(queries, params))
    },
  }),

  /** Applications of a removed stage move along. */
  'PUT /processes/:id': call('jobs.manage', {
    audit: 'process.change',
    body: setUp,
    handle: (context, { params, body }) =>
      context.write(
        async (queries) => {
          const process = await processIn(queries, params)
          const saved = await saveSetUp(queries, process, body, context.handling)
          if (saved.kind === 'invalid') throw new Problem('invalid', { errors: saved.errors })
          if (saved.kind === 'target-needed') throw new Problem('stageNotEmpty', { details: { stages: saved.stages } })
          if (saved.kind === 'conflict')
            throw new Problem('conflict', { details: { current: await describe(queries, process) } })
          return { ...(await describe(queries, process)), moved: saved.moved }
        },
        ({ moved, process }) => ({
          subject: jobOfProcess(process) === undefined ? process : `jobs/${process}`,
          counts: { moved },
        }),
      ),
  }),

  'POST /jobs/:id/duplicate': call('jobs.manage', {
    audit: 'job.duplicate',
    body: z.object({ key: z.uuid() }),
    handle: (context, { params, body: { key } }) =>
      context.write(
        async (queries) => {
          const { actorId, now } = context.handling
          return { id: found(await duplicateJob(queries, found(jobOfProcess(params.id)), { actorId, now, key })) }
        },
        ({ id }) => ({ subject: `jobs/${id}` }),
      ),
  }),

  'POST /jobs/:id/close/preview': call('jobs.manage', {
    withoutEntry: 'counts who would be told and changes nothing',
    async handle({ queries, settings, person }, { params }) {
      const process = await jobIn(queries, params)
      const { declined, offers, isTooMany } = await waitingFor(queries, jobOfProcess(process) as number)
      const templates = (await listTemplates(queries)).filter(({ kind }) => kind === 'decline')
      const company = await findCompany(queries)
      const [first] = declined
      return {
        stages: DECLINED_BY_CLOSING.map((each) => ({
          stage: each,
          count: declined.filter((one) => one.stage === each).length,
        })),
        offers,
        count: declined.length,
        isTooMany,
        mustTypeCount: mustTypeCount(declined.length),
        canSend: settings.outbox !== undefined,
        afterWorkingDays: DECLINE_WAITS_WORKING_DAYS,
        first: first ? { name: first.name, language: first.language, stage: first.stage } : null,
        /** Filled in for the first of them. */
        templates: templates.map((template) => ({
          id: template.id,
          name: template.name,
          language: template.language,
          example: first ? fillLetter(template, [first], { company, author: person.name }).body : template.body,
        })),
      }
    },
  }),

  'POST /jobs/:id/close': call('jobs.manage', {
    audit: 'job.close',
    body: closing,
    handle: (context, { params, body }) =>
      context.write(
        async (queries) => {
          const process = await jobIn(queries, params)
          const { declined, isTooMany } = await waitingFor(queries, jobOfProcess(process) as number)
          const { length: count } = declined
          if (isTooMany) throw new Problem('tooMany')
          if ((mustTypeCount(count) || body.count !== undefined) && body.count !== count)
            throw new Problem('countChanged', { details: { count } })
          const letters = await lettersFor({ ...context, queries }, body, declined)
          const { outbox } = context.settings
          return closeJob(queries, { process, waiting: declined, letters, outbox }, context.handling)
        },
        ({ declined, letters }) => ({
          subject: `jobs/${params.id}`,
          counts: { submissions: declined, letters },
        }),
      ),
  }),
}

async function processIn(queries: Queries, { id }: Params) {
  if (!(await isKnownProcess(queries, id))) throw new Problem('notFound')
  return id
}

async function jobIn(queries: Queries, params: Params) {
  found(jobOfProcess(params.id))
  return processIn(queries, params)
}

async function describe(queries: Queries, process: string) {
  const jobId = jobOfProcess(process)
  const record = jobId === undefined ? undefined : await readRecord(queries, 'jobs', jobId)
  const titleIn = (language: 'en' | 'ar') => String(record?.parts[language].fields.title ?? '')
  const setUpNow = await findProcess(queries, process)
  const { timeZone } = await companyCalendar(queries)
  return {
    process,
    /** Null for a job whose record is gone, and where there is no job. */
    title: record ? { en: titleIn('en'), ar: titleIn('ar') } : null,
    isPublished: record?.isPublished ?? false,
    closesOn: record ? String(record.parts.shared.published?.fields.closes_on ?? '') || null : null,
    timeZone,
    asksQuestions: jobId !== undefined,
    ...setUpNow,
    team: await teamOf(queries, process),
    shown: await shownTo(queries, process),
    counts: await countIn(queries, process, setUpNow.stages),
    limits: {
      questions: MAX_QUESTIONS,
      stages: MAX_STAGES,
      criteria: { least: MIN_CRITERIA, most: MAX_CRITERIA },
      options: MAX_OPTIONS,
      team: MAX_TEAM,
    },
    kindsWithOwnStages: KINDS_WITH_OWN_STAGES,
    kindsWithPublicNames: KINDS_WITH_PUBLIC_NAMES,
  }
}

/** Each in the language of the person. */
async function lettersFor(
  context: Pick<StaffContext, 'queries' | 'settings' | 'now'>,
  { letters, replyTo }: z.infer<typeof closing>,
  waiting: SubmissionSummary[],
) {
  const templates = await listTemplates(context.queries)
  const made: Partial<Record<(typeof DECLINED_BY_CLOSING)[number], DeclineLetters | undefined>> = {}
  for (const each of DECLINED_BY_CLOSING) {
    const id = letters[each]
    const some = waiting.filter((one) => one.stage === each)
    if (id === null || some.length === 0) continue
    const textIn = (language: 'en' | 'ar') => {
      const { subject, body } = found(
        templates.find((one) => one.id === id && one.language === language && one.kind === 'decline'),
      )
      return { subject, body }
    }
    made[each] = await toDeclineLetters(context, { texts: { en: textIn('en'), ar: textIn('ar') }, replyTo }, some)
  }
  return made
}
