import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem as ProblemBody } from '#contract/call.ts'
import type { FieldErrors } from '#contract/forms.ts'
import { isDatabaseFailure } from '#domain/platform/database/failures.ts'
import { type Texts, textsIn } from '#texts/index.ts'
import type { Language } from '#texts/languages.ts'
import { languageOf } from './negotiation.ts'
import { isBodyUnread, sendAndHangUp } from './unread-body.ts'

export type ProblemName = keyof Texts['api']['problems']

interface ProblemExtras {
  errors?: FieldErrors
  headers?: Record<string, string>
  challenge?: object
  closed?: true
  cause?: unknown
}

export class Problem extends Error {
  readonly problem: ProblemName
  readonly status: number
  readonly errors: FieldErrors | undefined
  readonly headers: Record<string, string>
  readonly challenge: object | undefined
  readonly closed: true | undefined

  constructor(name: ProblemName, { errors, headers = {}, challenge, closed, cause }: ProblemExtras = {}) {
    super(name, { cause })
    this.name = 'Problem'
    this.problem = name
    this.status = STATUSES[name]
    this.errors = errors
    this.challenge = challenge
    this.closed = closed
    this.headers = name === 'unavailable' ? { 'retry-after': secondsToWait(), ...headers } : headers
  }
}

/** The one place where a failure becomes a response: RFC 9457, in the visitor's language. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const problem = toProblem(error, request)
  // A refusal under load is no failure: thousands of stacks in the log would add to the load.
  if (problem.status >= 500 && (problem.cause || problem.problem !== 'unavailable'))
    request.log.error({ requestId: request.id, err: problem.cause ?? problem }, problem.problem)
  const body = JSON.stringify(problemBody(problem, languageOf(request), request.id))
  reply.headers({
    'content-type': 'application/problem+json; charset=utf-8',
    'content-language': languageOf(request),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...problem.headers,
  })
  if (isBodyUnread(request)) return sendAndHangUp(request, reply, problem.status, body)
  return reply.code(problem.status).send(body)
}

export const STATUSES: Record<ProblemName, number> = {
  badRequest: 400,
  malformedJson: 400,
  notUtf8: 400,
  notAnObject: 400,
  malformedUpload: 400,
  repeatedField: 400,
  wrongIdempotencyKey: 400,
  productIdMissing: 400,
  foreignOrigin: 403,
  wrongToken: 403,
  notFound: 404,
  methodNotAllowed: 405,
  requestTimeout: 408,
  tooLarge: 413,
  cvTooLarge: 413,
  addressTooLong: 414,
  unsupportedMediaType: 415,
  rangeNotSatisfiable: 416,
  expectationFailed: 417,
  invalidForm: 422,
  idempotencyKeyReused: 422,
  proofRequired: 428,
  tooManyRequests: 429,
  headersTooLarge: 431,
  internal: 500,
  unavailable: 503,
}

const MIN_WAIT_SECONDS = 5
const MAX_WAIT_SECONDS = 10

/** Randomised: refused clients must not all return in the same second. */
function secondsToWait() {
  const range = MAX_WAIT_SECONDS - MIN_WAIT_SECONDS + 1
  return String(MIN_WAIT_SECONDS + Math.floor(Math.random() * range))
}

export function toProblem(error: unknown, { raw }: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  // The client broke the connection during the body: not a failure of the server.
  if (raw.errored && !raw.complete) return new Problem('badRequest', { cause: error })
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>
  const name = BY_FASTIFY_CODE[code]
  if (name) return new Problem(name, { cause: error })
  if (isDatabaseFailure(error)) return new Problem('unavailable', { cause: error })
  // The file's reply has its length already.
  if (statusCode === STATUSES.rangeNotSatisfiable) return new Problem('rangeNotSatisfiable', { cause: error })
  return new Problem(statusCode >= 400 && statusCode < 500 ? 'badRequest' : 'internal', { cause: error })
}

const BY_FASTIFY_CODE: Record<string, ProblemName> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedMediaType',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupportedMediaType',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformedJson',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformedJson',
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'badRequest',
  FST_ERR_BAD_URL: 'badRequest',
}

export function problemBody(
  { problem, status, errors, challenge, closed }: Problem,
  language: Language,
  requestId: string,
): ProblemBody {
  const { title, detail } = textsIn(language).api.problems[problem]
  return {
    type: `urn:problem:${problem}`,
    title,
    status,
    detail,
    requestId,
    ...(errors && { errors }),
    ...(challenge && { challenge }),
    ...(closed && { closed }),
  }
}
