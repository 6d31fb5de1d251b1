import { createHash } from 'node:crypto'
import { type ActionFunctionArgs, data, type HeadersFunction, redirect } from 'react-router'
import { ApiError, type CallInput } from '#contract/call.ts'
import { FORMER_KEY_HEADER } from '#contract/endpoints.ts'
import { CV_FIELD } from '#contract/forms.ts'
import { siteRequest } from '../request-context.ts'
import { type Answers, type FormName, forms, hasCv } from './forms.ts'
import type { RefusedPost } from './posted.ts'
import { brokenRulesOf, problemOfStatus } from './send.ts'

/** Without JavaScript a form posts to its own page, which hands it to the guest API: the same rules, the same receipt. */
export const answerPost =
  (form: FormName) =>
  async ({ request, context }: ActionFunctionArgs) => {
    const { callApi, visitorAddress, settings } = context.get(siteRequest)
    const post = await readPost(request, hasCv(form) ? settings.cvMaximumBytes + FIELDS_BYTES : FIELDS_BYTES)
    if (post.isBroken) return refuse({ form, answers: post.answers, problem: 'serverDown', retryAfterSeconds: 10 }, 503)
    if (post.isCut)
      return refuse({ form, answers: post.answers, problem: 'tooLarge', ...(hasCv(form) && TOO_LARGE) }, 413)
    try {
      const hour = Math.floor(Date.now() / ONE_HOUR)
      const headers = {
        'idempotency-key': keyOf(form, post, visitorAddress, hour),
        [FORMER_KEY_HEADER]: keyOf(form, post, visitorAddress, hour - 1),
      }
      const { reference } = await callApi(forms[form].endpoint, { ...bodyOf(form, post), headers })
      return redirect(`${new URL(request.url).pathname}?sent=${reference}`, 303)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return refuse(refusalOf(form, post, error), error.status || 503)
    }
  }

/** For a page that only gives them back. */
export const answersOf = async (request: Request) => (await readPost(request, FIELDS_BYTES)).answers

/** Without it the page would keep to itself when to come back. */
export const headersOfPost: HeadersFunction = ({ actionHeaders }) => actionHeaders

/** Far more than the fields of any form can hold, Arabic percent-encoded included. */
const FIELDS_BYTES = 256 * 1024
const ONE_HOUR = 60 * 60 * 1000
const TOO_LARGE = { broken: { [CV_FIELD]: 'cvTooLarge' } } as const

interface Post {
  answers: Answers
  bytes: Uint8Array<ArrayBuffer>
  contentType: string
  /** There was more than we take; what came before it is read all the same, so that no answer is lost. */
  isCut: boolean
  /** The server took no more of it, because it has too many of them. */
  isBroken: boolean
}

function refuse(refusal: RefusedPost, status: number) {
  const { retryAfterSeconds } = refusal
  return data(refusal, { status, headers: retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {} })
}

function refusalOf(form: FormName, { answers }: Post, { status, problem, retryAfterSeconds }: ApiError): RefusedPost {
  const broken = problem?.errors && brokenRulesOf(problem.errors)
  if (broken?.job_id) return { form, answers, problem: 'jobClosed' }
  return { form, answers, problem: problemOfStatus(status), broken, retryAfterSeconds }
}

function bodyOf(form: FormName, { answers, bytes, contentType }: Post): CallInput {
  return hasCv(form) ? { upload: { bytes, contentType } } : { body: answers }
}

/** No page wrote a key, so the content is its own: sent twice within the hour, it is stored once, also when the clock strikes between. */
function keyOf(form: FormName, { answers, bytes, contentType }: Post, visitorAddress: string, hour: number) {
  const hash = createHash('sha256')
  hash.update(JSON.stringify([form, visitorAddress, hour, Object.entries(answers)]))
  // The boundary changes with every post of the same form.
  const boundary = /boundary="?([^";]+)/i.exec(contentType)?.[1]
  hash.update(boundary ? Buffer.from(bytes).toString('latin1').replaceAll(boundary, '') : bytes)
  return hash.digest('base64url')
}

async function readPost(request: Request, mostBytes: number): Promise<Post> {
  const contentType = request.headers.get('content-type') ?? ''
  const { bytes, isCut, isBroken } = await readUpTo(mostBytes, request.body)
  return { bytes, contentType, isCut, isBroken, answers: await answersIn(bytes, contentType, isCut || isBroken) }
}

/** The rest is read past, not kept: a browser that cannot finish sending shows an error of its own instead of our page. */
async function readUpTo(mostBytes: number, body: ReadableStream<Uint8Array> | null) {
  const chunks: Uint8Array[] = []
  let size = 0
  let isBroken = false
  try {
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      if (size < mostBytes) chunks.push(chunk.subarray(0, mostBytes - size))
      size += chunk.length
      if (size > mostBytes * MOST_TIMES_TOO_LARGE) break
    }
  } catch {
    isBroken = true
  }
  return { bytes: new Uint8Array(Buffer.concat(chunks)), isCut: size > mostBytes, isBroken }
}

const MOST_TIMES_TOO_LARGE = 20

async function answersIn(bytes: Uint8Array<ArrayBuffer>, contentType: string, isCut: boolean): Promise<Answers> {
  const boundary = /boundary="?([^";]+)/i.exec(contentType)?.[1]
  const whole = isCut && boundary ? Buffer.concat([bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]) : bytes
  const fields = await new Response(whole, { headers: { 'content-type': contentType } }).formData().catch(() => null)
  const answers: Answers = {}
  for (const [name, value] of fields ?? []) if (typeof value === 'string') answers[name] = value
  return answers
}
