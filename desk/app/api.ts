import type { OpenCall, StaffCall } from '#desk/api/call.ts'
import type { DeskCalls } from '#desk/api/calls.ts'
import type { ProblemBody, ProblemName } from '#desk/api/problem.ts'
import { learnTime } from './clock.ts'

type CallKey = keyof DeskCalls

type PartsOf<Key extends CallKey> = DeskCalls[Key] extends
  | StaffCall<infer Query, infer Body, infer Result>
  | OpenCall<infer Query, infer Body, infer Result>
  ? { query: Query; body: Body; result: Result }
  : never

type ParamsIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type Wanted<Name extends string, Value> = unknown extends Value ? Partial<Record<Name, undefined>> : Record<Name, Value>
type WantedParams<Key extends CallKey> = [ParamsIn<Key>] extends [never]
  ? { params?: undefined }
  : { params: Record<ParamsIn<Key>, string> }

export type CallOptions<Key extends CallKey> = Wanted<'body', PartsOf<Key>['body']> &
  ([unknown] extends [PartsOf<Key>['query']] ? { query?: undefined } : { query?: Partial<PartsOf<Key>['query']> }) &
  WantedParams<Key> &
  Manner

interface Manner {
  signal?: AbortSignal
  /** Made by the page itself: ends silently with the session. */
  background?: boolean
  /** Arrives even if the page is closed. */
  keepalive?: boolean
  /** Made by the gate itself, which handles refusals. */
  ungated?: boolean
}

export type ResultOf<Key extends CallKey> = PartsOf<Key>['result']

type Arguments<Key extends CallKey> = object extends CallOptions<Key> ? [CallOptions<Key>?] : [CallOptions<Key>]

export class Refusal extends Error {
  readonly problem: ProblemName
  readonly body: ProblemBody

  constructor(body: ProblemBody) {
    super(body.detail)
    this.name = 'Refusal'
    this.problem = body.type.replace('urn:problem:', '') as ProblemName
    this.body = body
  }
}

export function currentIn<Current>(error: unknown): Current | undefined {
  if (!(error instanceof Refusal) || error.problem !== 'conflict') return undefined
  return (error.body.details as { current?: Current } | undefined)?.current
}

export class NoAnswer extends Error {
  constructor(cause: unknown) {
    super('No answer', { cause })
    this.name = 'NoAnswer'
  }
}

export type GateReason = 'signed-out' | 'proof'

/** Asks for a sign-in or a fresh proof in place; false if the person cancels. */
type Gate = (reason: GateReason) => Promise<boolean>

let gate: Gate = async () => false

export function setGate(opened: Gate) {
  gate = opened
}

const GATES: Partial<Record<ProblemName, GateReason>> = { signedOut: 'signed-out', proofNeeded: 'proof' }

/** Calls the desk's API. After an ended session or without a fresh proof it asks in place and repeats the call. */
export async function api<Key extends CallKey>(key: Key, ...[options]: Arguments<Key>): Promise<ResultOf<Key>> {
  const call = (options ?? {}) as LooseOptions
  return (await throughGate(call, async () => readJson(await send(key, call)))) as ResultOf<Key>
}

export async function save<Key extends CallKey>(key: Key, ...[options]: Arguments<Key>): Promise<void> {
  const call = (options ?? {}) as LooseOptions
  const response = await throughGate(call, () => send(key, call))
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), FILE_IS_KEPT_MILLISECONDS)
}

interface UploadOptions {
  params?: Record<string, string>
  query: Record<string, string>
  file: File
  onProgress?(sent: number): void
  signal?: AbortSignal
}

/** With XMLHttpRequest, because `fetch` reports no upload progress. */
export async function upload<Key extends CallKey>(key: Key, options: UploadOptions): Promise<ResultOf<Key>> {
  return (await throughGate({}, () => sendFile(key, options))) as ResultOf<Key>
}

function sendFile(key: string, { params, query, file, onProgress, signal }: UploadOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', addressOfCall(key, { ...(params && { params }), query }))
    const headers = { ...commonHeaders(), 'content-type': 'application/octet-stream' }
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded }) => onProgress?.(loaded)
    request.onerror = () => reject(new NoAnswer(request.status))
    request.onabort = () => reject(signal?.reason)
    request.onload = () => {
      if (!request.response) return reject(new NoAnswer(request.status))
      if (request.status < 400) resolve(request.response)
      else reject(new Refusal(request.response as ProblemBody))
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

// Long enough for the browser to start writing the file.
const FILE_IS_KEPT_MILLISECONDS = 60_000

let backgroundCalls = new AbortController()

export function allowBackgroundCalls(areAllowed: boolean) {
  if (!areAllowed) backgroundCalls.abort()
  else if (backgroundCalls.signal.aborted) backgroundCalls = new AbortController()
}

let personId: string | undefined

/** Another window may sign another person in; this one then counts as signed out. */
export function actAs(id: string | undefined) {
  personId = id
}

async function throughGate<Result>(
  { background, ungated }: LooseOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const reason = error instanceof Refusal ? GATES[error.problem] : undefined
    if (!reason || background || ungated || !(await gate(reason))) throw error
    return work()
  }
}

interface LooseOptions extends Manner {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

export function addressOf<Key extends CallKey>(key: Key, ...[options]: Arguments<Key>): string {
  return addressOfCall(key, (options ?? {}) as LooseOptions)
}

function addressOfCall(key: string, { params = {}, query = {} }: LooseOptions) {
  const [, path = ''] = key.split(' ')
  const filled = path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined && each !== null && each !== '') search.append(name, String(each))
  }
  return `/api${filled}${search.size > 0 ? `?${search}` : ''}`
}

const commonHeaders = () => ({
  accept: 'application/json',
  'x-desk': '1',
  ...(personId && { 'x-desk-person': personId }),
})

/** Gives up a silent connection, so that the request can be repeated. No call takes nearly as long. */
const MAX_SILENCE_MILLISECONDS = 60_000

async function send(key: string, options: LooseOptions): Promise<Response> {
  const [method = 'GET'] = key.split(' ')
  const { body } = options
  const given = [options.signal, options.background && backgroundCalls.signal].filter(
    (each) => each instanceof AbortSignal,
  )
  // Not AbortSignal.timeout(): saving a file may take longer once it has begun.
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), MAX_SILENCE_MILLISECONDS)
  const response = await fetch(addressOfCall(key, options), {
    method,
    headers: { ...commonHeaders(), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.any([silence.signal, ...given]),
    ...(options.keepalive && { keepalive: true }),
  })
    .catch((error) => {
      if (given.some(({ aborted }) => aborted)) throw error
      throw new NoAnswer(error)
    })
    .finally(() => clearTimeout(timer))
  learnTime(response.headers.get('date'))
  if (!response.ok) throw new Refusal((await readJson(response)) as ProblemBody)
  return response
}

async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  return response.json().catch((error) => {
    throw new NoAnswer(error)
  })
}

/** A script is missing: the server was away or has a newer release. Browsers do not ask twice for one script. */
export class NotLoaded extends Error {
  constructor(cause: unknown) {
    super('Not loaded', { cause })
    this.name = 'NotLoaded'
  }
}

export const loaded =
  <Module>(load: () => Promise<Module>) =>
  () =>
    load().catch((cause: unknown) => {
      throw new NotLoaded(cause)
    })
