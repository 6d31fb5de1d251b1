import type { Problem } from '#contract/call.ts'
import { endpoints, LINK_PREFERENCE, PROOF_HEADER, XSRF_COOKIE, XSRF_HEADER } from '#contract/endpoints.ts'
import { CV_FIELD, FILL_TIME_FIELD, type FieldErrors } from '#contract/forms.ts'
import { parseJson } from '#contract/parse-json.ts'
import { receipt } from '#contract/shapes.ts'
import { browserHeaders } from '../call-api.ts'
import { type BrokenRules, forms, hasCv, type Submission } from './forms.ts'

export type ProblemName =
  | 'offline'
  | 'timedOut'
  | 'unreachable'
  | 'serverDown'
  | 'tooManyTries'
  | 'tooLarge'
  | 'refused'
  | 'jobClosed'
  | 'notAccepted'
  | 'notUnderstood'

export type Outcome =
  | { state: 'sent'; reference: string; link?: string | undefined }
  | { state: 'failed'; problem: ProblemName; broken?: BrokenRules; retryAfterSeconds?: number | undefined }
  /** The key was used for other answers: an earlier try did arrive, and the visitor has changed the form since. */
  | { state: 'keyTaken' }

/** Sends once, over the guest API; a token that is out of date is renewed and the try repeated, silently. */
export async function send(
  submission: Submission,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  if (navigator.onLine === false) return { state: 'failed', problem: 'offline' }
  try {
    if (isOwnApi() && !browserHeaders()[XSRF_HEADER]) await renewToken()
    const answer = await postWithProof(submission, onProgress, signal)
    if (answer.status !== FORBIDDEN || !isOwnApi()) return outcomeOf(answer)
    await renewToken()
    return outcomeOf(await postWithProof(submission, onProgress, signal))
  } catch (error) {
    return { state: 'failed', problem: error instanceof TimedOut ? 'timedOut' : 'unreachable' }
  }
}

/** Troubles that pass: what could not be sent is worth keeping and sending later. */
export const passes = (problem: ProblemName) =>
  problem === 'offline' ||
  problem === 'timedOut' ||
  problem === 'unreachable' ||
  problem === 'serverDown' ||
  problem === 'tooManyTries'

/** Whether it may be stored all the same: the response was lost, or given by somebody on the way. */
export const mayFollowArrival = (problem: ProblemName) =>
  problem === 'timedOut' || problem === 'unreachable' || problem === 'serverDown'

export function problemOfStatus(status: number): ProblemName {
  if (status === 0) return 'unreachable'
  if (status === FORBIDDEN) return 'notAccepted'
  if (status === 413) return 'tooLarge'
  if (status === 422) return 'refused'
  if (status === 429) return 'tooManyTries'
  // A browser that could not bring the proof tries again later: it is only asked for while many forms arrive.
  if (status === 408 || status === PROOF_REQUIRED || status >= 500) return 'serverDown'
  return 'notUnderstood'
}

export const brokenRulesOf = (errors: FieldErrors): BrokenRules =>
  Object.fromEntries(Object.entries(errors).flatMap(([name, [first]]) => (first ? [[name, first]] : [])))

const FORBIDDEN = 403
const PROOF_REQUIRED = 428
const MAX_PROOFS = 2
/** Counted from the last sign of life, so that a slow upload is never cut while it moves. */
const SILENCE_MILLISECONDS = 30_000
const TOKEN_MILLISECONDS = 15_000

class TimedOut extends Error {}

interface Answer {
  status: number
  body: unknown
  retryAfter: string | null
  /** The page on which what was sent can be followed. */
  link: string | null
}

function outcomeOf({ status, body, retryAfter, link }: Answer): Outcome {
  if (status === 201 || status === 200) {
    const read = receipt.safeParse(body)
    // Stored or not, nobody can tell: under its key it may be sent again.
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
async function postWithProof(
  submission: Submission,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Answer> {
  let answer = await post(submission, onProgress, signal)
  for (let proofs = 0; proofs < MAX_PROOFS && answer.status === PROOF_REQUIRED; proofs++) {
    const { challenge } = (answer.body ?? {}) as Partial<Problem>
    const proof = challenge && (await (await import('./prove.ts')).prove(challenge))
    if (!proof) return answer
    answer = await post(submission, onProgress, signal, { [PROOF_HEADER]: proof })
  }
  return answer
}

/** XMLHttpRequest, because fetch cannot tell how far an upload is. */
function post(
  submission: Submission,
  onProgress: (part: number) => void,
  signal: AbortSignal,
  proof: Record<string, string> = {},
): Promise<Answer> {
  const { path } = forms[submission.form].endpoint
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
        // Another host may not let it be read, and its pages are not ours.
        link: isOwnApi() ? request.getResponseHeader('location') : null,
      })
    request.send(body)
  })
}

function packed({ form, answers, cv, fillTime }: Submission): {
  body: string | FormData
  type: Record<string, string>
} {
  const sent = { ...answers, [FILL_TIME_FIELD]: String(Math.round(fillTime)) }
  if (!hasCv(form)) return { body: JSON.stringify(sent), type: { 'content-type': 'application/json' } }
  const body = new FormData()
  for (const [name, answer] of Object.entries(sent)) body.append(name, answer)
  if (cv) body.append(CV_FIELD, cv, cv.name)
  // The browser writes the content type itself, with the boundary.
  return { body, type: {} }
}

/** Any read sets the cookie where there is none; an old one is thrown away first. */
async function renewToken() {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${XSRF_COOKIE}=;path=/;max-age=0`
  await fetch(apiHost() + endpoints.contactInfo.path, {
    cache: 'no-store',
    signal: AbortSignal.timeout(TOKEN_MILLISECONDS),
  })
}

function apiHost() {
  return document.documentElement.dataset.apiHost ?? ''
}

/** Another host's cookies cannot be read here, and are never sent. */
function isOwnApi() {
  return apiHost() === ''
}
