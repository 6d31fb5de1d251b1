import type { Problem } from '#contract/call.ts'
import { endpoints, LINK_PREFERENCE, PROOF_HEADER, XSRF_COOKIE, XSRF_HEADER } from '#contract/endpoints.ts'
import { CV_FIELD, FILL_TIME_FIELD, type FieldErrors } from '#contract/forms.ts'
import { receipt } from '#contract/shapes.ts'
import { parseJson } from '#texts/formats.ts'
import type { Texts } from '#texts/index.ts'
import { browserHeaders } from '../call-api.ts'
import { type BrokenRules, forms, hasCv, type Submission } from './forms.ts'

export type ProblemName = keyof Texts['forms']['problems']

export type Outcome =
  | { state: 'sent'; reference: string; link?: string | undefined }
  | { state: 'failed'; problem: ProblemName; broken?: BrokenRules; retryAfterSeconds?: number | undefined }
  /** The key was used for other answers: an earlier try arrived, and the form has changed since. */
  | { state: 'keyTaken' }

type Sending = [submission: Submission, onProgress: (part: number) => void, signal: AbortSignal]

export async function send(...sending: Sending): Promise<Outcome> {
  if (navigator.onLine === false) return { state: 'failed', problem: 'offline' }
  try {
    if (isOwnApi() && !browserHeaders()[XSRF_HEADER]) await renewToken()
    const response = await postWithProof(sending)
    if (response.status !== FORBIDDEN || !isOwnApi()) return outcomeOf(response)
    await renewToken()
    return outcomeOf(await postWithProof(sending))
  } catch (error) {
    return { state: 'failed', problem: error instanceof TimedOut ? 'timedOut' : 'unreachable' }
  }
}

export const passes = (problem: ProblemName) =>
  ['offline', 'timedOut', 'unreachable', 'serverDown', 'tooManyTries'].includes(problem)

/** The response was lost, or came from a proxy: it may be stored all the same. */
export const mayFollowArrival = (problem: ProblemName) => ['timedOut', 'unreachable', 'serverDown'].includes(problem)

export function problemOfStatus(status: number): ProblemName {
  if (status === 0) return 'unreachable'
  if (status === FORBIDDEN) return 'notAccepted'
  if (status === 413) return 'tooLarge'
  if (status === 422) return 'refused'
  if (status === 429) return 'tooManyTries'
  // A proof is only asked for while many forms arrive: try again later.
  if (status === 408 || status === PROOF_REQUIRED || status >= 500) return 'serverDown'
  return 'notUnderstood'
}

export const brokenRulesOf = (errors: FieldErrors): BrokenRules =>
  Object.fromEntries(Object.entries(errors).flatMap(([name, [first]]) => (first ? [[name, first]] : [])))

const FORBIDDEN = 403
const PROOF_REQUIRED = 428
const MAX_PROOFS = 2
/** Counted from the last sign of life: a slow upload is never cut while it moves. */
const SILENCE_MILLISECONDS = 30_000
const TOKEN_MILLISECONDS = 15_000

class TimedOut extends Error {}

interface FormResponse {
  status: number
  body: unknown
  retryAfter: string | null
  link: string | null
}

function outcomeOf({ status, body, retryAfter, link }: FormResponse): Outcome {
  if (status === 201 || status === 200) {
    const read = receipt.safeParse(body)
    // It may or may not be stored: the key allows another try.
    return read.success
      ? { state: 'sent', reference: read.data.reference, link: link ?? undefined }
      : { state: 'failed', problem: 'unreachable' }
  }
  const problem = problemOfStatus(status)
  const errors = (body as { errors?: FieldErrors } | undefined)?.errors
  if (status === 422 && !errors) return { state: 'keyTaken' }
  if (errors?.job_id) return { state: 'failed', problem: 'jobClosed' }
  return {
    state: 'failed',
    problem,
    ...(errors && { broken: brokenRulesOf(errors) }),
    retryAfterSeconds: Number(retryAfter) || undefined,
  }
}

/** While many forms arrive the API asks for a proof of work; the visitor sees nothing of it. */
async function postWithProof(sending: Sending): Promise<FormResponse> {
  let response = await post(sending)
  for (let proofs = 0; proofs < MAX_PROOFS && response.status === PROOF_REQUIRED; proofs++) {
    const { challenge } = (response.body ?? {}) as Partial<Problem>
    const proof = challenge && (await (await import('./prove.ts')).prove(challenge))
    if (!proof) return response
    response = await post(sending, { [PROOF_HEADER]: proof })
  }
  return response
}

/** XMLHttpRequest: fetch does not report the progress of an upload. */
function post([submission, onProgress, signal]: Sending, proof: Record<string, string> = {}): Promise<FormResponse> {
  const { path } = forms[submission.kind].endpoint
  const { body, type } = packed(submission)
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    signal.addEventListener('abort', () => {
      reject(signal.reason)
      request.abort()
    })
    let silence = setTimeout(end, SILENCE_MILLISECONDS)
    function end() {
      reject(new TimedOut())
      request.abort()
    }
    function stillMoving() {
      clearTimeout(silence)
      silence = setTimeout(end, SILENCE_MILLISECONDS)
    }
    request.open('POST', apiHost() + path)
    for (const [name, value] of Object.entries({ ...browserHeaders(), ...proof, ...type, accept: 'application/json' }))
      request.setRequestHeader(name, value)
    request.setRequestHeader('idempotency-key', submission.key)
    if (isOwnApi()) request.setRequestHeader('prefer', LINK_PREFERENCE)
    request.upload.onprogress = ({ loaded, total }) => {
      stillMoving()
      onProgress(total ? loaded / total : 0)
    }
    request.onprogress = stillMoving
    request.onerror = () => reject(new Error('The connection was cut'))
    request.onloadend = () => clearTimeout(silence)
    request.onload = () =>
      resolve({
        status: request.status,
        body: parseJson(request.responseText),
        retryAfter: request.getResponseHeader('retry-after'),
        // Another host may forbid reading it, and its pages are not ours.
        link: isOwnApi() ? request.getResponseHeader('location') : null,
      })
    request.send(body)
  })
}

function packed({ kind, answers, cv, cameBy, fillTime }: Submission) {
  const sent = { ...cameBy, ...answers, [FILL_TIME_FIELD]: String(Math.round(fillTime)) }
  if (!hasCv(kind)) return { body: JSON.stringify(sent), type: { 'content-type': 'application/json' } }
  const body = new FormData()
  for (const [name, answer] of Object.entries(sent)) body.append(name, answer)
  if (cv) body.append(CV_FIELD, cv, cv.name)
  // The browser writes the content type itself, with the boundary.
  return { body, type: {} }
}

/** Any read sets the cookie where there is none, so delete the old one first. */
async function renewToken() {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${XSRF_COOKIE}=;path=/;max-age=0`
  await fetch(apiHost() + endpoints.contactInfo.path, {
    cache: 'no-store',
    signal: AbortSignal.timeout(TOKEN_MILLISECONDS),
  })
}

const apiHost = () => document.documentElement.dataset.apiHost ?? ''

/** Another host's cookies cannot be read here, and are never sent. */
const isOwnApi = () => apiHost() === ''
