import * as z from 'zod/mini'
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts'
import { CV_FIELD } from '#contract/forms.ts'
import { answers, bodies, receipt } from '#contract/shapes.ts'
import { textsIn } from '#texts/index.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { type ProblemName, STATUSES } from './http/problem.ts'

/** The guest API as OpenAPI 3.1, made from the contract, so that it cannot say anything else. */
export function openApiDocument(publicUrl: string | undefined) {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Guest API',
      version: '1.0.0',
      description:
        'What visitors read and send. No sign-in. Paths are matched without regard to case; every GET answers HEAD too. ' +
        'A browser’s post echoes the cookie XSRF-TOKEN in the header X-XSRF-TOKEN.',
    },
    servers: [{ url: publicUrl ?? '/' }],
    tags: [{ name: 'Content' }, { name: 'Submissions' }],
    paths,
    components: { schemas: { Problem: problem }, headers: { XRequestId: requestIdHeader } },
  }
}

const SUMMARIES: Record<EndpointName, string> = {
  allProjects: 'Every project, newest first; or those of one category, page by page',
  project: 'One project',
  productDetails: 'One project, asked for by post',
  services: 'Every service',
  service: 'One service',
  jobs: 'The jobs that are open today',
  job: 'One open job',
  contactInfo: 'How to reach the company',
  categories: 'The categories of projects',
  reviews: 'What customers say',
  team: 'The team',
  submitInternship: 'Apply for the internship',
  submitContact: 'Send a message',
  submitCareer: 'Apply for a job, with a CV',
}

const READ_PROBLEMS: ProblemName[] = ['badRequest', 'notFound', 'methodNotAllowed', 'internal', 'unavailable']
const POST_PROBLEMS: ProblemName[] = [
  'badRequest',
  'malformedJson',
  'notAnObject',
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
  'tooManyRequests',
]
const UPLOAD_PROBLEMS: ProblemName[] = [
  ...FORM_PROBLEMS.filter((name) => name !== 'malformedJson' && name !== 'notAnObject'),
  'malformedUpload',
  'repeatedField',
  'cvTooLarge',
]

function operation(endpoint: Endpoint) {
  const { name } = endpoint
  const isForm = answers[name] === receipt
  return {
    operationId: name,
    summary: SUMMARIES[name],
    tags: [isForm ? 'Submissions' : 'Content'],
    parameters: parametersOf(name, endpoint, isForm),
    ...(name in bodies && { requestBody: requestBody(name as keyof typeof bodies) }),
    responses: {
      ...(isForm
        ? { 201: success('Stored; the reference number names it', endpoint) }
        : { 200: success('Found', endpoint) }),
      ...(endpoint.method === 'GET' && { 304: { description: 'Not changed since the ETag in If-None-Match' } }),
      ...problemResponses(problemsOf(name, endpoint, isForm)),
    },
  }
}

function problemsOf(name: EndpointName, { method }: Endpoint, isForm: boolean): ProblemName[] {
  if (method === 'GET') return READ_PROBLEMS
  if (name === 'submitCareer') return UPLOAD_PROBLEMS
  return isForm ? FORM_PROBLEMS : [...POST_PROBLEMS, 'productIdMissing', 'notFound']
}

function parametersOf(name: EndpointName, { path, method }: Endpoint, isForm: boolean) {
  const header = (header: string, description: string, schema: object) => ({
    in: 'header',
    name: header,
    description,
    schema,
  })
  return [
    ...(path.includes('{id}') ? [{ in: 'path', name: 'id', required: true, schema: positiveInteger }] : []),
    ...(name === 'allProjects' ? ['category', 'page', 'per_page'].map(queryParameter) : []),
    header('Accept-Language', 'The language of the answer; q-values count, anything but Arabic is English', {
      type: 'string',
      examples: LANGUAGES,
    }),
    ...(method === 'POST'
      ? [header('X-XSRF-TOKEN', 'The value of the cookie XSRF-TOKEN, if there is one', { type: 'string' })]
      : []),
    ...(isForm
      ? [
          header('Idempotency-Key', 'The same key and answers again: the first receipt again, nothing stored twice', {
            type: 'string',
            pattern: '^[!-~]{1,255}$',
          }),
        ]
      : []),
  ]
}

function queryParameter(name: string) {
  return { in: 'query', name, schema: positiveInteger, description: QUERY_DESCRIPTIONS[name] }
}

const QUERY_DESCRIPTIONS: Record<string, string> = {
  category: '1 mobile, 2 web, 3 ERP; any other shows every project',
  page: 'From 1; beyond the last page is the last page',
  per_page: 'Up to 100; without page and per_page the answer holds them all',
}

const positiveInteger = { type: 'integer', minimum: 1 }

function requestBody(name: keyof typeof bodies) {
  const schema = jsonSchema(bodies[name], 'input')
  if (name !== 'submitCareer') return { required: true, content: { 'application/json': { schema } } }
  const { properties = {}, required = [] } = schema as { properties?: object; required?: string[] }
  const withCv = {
    ...schema,
    properties: { ...properties, [CV_FIELD]: { type: 'string', format: 'binary', description: 'One PDF file' } },
    required: [...required, CV_FIELD],
  }
  return {
    required: true,
    content: {
      'multipart/form-data': { schema: withCv, encoding: { [CV_FIELD]: { contentType: 'application/pdf' } } },
    },
  }
}

function success(description: string, { name, method }: Endpoint) {
  return {
    description,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/XRequestId' },
      ...(method === 'GET' && { ETag: { schema: { type: 'string' } }, Vary: { schema: { type: 'string' } } }),
    },
    content: { 'application/json': { schema: jsonSchema(answers[name], 'output') } },
  }
}

function problemResponses(names: ProblemName[]) {
  const texts = textsIn('en').api.problems
  const responses: Record<number, object> = {}
  for (const status of new Set(names.map((name) => STATUSES[name]))) {
    const alike = names.filter((name) => STATUSES[name] === status)
    responses[status] = {
      description: alike.map((name) => texts[name].title).join('; '),
      headers: {
        'X-Request-Id': { $ref: '#/components/headers/XRequestId' },
        ...(status === 405 && { Allow: { schema: { type: 'string' } } }),
        ...((status === 429 || status === 503) && { 'Retry-After': { schema: { type: 'integer' } } }),
      },
      content: {
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Problem' },
          examples: Object.fromEntries(
            alike.map((name) => [name, { value: { type: `urn:problem:${name}`, ...texts[name], status } }]),
          ),
        },
      },
    }
  }
  return responses
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const requestIdHeader = { description: 'Names this request in the log', schema: { type: 'string' } }

const problem = {
  type: 'object',
  description: 'RFC 9457',
  required: ['type', 'title', 'status', 'detail', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    requestId: { type: 'string' },
    errors: {
      type: 'object',
      description: 'For each field the key of the text that says what is wrong',
      additionalProperties: {
        type: 'array',
        items: { type: 'string', enum: Object.keys(textsIn('en')['form-errors']) },
      },
    },
  },
}
