import { type AnswerOf, type Endpoint, type ProjectsQuery, pathOf } from './endpoints.ts'
import type { FieldErrors } from './forms.ts'
import type { answers } from './shapes.ts'

/** What calling an endpoint means, whoever carries the call: the server inside its process, or the browser. */
export type CallApi = <E extends Endpoint>(endpoint: E, input?: CallInput) => Promise<AnswerOf<E>>

export interface CallInput {
  id?: string | number
  query?: ProjectsQuery
  body?: object
  /** A form with a file, as it was received: passed on byte by byte. */
  upload?: Upload
  headers?: Record<string, string>
  signal?: AbortSignal
}

export interface Upload {
  bytes: Uint8Array<ArrayBuffer>
  contentType: string
}

/** RFC 9457, as every refusal of the API is worded. */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  requestId: string
  errors?: FieldErrors
}

/** The API refused, could not be reached (status 0) or answered what nobody can read (status 502). */
export class ApiError extends Error {
  readonly status: number
  readonly problem: Problem | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, problem?: Problem, retryAfterSeconds?: number) {
    super(problem?.title ?? `The API answered ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface CarriedCall {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  signal?: AbortSignal
}

export interface CarriedAnswer {
  status: number
  body: string
  retryAfter?: string | undefined
}

/** The browser fetches the shapes with its first call; the server has them. */
type Shapes = () => typeof answers | Promise<typeof answers>

export function makeCallApi(carry: (call: CarriedCall) => Promise<CarriedAnswer>, shapes: Shapes): CallApi {
  return async (endpoint, input = {}) => {
    const answer = await carry(toCall(endpoint, input)).catch((cause) => {
      throw Object.assign(new ApiError(0), { cause })
    })
    const body = parseJson(answer.body)
    if (answer.status >= 400)
      throw new ApiError(answer.status, body as Problem | undefined, Number(answer.retryAfter) || undefined)
    const read = (await shapes())[endpoint.name].safeParse(body)
    if (!read.success) throw Object.assign(new ApiError(502), { cause: read.error })
    return read.data as never
  }
}

function toCall(endpoint: Endpoint, { id, query, body, upload, headers, signal }: CallInput): CarriedCall {
  const search = query
    ? `?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
    : ''
  return {
    method: endpoint.method,
    path: pathOf(endpoint, id) + search,
    headers: {
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...(upload && { 'content-type': upload.contentType }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(upload && { body: upload.bytes }),
    ...(signal && { signal }),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
