import { createHash } from 'node:crypto'
import type { QuestionKind } from '#contract/constants.ts'
import type { Job, JobQuestion } from '#contract/entities.ts'
import type { Language } from '#texts/languages.ts'
import { inBatches, lockRows, type Queries } from '../platform/database/database.ts'
import type { Stage } from '../platform/database/tables.ts'
import { stagesOf } from './stages.ts'
import type { SubmissionSummary } from './submissions.ts'

export type Bilingual = Record<Language, string>

/** The company's stage has the name of its kind as its id. */
export interface ProcessStage {
  id: string
  kind: Stage
  /** Null: the company's word. */
  name: Bilingual | null
  /** For the candidate's page; null: the visitors' word of the kind. */
  publicName: Bilingual | null
}

export interface AskedQuestion {
  id: string
  kind: QuestionKind
  text: Bilingual
  isRequired: boolean
  options: { id: string; text: Bilingual }[]
  /** Options, or `yes` and `no`, that flag the application. */
  knockOut: string[]
  /** Read by recruiters, and by hiring managers where the process shows salaries. Missing in set-ups of an earlier release. */
  isConfidential?: boolean | undefined
}

export interface Criterion {
  id: string
  name: Bilingual
  hint: Bilingual
}

export interface HiringProcess {
  /** 0: never changed. */
  version: number
  stages: ProcessStage[]
  questions: AskedQuestion[]
  criteria: Criterion[]
}

export const GENERAL_PROCESS = 'general'
export const INTERNSHIP_PROCESS = 'internship'

export const processKeyOf = ({ kind, job_id }: Pick<SubmissionSummary, 'kind' | 'job_id'>) =>
  kind === 'internship-application' ? INTERNSHIP_PROCESS : job_id === null ? GENERAL_PROCESS : String(job_id)

export const jobOfProcess = (process: string) => (/^[1-9]\d{0,9}$/.test(process) ? Number(process) : undefined)

export const companyStages = (): ProcessStage[] =>
  stagesOf('career-application').map((kind) => ({ id: kind, kind, name: null, publicName: null }))

/** The company's stage of this kind. */
export const isCompanyStage = ({ id, kind }: Pick<ProcessStage, 'id' | 'kind'>) => id === kind

/** As a submission holds it. */
export const stepOf = (stage: Pick<ProcessStage, 'id' | 'kind'>) => (isCompanyStage(stage) ? '' : stage.id)

export async function findProcess(queries: Queries, process: string): Promise<HiringProcess> {
  return (await findProcesses(queries, [process])).get(process) as HiringProcess
}

async function findProcesses(queries: Queries, wanted: readonly string[]): Promise<Map<string, HiringProcess>> {
  const found = new Map<string, HiringProcess>()
  const keys = [...new Set(wanted)]
  for (const some of inBatches(keys)) {
    const rows = await queries.selectFrom('hiring_processes').selectAll().where('process', 'in', some).execute()
    for (const { process, version, stages, questions, criteria } of rows)
      found.set(process, {
        version,
        stages: JSON.parse(stages),
        questions: JSON.parse(questions),
        criteria: JSON.parse(criteria),
      })
  }
  for (const key of keys)
    if (!found.has(key)) found.set(key, { version: 0, stages: companyStages(), questions: [], criteria: [] })
  return found
}

/** Until the transaction ends the process keeps its stages. SQLite has one writer anyway. */
export const lockProcess = (queries: Queries, process: string) =>
  queries
    .selectFrom('hiring_processes')
    .select('version')
    .where('process', '=', process)
    .$call(lockRows(queries))
    .executeTakeFirst()

/** Undefined for a stage that is gone. */
export const stageAt = ({ stages }: HiringProcess, { stage, step }: Pick<SubmissionSummary, 'stage' | 'step'>) =>
  stages.find(({ id, kind }) => kind === stage && id === (step || stage))

/** Null: the company's word. */
export const stageNameOf = (process: HiringProcess, at: Pick<SubmissionSummary, 'stage' | 'step'>) =>
  stageAt(process, at)?.name ?? null

export async function stageNamesOf(queries: Queries, summaries: readonly SubmissionSummary[]) {
  const processes = await findProcesses(queries, summaries.map(processKeyOf))
  return (summary: SubmissionSummary) => stageNameOf(processes.get(processKeyOf(summary)) as HiringProcess, summary)
}

/** For a table of any submissions. */
export async function allStageNames(queries: Queries) {
  const rows = await queries.selectFrom('hiring_processes').select('process').execute()
  const processes = await findProcesses(
    queries,
    rows.map(({ process }) => process),
  )
  return (summary: SubmissionSummary) => {
    const process = processes.get(processKeyOf(summary))
    return process ? stageNameOf(process, summary) : null
  }
}

/** As visitors see them: without what flags an application. */
export function questionsIn(questions: readonly AskedQuestion[], language: Language): JobQuestion[] {
  return questions.map(({ id, kind, text, isRequired, options }) => ({
    id,
    kind,
    text: text[language],
    required: isRequired,
    options: options.map((option) => ({ id: option.id, text: option.text[language] })),
  }))
}

export function versionOfQuestions(questions: readonly AskedQuestion[], language: Language) {
  return createHash('sha256')
    .update(JSON.stringify(questionsIn(questions, language)))
    .digest('base64url')
    .slice(0, VERSION_LENGTH)
}

const VERSION_LENGTH = 16

/** A job that asks nothing stays as it is. */
export async function withQuestions(queries: Queries, job: Job, language: Language): Promise<Job> {
  const { questions } = await findProcess(queries, String(job.id))
  if (questions.length === 0) return job
  return {
    ...job,
    questions: questionsIn(questions, language),
    questions_version: versionOfQuestions(questions, language),
  }
}
