import * as z from 'zod'
import { HEARD_OF } from '#contract/constants.ts'
import { daysAfter, startOfDay } from '#domain/platform/calendar.ts'
import { STAGES, SUBMISSION_KINDS } from '#domain/platform/database/tables.ts'
import {
  FIRST_ANSWERS,
  MARKINGS,
  ORDERS,
  ofWaitingOnly,
  type SubmissionFilters,
} from '#domain/submissions/list-submissions.ts'
import { companyCalendar } from '#domain/submissions/promises.ts'
import { scopeOf } from '#domain/submissions/scope.ts'
import { SEARCHED_PLACES } from '#domain/submissions/search-row.ts'
import { REACHABLE } from '#domain/submissions/stages.ts'
import { LANGUAGES } from '#texts/languages.ts'
import type { StaffContext } from './call.ts'
import { ordinal } from './fields.ts'

const MAX_SEARCH_LENGTH = 200
const NO_JOB = 0
const COMPANY_STEP = 'company'
const NONE = 'none'
const MAX_VALUES = 50

/** A year that is being typed begins with one digit; clamp it to what dates can hold. */
const FIRST_DAY = '1000-01-01'
const LAST_DAY = '2999-12-31'
export const day = z.iso
  .date()
  .transform((given) => (given < FIRST_DAY ? FIRST_DAY : given > LAST_DAY ? LAST_DAY : given))
const yesOrNo = z.enum(['yes', 'no']).optional()
export const oneOrMore = <Each extends z.ZodType>(each: Each) =>
  z.union([each, z.array(each).min(1).max(MAX_VALUES)]).optional()

export const filterFields = {
  form: oneOrMore(z.enum(SUBMISSION_KINDS)),
  /** A job's id, or `general`. */
  job: oneOrMore(z.string().max(20)),
  stage: oneOrMore(z.enum(STAGES)),
  /** A job's own stages; `company`: the company's. */
  step: oneOrMore(z.string().max(40)),
  /** A colleague's id, `me`, or the word for unassigned. */
  person: oneOrMore(z.string().max(100)),
  language: oneOrMore(z.enum(LANGUAGES)),
  /** A tag's id: of the person who sent it. */
  tag: oneOrMore(z.string().max(100)),
  /** By what they came, or the word for what is not known. */
  source: oneOrMore(z.string().max(100)),
  heard: oneOrMore(z.enum(HEARD_OF)),
  /** This stage or a later one, even if it left it since. */
  reached: z.enum(REACHABLE).optional(),
  /** The id of a reason to decline, or the word for none. */
  reason: oneOrMore(z.string().max(100)),
  answer: oneOrMore(z.enum(FIRST_ANSWERS)),
  /** Calendar days of the company, both included. */
  since: day.optional(),
  until: day.optional(),
  marked: oneOrMore(z.enum(MARKINGS)),
  read: yesOrNo,
  waiting: yesOrNo,
  samples: yesOrNo,
  search: z.string().max(MAX_SEARCH_LENGTH).optional(),
  /** Where the search looks: only in CVs, or everywhere else. */
  within: z.enum(SEARCHED_PLACES).optional(),
  order: z.enum(ORDERS).optional(),
}

export const filterQuery = z.object(filterFields)
type FilterQuery = z.infer<typeof filterQuery>

export async function readFilters(
  { queries, person }: Pick<StaffContext, 'queries' | 'person'>,
  query: FilterQuery,
): Promise<SubmissionFilters> {
  const { since, until, search, within, order } = query
  const { timeZone } = since || until ? await companyCalendar(queries) : { timeZone: 'UTC' }
  return {
    // A list by reason would tell the reasons.
    scope: scopeOf(person, query.reason === undefined ? 'submissions.read' : 'reasons.read'),
    kinds: listOf(query.form),
    stages: listOf(query.stage),
    steps: listOf(query.step)?.map((step) => (step === COMPANY_STEP ? '' : step)),
    jobIds: listOf(query.job)?.map((job) =>
      job === 'general' ? null : (ordinal.safeParse(Number(job)).data ?? NO_JOB),
    ),
    assigneeIds: listOf(query.person)?.map((whose) => (whose === 'me' ? person.id : whose === 'nobody' ? null : whose)),
    languages: listOf(query.language),
    tagIds: listOf(query.tag),
    sources: listOf(query.source)?.map((source) => (source === NONE ? null : source)),
    heardOf: listOf(query.heard),
    reached: query.reached,
    declineReasons: listOf(query.reason)?.map((reason) => (reason === NONE ? null : reason)),
    firstAnswer: listOf(query.answer),
    since: since && startOfDay(since, timeZone).toISOString(),
    until: until && startOfDay(daysAfter(until, 1), timeZone).toISOString(),
    marked: listOf(query.marked),
    readBy: query.read === 'yes' ? person.id : undefined,
    unreadBy: query.read === 'no' ? person.id : undefined,
    isWaiting: ofWaitingOnly(order) ? true : asBoolean(query.waiting),
    isSample: asBoolean(query.samples),
    search: search?.trim() ? search : undefined,
    searchedIn: search?.trim() ? within : undefined,
  }
}

const asBoolean = (word: 'yes' | 'no' | undefined) => (word === undefined ? undefined : word === 'yes')

const listOf = <Each>(value: Each | Each[] | undefined) =>
  value === undefined ? undefined : Array.isArray(value) ? value : [value]
