import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '#domain/people/refusal.ts'
import { isDatabaseFailure, isOutOfTime } from '#domain/platform/database/failures.ts'
import { FileLost } from '#domain/platform/storage/kept-files.ts'
import arabic from '#texts/desk/ar/problems.json' with { type: 'json' }
import english from '#texts/desk/en/problems.json' with { type: 'json' }
import type { Language } from '#texts/languages.ts'

export type ProblemName = keyof typeof english

const SENTENCES: Record<Language, Record<ProblemName, string>> = { en: english, ar: arabic }

interface ProblemExtras {
  errors?: Record<string, string[]> | undefined
  retryAfterSeconds?: number | undefined
  cause?: unknown
  /** For the screen, such as the newer version in a conflict. */
  details?: unknown
}

export class Problem extends Error {
  readonly problem: ProblemName
  readonly extras: ProblemExtras

  constructor(problem: ProblemName, extras: ProblemExtras = {}) {
    super(problem, { cause: extras.cause })
    this.name = 'Problem'
    this.problem = problem
    this.extras = extras
  }
}

export function found<Value>(value: Value): Exclude<Value, undefined | null | false> {
  if (value === undefined || value === null || value === false) throw new Problem('notFound')
  return value as Exclude<Value, undefined | null | false>
}

export interface ProblemBody {
  type: `urn:problem:${ProblemName}`
  status: number
  detail: string
  requestId: string
  errors?: Record<string, string[]>
  retryAfterSeconds?: number
  details?: unknown
}

const STATUSES: Record<ProblemName, number> = {
  badRequest: 400,
  signedOut: 401,
  wrongCredentials: 401,
  companyRefused: 401,
  companyEmail: 403,
  notInvited: 403,
  companyAway: 503,
  passkeyRefused: 401,
  foreignOrigin: 403,
  notAllowed: 403,
  proofNeeded: 403,
  factorNeeded: 403,
  setupCodeWrong: 403,
  setupDone: 403,
  notFound: 404,
  personUnknown: 404,
  conflict: 409,
  contentBlocked: 409,
  reviewNeeded: 409,
  reviewOver: 409,
  nothingToReview: 409,
  tooManyComments: 409,
  wasPublished: 409,
  moveNotAllowed: 409,
  stageGone: 409,
  stageNotEmpty: 409,
  noCriteria: 409,
  scorecardSent: 409,
  scorecardNotSent: 409,
  tooMany: 409,
  tooManyViews: 409,
  tooManyWebhooks: 409,
  countChanged: 409,
  letterGone: 409,
  linkEnded: 409,
  questionAnswered: 409,
  interviewOpen: 409,
  interviewTaken: 409,
  interviewPast: 422,
  interviewBusy: 409,
  interviewClosed: 409,
  interviewTold: 409,
  mailOff: 409,
  emailTaken: 409,
  passkeyKnown: 409,
  lastOwner: 409,
  tooManyTags: 409,
  samePerson: 409,
  mergedMeanwhile: 409,
  mergedTooLongAgo: 409,
  tooManyReasons: 409,
  lastReason: 409,
  hasCv: 409,
  notForCvs: 409,
  lastFactor: 409,
  pictureInUse: 409,
  invitationOver: 410,
  tooLarge: 413,
  unsupportedMediaType: 415,
  notPdf: 415,
  invalid: 422,
  oneTimeCodeWrong: 422,
  passwordWeak: 422,
  tooManyTries: 429,
  internal: 500,
  fileLost: 500,
  tooSlow: 503,
  unavailable: 503,
}

export function sendProblem(language: Language, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const problem = toProblem(error, request)
  const status = STATUSES[problem.problem]
  const { errors, retryAfterSeconds, details, cause } = problem.extras
  if (status >= 500) request.log.error({ requestId: request.id, err: cause ?? problem }, problem.problem)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  const body: ProblemBody = {
    type: `urn:problem:${problem.problem}`,
    status,
    detail: SENTENCES[language][problem.problem],
    requestId: request.id,
    ...(errors && { errors }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(details !== undefined && { details }),
  }
  return reply
    .code(status)
    .headers({ 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store' })
    .send(JSON.stringify(body))
}

function toProblem(error: unknown, { method, raw }: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  // The connection broke within the body: no fault of the server.
  if (raw.errored && !raw.complete) return new Problem('badRequest', { cause: error })
  if (error instanceof Refused) return new Problem(error.reason, { retryAfterSeconds: error.retryAfterSeconds })
  // Refusals by the listener itself have a `status`.
  const { code = '', status = 500, statusCode = status } = error as Partial<FastifyError> & { status?: number }
  const name = BY_FASTIFY_CODE[code]
  if (name) return new Problem(name, { cause: error })
  if (error instanceof FileLost) return new Problem('fileLost', { cause: error })
  // A slow search should ask for less; a slow write may be retried.
  if (method === 'GET' && isOutOfTime(error)) return new Problem('tooSlow', { cause: error })
  if (isDatabaseFailure(error)) return new Problem('unavailable', { cause: error })
  return new Problem(statusCode >= 400 && statusCode < 500 ? 'badRequest' : 'internal', { cause: error })
}

const BY_FASTIFY_CODE: Record<string, ProblemName> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedMediaType',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupportedMediaType',
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
}
