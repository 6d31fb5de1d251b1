import { parseJson } from '#texts/formats.ts'
import { type Endpoint, type ProjectsQuery, pathOf, type ResponseOf } from './endpoints.ts'
import type { FieldErrors } from './forms.ts'
import type { responses } from './shapes.ts'

export type CallApi = <E extends Endpoint>(endpoint: E, input?: CallInput) => Promise<ResponseOf<E>>

export interface CallInput {
  id?: string | number
  query?: ProjectsQuery
  body?: object
  upload?: FormData
  headers?: Record<string, string>
  signal?: AbortSignal
}

export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  requestId: string
  errors?: FieldErrors
  /** Proof of work to solve before sending the form again. */
  challenge?: object
  closed?: true
}

/** The API refused, could not be reached (status 0) or sent an unreadable response (status 502). */
export class ApiError extends Error {
  readonly status: number
  readonly problem: Problem | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, problem?: Problem, retryAfterSeconds?: number) {
    super(problem?.title ?? `The API responded ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}

interface ApiRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  /** A form names its own content type, with the boundary in it. */
  body?: string | FormData
  signal?: AbortSignal
}

interface ApiResponse {
  status: number
  body: string
  retryAfter?: string | undefined
}

/** The browser fetches the shapes with its first call; the server has them. */
type Shapes = () => typeof responses | Promise<typeof responses>

export function makeCallApi(transport: (request: ApiRequest) => Promise<ApiResponse>, shapes: Shapes): CallApi {
  return async (endpoint, input = {}) => {
    const response = await transport(toRequest(endpoint, input)).catch((cause) => {
      throw Object.assign(new ApiError(0), { cause })
    })
    const body = parseJson(response.body)
    if (response.status >= 400)
      throw new ApiError(response.status, body as Problem | undefined, Number(response.retryAfter) || undefined)
    const read = (await shapes())[endpoint.name].safeParse(body)
    if (!read.success) throw Object.assign(new ApiError(502), { cause: read.error })
    return read.data as never
  }
}

function toRequest(endpoint: Endpoint, { id, query, body, upload, headers, signal }: CallInput): ApiRequest {
  const search = query
    ? `?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
    : ''
  return {
    method: endpoint.method,
    path: pathOf(endpoint, id) + search,
    headers: {
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(upload && { body: upload }),
    ...(signal && { signal }),
  }
}
