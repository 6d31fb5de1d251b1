import { createHash } from 'node:crypto'
import { ApiError, type CallApi, type CallInput } from '#contract/call.ts'
import { isQuestionField } from '#contract/constants.ts'
import { FORMER_KEY_HEADER } from '#contract/endpoints.ts'
import { CV_FIELD } from '#contract/forms.ts'
import { ACT_FIELDS, LOST_LINK_FIELDS } from '../application-page.ts'
import { JOB_ALERT_FIELDS, JOB_ALERTS_FIELDS } from '../job-alerts-page.ts'
import type { CameBy } from './came-by.ts'
import { joinDates, partNamesOf } from './date-parts.ts'
import { type Answers, forms, hasCv, type SubmissionKind, sentNamesOf } from './forms.ts'
import { type AnsweredPost, isSentToApi, type PostedForm, type PostedFormName } from './posted.ts'
import { brokenRulesOf, problemOfStatus } from './send.ts'

type PostOutcome = { reference: string } | { status: number; answered: AnsweredPost }

interface Poster {
  callApi: CallApi
  visitorAddress: string
  /** In the page's own address. */
  cameBy: CameBy
}

export async function submitPost(name: PostedFormName, posted: PostedForm, poster: Poster): Promise<PostOutcome> {
  const post = { ...posted, answers: joinDates(posted.answers) }
  if (!isSentToApi(name))
    return { status: post.refusal?.status ?? 200, answered: { form: name, answers: post.answers } }
  if (post.refusal) return refusalOfReading(name, post.answers, post.refusal)
  const hour = Math.floor(Date.now() / ONE_HOUR)
  const content = contentOf(name, post)
  const headers = {
    'idempotency-key': keyOf(content, poster.visitorAddress, hour),
    [FORMER_KEY_HEADER]: keyOf(content, poster.visitorAddress, hour - 1),
  }
  try {
    return await poster.callApi(forms[name].endpoint, { ...bodyOf(name, withSource(post, poster.cameBy)), headers })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return refusalOfApi(name, post.answers, error)
  }
}

/** All other fields of a post are neither handed on nor given back. */
export function fieldsKeptOf(name: PostedFormName): (field: string) => boolean {
  const names = new Set(namesKeptOf(name))
  const asksQuestions = name === 'career-application'
  return (field) => names.has(field) || (asksQuestions && isQuestionField(field))
}

function namesKeptOf(name: PostedFormName): string[] {
  if (name === 'unread') return []
  if (name === 'lost-link') return LOST_LINK_FIELDS
  if (name === 'job-alerts') return JOB_ALERTS_FIELDS
  if (name === 'job-alert') return JOB_ALERT_FIELDS
  if (name === 'question') return Object.keys(forms['contact-message'].rules.shape)
  const names = name === 'application' ? [...ACT_FIELDS, ...ANSWER_FIELDS] : sentNamesOf(name)
  return [...names, ...partNamesOf(names)]
}

const ANSWER_FIELDS = [...new Set(Object.values(forms).flatMap(({ rules }) => Object.keys(rules.shape)))]

const ONE_HOUR = 60 * 60 * 1000

function refusalOfReading(
  form: SubmissionKind,
  answers: Answers,
  { status, isFileTooLarge, retryAfterSeconds }: NonNullable<PostedForm['refusal']>,
): PostOutcome {
  const broken = isFileTooLarge && hasCv(form) ? { [CV_FIELD]: 'cvTooLarge' as const } : undefined
  return { status, answered: { form, answers, problem: problemOfStatus(status), broken, retryAfterSeconds } }
}

function refusalOfApi(
  form: SubmissionKind,
  answers: Answers,
  { status: sent, problem, retryAfterSeconds }: ApiError,
): PostOutcome {
  const status = sent || 503
  const broken = problem?.errors && brokenRulesOf(problem.errors)
  if (broken?.job_id) return { status, answered: { form, answers, problem: 'jobClosed' } }
  return { status, answered: { form, answers, problem: problemOfStatus(sent), broken, retryAfterSeconds } }
}

const withSource = (post: PostedForm, cameBy: CameBy) => ({ ...post, answers: { ...cameBy, ...post.answers } })

function bodyOf(form: SubmissionKind, { answers, files }: PostedForm): CallInput {
  if (!hasCv(form)) return { body: answers }
  const upload = new FormData()
  for (const [name, answer] of Object.entries(answers)) upload.append(name, answer)
  for (const { name, bytes } of files) upload.append(CV_FIELD, new Blob([bytes], { type: 'application/pdf' }), name)
  return { upload }
}

/** Content is its own key: sent twice within an hour, it is stored once, also across the full hour. */
function keyOf(content: string, visitorAddress: string, hour: number) {
  return createHash('sha256')
    .update(JSON.stringify([content, visitorAddress, hour]))
    .digest('base64url')
}

function contentOf(form: SubmissionKind, { answers, files }: PostedForm) {
  const hash = createHash('sha256').update(JSON.stringify([form, Object.entries(answers)]))
  for (const { name, bytes } of files) hash.update(JSON.stringify([name, bytes.length])).update(bytes)
  return hash.digest('base64url')
}
