import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { readConfig } from '#settings/settings.ts'

export const ACCESS_KEY = 'TESTACCESSKEY'
export const SECRET_KEY = 'test/secret+with@signs'
const REGION = 'eu-test-1'
const BUCKET = 'nuqta-files'
const MAX_CLOCK_SKEW_MILLISECONDS = 15 * 60 * 1000
const KEYS_AT_ONCE = 3

/** Faults of the store. */
type S3Fault = 'refuse' | 'hang' | 'damage' | 'no-versions'

export interface S3Server {
  /** For STORAGE_URL. */
  url: string
  /** The same address as settings. */
  storage: NonNullable<ReturnType<typeof readConfig>['storage']>
  fault: S3Fault | undefined
  /** Keys of readable objects, without the mark of the last sweep. */
  keys(): string[]
  /** The bytes of a readable object. */
  bytesOf(key: string): Buffer | undefined
  /** Versions of every key, deleted and overwritten ones included; without markers and the sweep's mark. */
  versions(): number
  /** Overwrites an object like another holder of the keys. */
  put(key: string, bytes: Buffer): void
  /** Like `PUT 200`, in the order of the responses. */
  calls: string[]
  /** Called with the request's method before it is handled. */
  onRequest: ((method: string) => void) | undefined
  /** Called when an object is stored, before the response. */
  onStored: (() => Promise<void>) | undefined
  stop(): Promise<void>
}

interface Version {
  id: string
  bytes: Buffer | undefined
  storedAt: Date
}

const isMark = (key: string) => key.endsWith('/last-sweep')

class Refused extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

/** A small S3 store with versions. It checks Signature Version 4 with its own code and lists three keys a page. */
export async function startS3Server({ port = 0 } = {}): Promise<S3Server> {
  const objects = new Map<string, Version[]>()
  const server = createServer(async (request, response) => {
    running.onRequest?.(String(request.method))
    if (running.fault === 'hang') return
    try {
      if (running.fault === 'refuse') throw new Refused(503, 'SlowDown')
      const body = await buffer(request)
      checkSignature(request, body)
      await handle(request, response, body)
    } catch (error) {
      const { status = 500, code = 'InternalError' } = error as Partial<Refused>
      // Some stores repeat the access key and the signed text in the response.
      const repeated = `<AWSAccessKeyId>${ACCESS_KEY}</AWSAccessKeyId><StringToSign>${request.headers.authorization}</StringToSign>`
      response.writeHead(status, { 'content-type': 'application/xml' })
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code>${repeated}</Error>`)
    }
    running.calls.push(`${request.method} ${response.statusCode}`)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `s3://${ACCESS_KEY}:${encodeURIComponent(SECRET_KEY)}@${host}/${BUCKET}/site?region=${REGION}&tls=no`
  const running: S3Server = {
    url,
    storage: readConfig({ STORAGE_URL: url }).storage as S3Server['storage'],
    fault: undefined,
    keys: () => readable().filter((key) => !isMark(key)),
    bytesOf: (key) => latest(key)?.bytes,
    versions: () =>
      [...objects]
        .filter(([key]) => !isMark(key))
        .flatMap(([, versions]) => versions)
        .filter(({ bytes }) => bytes !== undefined).length,
    put: add,
    calls: [],
    onRequest: undefined,
    onStored: undefined,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return running

  function readable() {
    return [...objects.keys()].filter((key) => latest(key) !== undefined).sort()
  }

  function latest(key: string) {
    const version = objects.get(key)?.at(-1)
    return version?.bytes === undefined ? undefined : version
  }

  function add(key: string, bytes: Buffer | undefined) {
    objects.set(key, [...(objects.get(key) ?? []), { id: randomUUID(), bytes, storedAt: new Date() }])
  }

  async function handle(request: IncomingMessage, response: ServerResponse, body: Buffer) {
    const { pathname, searchParams } = new URL(String(request.url), `http://${host}`)
    const [bucket, ...names] = pathname.slice(1).split('/')
    if (bucket !== BUCKET) throw new Refused(404, 'NoSuchBucket')
    const key = decodeURIComponent(names.join('/'))
    if (key === '') return list(response, searchParams)
    if (request.method === 'PUT') {
      const md5 = request.headers['content-md5']
      if (md5 && md5 !== createHash('md5').update(body).digest('base64')) throw new Refused(400, 'BadDigest')
      add(key, body)
      await running.onStored?.()
      return response.writeHead(200, { etag: '"stored"' }).end()
    }
    if (request.method === 'GET') {
      const found = latest(key)?.bytes
      if (!found) throw new Refused(404, 'NoSuchKey')
      return response.writeHead(200).end(running.fault === 'damage' ? damaged(found) : found)
    }
    if (request.method === 'DELETE') {
      const version = searchParams.get('versionId')
      if (running.fault === 'no-versions') objects.delete(key)
      else if (version === null) add(key, undefined)
      else {
        const left = (objects.get(key) ?? []).filter(({ id }) => id !== version)
        if (left.length > 0) objects.set(key, left)
        else objects.delete(key)
      }
      return response.writeHead(204).end()
    }
    throw new Refused(405, 'MethodNotAllowed')
  }

  function list(response: ServerResponse, query: URLSearchParams) {
    const prefix = query.get('prefix') ?? ''
    if (query.has('versions')) {
      if (running.fault === 'no-versions') throw new Refused(501, 'NotImplemented')
      const entries = [...objects]
        .filter(([key]) => key.startsWith(prefix))
        .flatMap(([key, versions]) =>
          versions.map(({ id, bytes }) => {
            const element = bytes === undefined ? 'DeleteMarker' : 'Version'
            return {
              mark: `${key} ${id}`,
              key,
              id,
              xml: `<${element}><Key>${key}</Key><VersionId>${id}</VersionId></${element}>`,
            }
          }),
        )
      const last = query.get('key-marker')
      const from = last ? entries.findIndex(({ mark }) => mark === `${last} ${query.get('version-id-marker')}`) + 1 : 0
      const page = entries.slice(from, from + KEYS_AT_ONCE)
      const end = page.at(-1)
      const more =
        from + KEYS_AT_ONCE < entries.length && end
          ? `<IsTruncated>true</IsTruncated><NextKeyMarker>${end.key}</NextKeyMarker><NextVersionIdMarker>${end.id}</NextVersionIdMarker>`
          : '<IsTruncated>false</IsTruncated>'
      return sendXml(response, `<ListVersionsResult>${more}${page.map(({ xml }) => xml).join('')}</ListVersionsResult>`)
    }
    if (query.get('list-type') !== '2') throw new Refused(501, 'NotImplemented')
    const keys = readable().filter((key) => key.startsWith(prefix) && key > (query.get('continuation-token') ?? ''))
    const page = keys.slice(0, KEYS_AT_ONCE)
    const more =
      keys.length > page.length
        ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${page.at(-1)}</NextContinuationToken>`
        : '<IsTruncated>false</IsTruncated>'
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${latest(key)?.storedAt.toISOString()}</LastModified></Contents>`,
    )
    return sendXml(response, `<ListBucketResult>${more}${contents.join('')}</ListBucketResult>`)
  }
}

const sendXml = (response: ServerResponse, xml: string) =>
  response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0" encoding="UTF-8"?>${xml}`)

const damaged = (bytes: Buffer) => Buffer.from(bytes.map((byte, index) => (index === 20 ? byte ^ 1 : byte)))

const UNSIGNED = 'UNSIGNED-PAYLOAD'
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const escapeStrictly = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html */
function checkSignature(request: IncomingMessage, body: Buffer) {
  const [, credential = '', signedNames = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? []
  if (!signature) throw new Refused(403, 'AccessDenied')
  const [accessKey, day = '', ...scope] = credential.split('/')
  if (accessKey !== ACCESS_KEY) throw new Refused(403, 'InvalidAccessKeyId')
  if (scope.join('/') !== `${REGION}/s3/aws4_request`) throw new Refused(400, 'AuthorizationHeaderMalformed')
  const moment = String(request.headers['x-amz-date'])
  const [, date, time] = /^(\d{8})T(\d{6})Z$/.exec(moment) ?? []
  const iso = `${date?.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time?.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`
  const skew = Math.abs(Date.parse(iso) - Date.now())
  if (date !== day || !(skew < MAX_CLOCK_SKEW_MILLISECONDS)) throw new Refused(403, 'RequestTimeTooSkewed')
  const names = signedNames.split(';')
  const mustBeSigned = Object.keys(request.headers).filter((name) => name === 'host' || name.startsWith('x-amz-'))
  if (!mustBeSigned.every((name) => names.includes(name))) throw new Refused(403, 'AccessDenied')
  const payload = String(request.headers['x-amz-content-sha256'])
  if (payload !== UNSIGNED && payload !== sha256(body)) throw new Refused(400, 'XAmzContentSHA256Mismatch')
  const [path = '', query = ''] = String(request.url).split('?')
  const canonicalPath = path
    .split('/')
    .map((name) => escapeStrictly(decodeURIComponent(name)))
    .join('/')
  const canonicalQuery = [...new URLSearchParams(query)]
    .map(([name, value]) => `${escapeStrictly(name)}=${escapeStrictly(value)}`)
    .sort()
    .join('&')
  const headers = names.map((name) => `${name}:${String(request.headers[name]).trim().replace(/ +/g, ' ')}\n`).join('')
  const canonical = [request.method, canonicalPath, canonicalQuery, headers, signedNames, payload].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', moment, [day, ...scope].join('/'), sha256(canonical)].join('\n')
  const signingKey = scope.reduce<Buffer>((key, part) => hmac(key, part), hmac(`AWS4${SECRET_KEY}`, day))
  if (hmac(signingKey, toSign).toString('hex') !== signature) throw new Refused(403, 'SignatureDoesNotMatch')
}
