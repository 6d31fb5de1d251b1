import type { FastifySchema } from 'fastify'
import * as z from 'zod/mini'
import { QUESTIONS_VERSION_FIELD, questionField } from '#contract/constants.ts'
import { type Endpoint, LINK_PREFERENCE } from '#contract/endpoints.ts'
import { CV_FIELD, careerApplication } from '#contract/forms.ts'
import { responses } from '#contract/shapes.ts'
import { textsIn } from '#texts/index.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { type ProblemName, STATUSES } from './http/problem.ts'

/** Fastify checks params and query by it, and the OpenAPI document is made of it. `http/read-form.ts` checks bodies. */
interface RouteDescription extends FastifySchema {
  operationId: string
}

export function describeRead<Path extends object>(endpoint: Endpoint, summary: string, path = {} as Path) {
  return {
    operationId: endpoint.name,
    summary,
    tags: ['Content'],
    headers: z.object({ 'Accept-Language': acceptLanguage }),
    ...path,
    response: {
      200: success('Found', endpoint, ['X-Request-Id', 'ETag', 'Vary']),
      304: notModified,
      ...problemResponses(READ_PROBLEMS),
    },
  } satisfies RouteDescription
}

export function describeLookup(endpoint: Endpoint, summary: string) {
  return {
    operationId: endpoint.name,
    summary,
    tags: ['Content'],
    headers: z.object({ 'Accept-Language': acceptLanguage, 'X-XSRF-TOKEN': xsrfToken }),
    body: z.object({ product_id: z.int() }),
    response: {
      200: success('Found', endpoint, ['X-Request-Id']),
      ...problemResponses([...POST_PROBLEMS, 'productIdMissing', 'notFound']),
    },
  } satisfies RouteDescription
}

export type FormDescription = ReturnType<typeof describeForm>

export function describeForm(endpoint: Endpoint, summary: string, body: z.ZodMiniType, problems = FORM_PROBLEMS) {
  return {
    operationId: endpoint.name,
    summary,
    tags: ['Submissions'],
    headers: formHeaders,
    body,
    response: {
      201: success('Stored; the reference number names it', endpoint, ['X-Request-Id', 'Location']),
      ...problemResponses(problems),
    },
  } satisfies RouteDescription
}

export function describeUpload(endpoint: Endpoint, summary: string) {
  return { ...describeForm(endpoint, summary, careerForm, UPLOAD_PROBLEMS), consumes: ['multipart/form-data'] }
}

const READ_PROBLEMS: ProblemName[] = ['badRequest', 'notFound', 'methodNotAllowed', 'internal', 'unavailable']
const POST_PROBLEMS: ProblemName[] = [
  'badRequest',
  'malformedJson',
  'notUtf8',
  'notAnObject',
  'repeatedField',
  'foreignOrigin',
  'wrongToken',
  'methodNotAllowed',
  'requestTimeout',
  'tooLarge',
  'unsupportedMediaType',
  'internal',
  'unavailable',
]
const FORM_PROBLEMS: ProblemName[] = [
  ...POST_PROBLEMS,
  'wrongIdempotencyKey',
  'invalidForm',
  'idempotencyKeyReused',
  'proofRequired',
  'tooManyRequests',
]
const ABOUT_JSON: ProblemName[] = ['malformedJson', 'notUtf8', 'notAnObject']
const UPLOAD_PROBLEMS: ProblemName[] = [
  ...FORM_PROBLEMS.filter((name) => !ABOUT_JSON.includes(name)),
  'malformedUpload',
  'cvTooLarge',
]

const acceptLanguage = header('The language of the response; q-values count, anything but Arabic is English', {
  examples: LANGUAGES,
})
const xsrfToken = header('The value of the cookie XSRF-TOKEN, if there is one')
const formHeaders = z.object({
  'Accept-Language': acceptLanguage,
  'X-XSRF-TOKEN': xsrfToken,
  'Idempotency-Key': header('The same key and answers again: the first receipt again, nothing stored twice', {
    pattern: '^[!-~]{1,255}$',
  }),
  Prefer: header(
    `“${LINK_PREFERENCE}” asks for the header Location: the page on which whoever sent the form follows it; its address is a secret`,
    { examples: [LINK_PREFERENCE] },
  ),
  'X-Proof': header(
    'Only after a refusal with status 428: base64 of JSON with its challenge and the solution, which ALTCHA’s libraries find; good for one form',
  ),
})

function header(description: string, more: object = {}) {
  return z.optional(z.string()).register(z.globalRegistry, { description, ...more })
}

const cv = z
  .custom<Blob>()
  .register(z.globalRegistry, { type: 'string', format: 'binary', description: 'One PDF file' })
const careerForm = z.object({
  ...careerApplication.shape,
  [questionField('{id}')]: ofJob('The answer to a question of the job: text, yes or no, or the id of an option'),
  [QUESTIONS_VERSION_FIELD]: ofJob('questions_version of the job as it was shown; refused if the questions changed'),
  [CV_FIELD]: cv,
})

function ofJob(description: string) {
  return z.optional(z.string()).register(z.globalRegistry, { description })
}

const RESPONSE_HEADERS: Record<string, object> = {
  'X-Request-Id': { type: 'string', description: 'Names this request in the log' },
  Location: {
    type: 'string',
    description: 'Of the page on which the submission can be followed; only where Prefer asks for it',
  },
  ETag: { type: 'string', description: 'Names these bytes, for If-None-Match' },
  Vary: { type: 'string', description: 'The headers that chose these bytes' },
  Allow: { type: 'string', description: 'The methods that this address takes' },
  'Retry-After': { type: 'integer', description: 'When to try again, in seconds' },
}

const headersNamed = (names: string[]) => Object.fromEntries(names.map((name) => [name, RESPONSE_HEADERS[name]]))

function success(description: string, { name }: Endpoint, headers: string[]) {
  return { description, headers: headersNamed(headers), content: { 'application/json': { schema: responses[name] } } }
}

const notModified = z.null().register(z.globalRegistry, { description: 'Not changed since the ETag in If-None-Match' })

const errorKey = z.enum(Object.keys(textsIn('en')['form-errors']) as [string, ...string[]])

const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    requestId: z.string(),
    errors: z.optional(z.record(z.string(), z.array(errorKey))),
    challenge: z.optional(z.record(z.string(), z.unknown())),
  })
  .register(z.globalRegistry, {
    id: 'Problem',
    description:
      'RFC 9457; errors holds for each field the key of the text that says what is wrong; challenge is what to solve before the form is sent again',
  })

const EXAMPLE_ID = 'kS3vX0Zq9mJ1aTgB'
const EXAMPLE_CHALLENGE = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    cost: 2000,
    expiresAt: 1700000000,
    keyLength: 32,
    keyPrefix: '0f3a…',
    keySignature: '77c1…',
    nonce: '5b2e…',
    salt: 'c09d…',
  },
  signature: 'a41f…',
}

function problemResponses(names: ProblemName[]) {
  const texts = textsIn('en').api.problems
  const exampleOf = (name: ProblemName) => ({
    value: {
      type: `urn:problem:${name}`,
      ...texts[name],
      status: STATUSES[name],
      requestId: EXAMPLE_ID,
      ...(name === 'invalidForm' && { errors: { email: ['emailFormat'] } }),
      ...(name === 'proofRequired' && { challenge: EXAMPLE_CHALLENGE }),
    },
  })
  const statuses = new Set(names.map((name) => STATUSES[name]))
  return Object.fromEntries(
    [...statuses].map((status) => {
      const alike = names.filter((name) => STATUSES[name] === status)
      const headers = [
        'X-Request-Id',
        ...(status === 405 ? ['Allow'] : []),
        ...(status === 429 || status === 503 ? ['Retry-After'] : []),
      ]
      const response = {
        description: alike.map((name) => texts[name].title).join('; '),
        headers: headersNamed(headers),
        content: {
          'application/problem+json': {
            schema: problem,
            examples: Object.fromEntries(alike.map((name) => [name, exampleOf(name)])),
          },
        },
      }
      return [status, response]
    }),
  )
}
