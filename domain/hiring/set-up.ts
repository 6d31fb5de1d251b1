import { randomUUID } from 'node:crypto'
import { beginVersion } from '../content/published.ts'
import { inBatches, type Queries } from '../platform/database/database.ts'
import type { Stage } from '../platform/database/tables.ts'
import { addStepEvent, type Handling } from '../submissions/events.ts'
import {
  type AskedQuestion,
  type Criterion,
  companyStages,
  findProcess,
  GENERAL_PROCESS,
  type HiringProcess,
  INTERNSHIP_PROCESS,
  isCompanyStage,
  jobOfProcess,
  lockProcess,
  type ProcessStage,
  stepOf,
} from '../submissions/processes.ts'
import { refreshSearch } from '../submissions/search-row.ts'
import type { SubmissionSummary } from '../submissions/submissions.ts'
import { areColleagues, type Shown, storeTeam, type TeamMember } from './teams.ts'

/** A job may have several stages of these kinds. */
export const KINDS_WITH_OWN_STAGES = ['in-review', 'interview', 'offer'] as const satisfies Stage[]
/** The candidate's page names these stages by themselves. */
export const KINDS_WITH_PUBLIC_NAMES = ['in-review', 'interview'] as const satisfies Stage[]
export const MAX_STAGES = 14
export const MIN_CRITERIA = 3
export const MAX_CRITERIA = 6

export interface WantedSetUp {
  version: number
  stages: ProcessStage[]
  questions: AskedQuestion[]
  criteria: Criterion[]
  /** Where the applications of a removed stage go, by its id. */
  moves: Record<string, string>
  /** Missing: both stay as they are. */
  team?: TeamMember[] | undefined
  shown?: Shown | undefined
}

type SetUpFault =
  | { kind: 'conflict'; current: HiringProcess }
  | { kind: 'invalid'; errors: Record<string, string[]> }
  | { kind: 'target-needed'; stages: { id: string; count: number }[] }

type SavedSetUp = { kind: 'saved'; process: HiringProcess; moved: number } | SetUpFault

/** Whether there is, or ever was, such a job. */
export async function isKnownProcess(queries: Queries, process: string): Promise<boolean> {
  if (process === GENERAL_PROCESS || process === INTERNSHIP_PROCESS) return true
  const jobId = jobOfProcess(process)
  if (jobId === undefined) return false
  const record = await queries
    .selectFrom('content_records')
    .select('id')
    .where('type', '=', 'jobs')
    .where('id', '=', jobId)
    .executeTakeFirst()
  if (record) return true
  const application = await queries
    .selectFrom('submissions')
    .select('id')
    .where('job_id', '=', jobId)
    .limit(1)
    .execute()
  return application.length > 0
}

/** In one transaction with the moves of applications, which follow their stage. */
export async function saveSetUp(
  queries: Queries,
  process: string,
  wanted: WantedSetUp,
  handling: Handling,
): Promise<SavedSetUp> {
  await lockProcess(queries, process)
  const current = await findProcess(queries, process)
  if (current.version !== wanted.version) return { kind: 'conflict', current }
  const errors: Record<string, string[]> = {
    ...faultsOfStages(wanted.stages, current.stages),
    ...faultsOfLists(process, wanted),
  }
  if (wanted.team && !(await areColleagues(queries, wanted.team))) errors.team = ['teamUnknown']
  if (Object.keys(errors).length > 0) return { kind: 'invalid', errors }
  const removed = current.stages.filter(({ id }) => !wanted.stages.some((stage) => stage.id === id))
  const targets = removed.map((stage) => targetOf(stage, wanted))
  const homeless = await countIn(
    queries,
    process,
    removed.filter((_, index) => !targets[index]),
  )
  if (homeless.length > 0) return { kind: 'target-needed', stages: homeless }
  const saved = await store(queries, process, current.version, wanted, handling)
  if (!saved) return { kind: 'conflict', current: await findProcess(queries, process) }
  if (wanted.team) await storeTeam(queries, process, wanted.team, handling)
  await keepConfidential(queries, process, wanted.questions)
  let moved = 0
  for (const [index, stage] of removed.entries()) {
    const target = targets[index]
    if (target) moved += await moveAll(queries, process, stage, target, handling)
  }
  // Visitors see the questions: pages and cached responses are made again.
  if (JSON.stringify(current.questions) !== JSON.stringify(wanted.questions)) await beginVersion(queries, handling.now)
  return { kind: 'saved', process: await findProcess(queries, process), moved }
}

/** In the same kind, so what the candidate, reports and promises know stays true. */
function targetOf({ id, kind }: ProcessStage, { stages, moves }: WantedSetUp) {
  return stages.find((stage) => stage.id === moves[id] && stage.kind === kind)
}

/** False if another process stored the first version meanwhile. */
async function store(
  queries: Queries,
  process: string,
  version: number,
  { stages, questions, criteria, shown }: Omit<WantedSetUp, 'team'>,
  { actorId, now }: Handling,
) {
  const columns = {
    version: version + 1,
    stages: JSON.stringify(stages),
    questions: JSON.stringify(questions),
    criteria: JSON.stringify(criteria),
    changed_at: now.toISOString(),
    changed_by: actorId,
    ...(shown && { shows_salaries: asNumber(shown.salaries), shows_reasons: asNumber(shown.reasons) }),
  }
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('hiring_processes')
    .values({ process, ...columns })
    .onConflict((conflict) =>
      conflict.column('process').doUpdateSet(columns).where('hiring_processes.version', '=', version),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

const asNumber = (value: boolean) => (value ? (1 as const) : (0 as const))

/** Also answers that were given before the question was marked, or while it was. */
async function keepConfidential(queries: Queries, process: string, questions: readonly AskedQuestion[]) {
  for (const { id, isConfidential = false } of questions) {
    const changed = await queries
      .updateTable('submission_job_answers')
      .set({ is_confidential: asNumber(isConfidential) })
      .where('question_id', '=', id)
      .where('is_confidential', '!=', asNumber(isConfidential))
      .where('submission_id', 'in', ofProcess(queries, process).clearSelect().select('submissions.id'))
      .returning('submission_id')
      .execute()
    for (const { submission_id } of changed) await refreshSearch(queries, submission_id)
  }
}

const ofProcess = (queries: Queries, process: string) => {
  const jobId = jobOfProcess(process)
  const all = queries.selectFrom('submissions').selectAll()
  if (process === INTERNSHIP_PROCESS) return all.where('kind', '=', 'internship-application')
  const applications = all.where('kind', '=', 'career-application')
  return jobId === undefined ? applications.where('job_id', 'is', null) : applications.where('job_id', '=', jobId)
}

const inStage = (queries: Queries, process: string, stage: ProcessStage) =>
  ofProcess(queries, process).where('stage', '=', stage.kind).where('step', '=', stepOf(stage))

/** Only stages that somebody is in. */
export async function countIn(queries: Queries, process: string, stages: ProcessStage[]) {
  const counted: { id: string; count: number }[] = []
  for (const stage of stages) {
    const { count } = await inStage(queries, process, stage)
      .clearSelect()
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) > 0) counted.push({ id: stage.id, count: Number(count) })
  }
  return counted
}

/** By the system: no colleague decided anything. */
async function moveAll(
  queries: Queries,
  process: string,
  from: ProcessStage,
  to: ProcessStage,
  { now }: Handling,
): Promise<number> {
  const found: SubmissionSummary[] = await inStage(queries, process, from).execute()
  for (const some of inBatches(found)) {
    await queries
      .updateTable('submissions')
      .set(({ eb }) => ({ step: stepOf(to), version: eb('version', '+', 1) }))
      .where(
        'id',
        'in',
        some.map(({ id }) => id),
      )
      .execute()
    for (const submission of some)
      await addStepEvent(
        queries,
        { ...submission, step: stepOf(to) },
        { actorId: null, now },
        {
          from: submission.step,
          bySetUp: true,
          ...(from.name && { fromName: from.name }),
          ...(to.name && { toName: to.name }),
        },
      )
  }
  return found.length
}

function faultsOfStages(stages: ProcessStage[], former: ProcessStage[]): Record<string, string[]> {
  const kinds = companyStages().map(({ kind }) => kind)
  const places = stages.map(({ kind }) => kinds.indexOf(kind))
  const isComplete = kinds.every((kind) => stages.some((stage) => stage.kind === kind && isCompanyStage(stage)))
  const isInOrder = places.every((place, index) => place >= (places[index - 1] ?? 0))
  const hasOwnWhereAllowed = stages.every(
    (stage) => isCompanyStage(stage) || KINDS_WITH_OWN_STAGES.some((kind) => kind === stage.kind),
  )
  const areKindsKept = stages.every(({ id, kind }) => former.every((stage) => stage.id !== id || stage.kind === kind))
  if (!isComplete || !isInOrder || !hasOwnWhereAllowed || !areKindsKept || !areUnique(stages) || places.includes(-1))
    return { stages: ['stagesBroken'] }
  if (stages.length > MAX_STAGES) return { stages: ['tooManyStages'] }
  const errors: Record<string, string[]> = {}
  for (const [index, { id, kind, name, publicName }] of stages.entries()) {
    if (name === null && id !== kind) errors[`stages.${index}.name`] = ['stageNameRequired']
    if (publicName !== null && !KINDS_WITH_PUBLIC_NAMES.some((named) => named === kind))
      errors[`stages.${index}.publicName`] = ['publicNameNotHere']
  }
  return errors
}

function faultsOfLists(process: string, { questions, criteria }: WantedSetUp): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  if (questions.length > 0 && jobOfProcess(process) === undefined) errors.questions = ['questionsOnlyForJobs']
  if (!areUnique(questions) || !areUnique(criteria)) errors.questions = ['invalid']
  if (criteria.length > 0 && (criteria.length < MIN_CRITERIA || criteria.length > MAX_CRITERIA))
    errors.criteria = ['criteriaCount']
  for (const [index, { kind, options, knockOut }] of questions.entries()) {
    const offered = kind === 'choice' ? options.map(({ id }) => id) : kind === 'yes-no' ? ['yes', 'no'] : []
    if (kind === 'choice' ? options.length < 2 || !areUnique(options) : options.length > 0)
      errors[`questions.${index}.options`] = ['optionsRequired']
    if (
      !knockOut.every((answer) => offered.includes(answer)) ||
      (offered.length > 0 && knockOut.length >= offered.length)
    )
      errors[`questions.${index}.knockOut`] = ['knockOutLeavesNone']
  }
  return errors
}

const areUnique = (items: readonly { id: string }[]) => new Set(items.map(({ id }) => id)).size === items.length

/** The same set-up under new ids, for another job. */
export async function copySetUp(queries: Queries, from: string, to: string, { actorId, now }: Handling): Promise<void> {
  const { version, stages, questions, criteria } = await findProcess(queries, from)
  if (version === 0) return
  const newStages = stages.map((stage) => (isCompanyStage(stage) ? stage : { ...stage, id: newId() }))
  const copied = {
    version: 0,
    stages: newStages,
    questions: questions.map((question) => ({ ...question, id: newId() })),
    criteria: criteria.map((criterion) => ({ ...criterion, id: newId() })),
    moves: {},
  }
  await store(queries, to, 0, copied, { actorId, now })
}

const ID_LENGTH = 10
const newId = () => randomUUID().replaceAll('-', '').slice(0, ID_LENGTH)
