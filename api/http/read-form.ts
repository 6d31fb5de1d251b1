import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { HEARD_OF_FIELD, QUESTIONS_VERSION_FIELD, questionField } from '#contract/constants.ts'
import {
  type CareerApplication,
  CV_FIELD,
  careerApplication,
  cvFileName,
  cvProblem,
  FILL_TIME_FIELD,
  type FieldErrors,
  fieldErrorsOf,
  HONEYPOT_FIELD,
} from '#contract/forms.ts'
import { readJobAnswers } from '#contract/job-questions.ts'
import type { CvInspections } from '#domain/submissions/cv/inspections.ts'
import { structureProblem } from '#domain/submissions/cv/structure.ts'
import { type JobAnswer, marksOfAnswers, toJobAnswers } from '#domain/submissions/job-answers.ts'
import { type AskedQuestion, questionsIn, versionOfQuestions } from '#domain/submissions/processes.ts'
import { type CameBy, readSource } from '#domain/submissions/sources.ts'
import type { Cv } from '#domain/submissions/store.ts'
import type { FormErrorKey } from '#texts/index.ts'
import type { Language } from '#texts/languages.ts'
import { Problem } from './problem.ts'
import { maxFormBytes, readFormBody, type UploadedFile } from './read-form-body.ts'
import type { HeldBytes } from './upload-memory.ts'

interface ReadForm<Values> {
  values: Values
  /** Why a person may not have sent it; it is stored all the same. */
  marks: string[]
  /** The same answers give the same hash, however they were packed. */
  hash: string
  cameBy: CameBy
}

interface ReadCareerForm extends ReadForm<CareerApplication> {
  cv: Cv
  jobAnswers: JobAnswer[]
}

interface CareerFormChecks {
  isJobOpen(id: number): Promise<boolean>
  questionsOf(jobId: number): Promise<AskedQuestion[]>
  language: Language
  openCv: OpenCv
}

export function readForm<Values extends object>(
  request: FastifyRequest,
  form: z.ZodMiniType<Values>,
): ReadForm<Values> {
  const sent = readJsonObject(request.body)
  const read = form.safeParse(sent)
  if (!read.success) throw new Problem('invalidForm', { errors: fieldErrorsOf(read.error) })
  const cameBy = { ...readSource(sent), heard_of: null }
  return { values: read.data, marks: senderMarks(sent), hash: hashOf(read.data), cameBy }
}

/** For one sender. */
type OpenCv = (bytes: Buffer) => ReturnType<CvInspections['open']>

export async function readCareerForm(
  request: FastifyRequest,
  cvMaximumBytes: number,
  held: HeldBytes,
  { isJobOpen, questionsOf, language, openCv }: CareerFormChecks,
): Promise<ReadCareerForm> {
  const maxBytes = maxFormBytes(cvMaximumBytes)
  if (Number(request.headers['content-length']) > maxBytes) throw new Problem('cvTooLarge')
  const limits = { fileField: CV_FIELD, maxFileBytes: cvMaximumBytes, maxBytes, held }
  const { fields, files: cvs, problem: refusal } = await readFormBody(request, limits)
  if (refusal) throw refusal
  const read = careerApplication.safeParse(fields)
  const errors: FieldErrors = read.success ? {} : fieldErrorsOf(read.error)
  // Also while another answer is wrong: all errors are shown at once.
  const jobId = careerApplication.shape.job_id.safeParse(fields.job_id).data
  const isClosed = jobId !== undefined && !(await isJobOpen(jobId))
  if (isClosed && read.success) errors.job_id = ['jobNotOpen']
  const questions = jobId === undefined || isClosed ? [] : await questionsOf(jobId)
  const given = readAnswersToJob(questions, fields, language)
  Object.assign(errors, given.errors)
  const cv = await readCv(cvs, cvMaximumBytes, openCv)
  if (typeof cv === 'string') errors[CV_FIELD] = [cv]
  if (!read.success || typeof cv === 'string' || Object.keys(errors).length > 0)
    throw new Problem('invalidForm', { errors })
  const jobAnswers = toJobAnswers(questions, given.answers, language)
  const answersToJob = Object.fromEntries(Object.entries(given.answers).map(([id, text]) => [questionField(id), text]))
  const cameBy = readSource(fields)
  const heardOf = cameBy.heard_of && { [HEARD_OF_FIELD]: cameBy.heard_of }
  return {
    values: read.data,
    cv,
    jobAnswers,
    cameBy,
    marks: [...senderMarks(fields), ...marksOfAnswers(jobAnswers)],
    hash: hashOf({ ...read.data, ...answersToJob, ...heardOf, [CV_FIELD]: cv.sha256 }),
  }
}

/** Answers to questions that the job does not ask are ignored, like every unknown field. */
function readAnswersToJob(questions: AskedQuestion[], fields: Record<string, unknown>, language: Language) {
  const seen = fields[QUESTIONS_VERSION_FIELD]
  const isOutdated = isGiven(seen) && seen !== (questions.length > 0 ? versionOfQuestions(questions, language) : 'none')
  const { answers, errors } = readJobAnswers(questionsIn(questions, language), fields)
  // The new questions were not seen: only that they changed is worth saying.
  return isOutdated
    ? { answers, errors: { [QUESTIONS_VERSION_FIELD]: ['questionsChanged' as const] } }
    : { answers, errors }
}

export async function readCv(cvs: UploadedFile[], maximumBytes: number, openCv: OpenCv): Promise<Cv | FormErrorKey> {
  const problem = problemBeforeOpening(cvs, maximumBytes) ?? (await problemOnOpening(cvs, openCv))
  if (problem) return problem
  const { name, bytes } = cvs[0] as UploadedFile
  return { fileName: cvFileName(name), bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

export function readJsonObject(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Problem('notAnObject')
  return body as Record<string, unknown>
}

function problemBeforeOpening([cv, another]: UploadedFile[], maximumBytes: number): FormErrorKey | undefined {
  // A form sent with no file chosen has a nameless, empty one.
  if (!cv || (cv.name === '' && cv.bytes.length === 0)) return 'cvRequired'
  if (another) return 'cvOnlyOne'
  const { name, bytes } = cv
  return cvProblem({ name, size: bytes.length, firstBytes: bytes }, maximumBytes) ?? structureProblem(bytes)
}

const PROBLEM_ON_OPENING = { opens: undefined, damaged: 'cvDamaged', locked: 'cvLocked' } as const

/** A CV that takes too long to open is stored; the inspection finds its faults. */
async function problemOnOpening(cvs: UploadedFile[], openCv: OpenCv): Promise<FormErrorKey | undefined> {
  const outcome = await openCv((cvs[0] as UploadedFile).bytes)
  return outcome && PROBLEM_ON_OPENING[outcome]
}

const FASTEST_PERSON_MILLISECONDS = 3000

/** Product 7.6: suspected robots are marked, never refused. A missing time is no sign. */
function senderMarks(sent: Record<string, unknown>) {
  const marks: string[] = []
  if (isGiven(sent[HONEYPOT_FIELD])) marks.push('honeypot')
  const fillTime = sent[FILL_TIME_FIELD]
  if (isGiven(fillTime) && !(millisecondsOf(fillTime) >= FASTEST_PERSON_MILLISECONDS)) marks.push('fill-time')
  return marks
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

/** Not every object can be converted to a number. */
const millisecondsOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN

function hashOf(values: object) {
  const inOrder = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(inOrder)).digest('base64url')
}
