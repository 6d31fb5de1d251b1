import { generateKeyPairSync, randomUUID, verify } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServiceAccount } from '#domain/notifications/search-engines/google.ts'

export interface IndexingServer {
  account: ServiceAccount
  publishUrl: string
  /** Accepted notices, oldest first. */
  told: { url: string; type: string }[]
  /** All requests, refused ones included. */
  asked: ('token' | 'notice')[]
  /** Violations of Google's rules. */
  faults: string[]
  /** The status of further notices; 200 accepts them. */
  answer(status: number | 'hang up'): void
  answerTokens(status: number): void
  /** Runs before a notice gets its response. */
  meanwhile(work: (notice: { url: string }) => Promise<void>): void
  forgetTokens(): void
  stop(): Promise<void>
}

const TOKEN_SECONDS = 3599
const MAX_ASSERTION_SECONDS = 3600
const CLOCK_SKEW_SECONDS = 300

/** Google's token endpoint and Indexing API with their checks, written independently of the caller. */
export async function startIndexingServer(clock: () => Date): Promise<IndexingServer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const clientEmail = 'jobs@nuqta.iam.gserviceaccount.com'
  const told: IndexingServer['told'] = []
  const asked: IndexingServer['asked'] = []
  const faults: string[] = []
  const tokens = new Map<string, number>()
  let how: number | 'hang up' = 200
  let tokenStatus = 200
  let work: (notice: { url: string }) => Promise<void> = async () => {}

  const server = http.createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const answer = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (request.method !== 'POST') faults.push(`${request.method} ${request.url}`)
    if (request.url === '/token') {
      asked.push('token')
      const fault = faultOfGrant(body, request.headers['content-type'])
      if (fault) faults.push(fault)
      if (fault || tokenStatus !== 200) return answer(fault ? 400 : tokenStatus, { error: 'invalid_grant' })
      const token = randomUUID()
      tokens.set(token, nowInSeconds() + TOKEN_SECONDS)
      return answer(200, { access_token: token, expires_in: TOKEN_SECONDS, token_type: 'Bearer' })
    }
    asked.push('notice')
    const notice = JSON.parse(body)
    await work(notice)
    if (how === 'hang up') return request.socket.destroy()
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if ((tokens.get(token) ?? 0) <= nowInSeconds()) return answer(401, { error: { code: 401 } })
    const fault = faultOfNotice(request, notice)
    if (fault) faults.push(fault)
    if (fault || how !== 200) return answer(fault ? 400 : (how as number), { error: { code: how } })
    told.push(notice)
    answer(200, { urlNotificationMetadata: { url: notice.url } })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const tokenUri = `${origin}/token`

  return {
    account: {
      clientEmail,
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      tokenUri,
    },
    publishUrl: `${origin}/v3/urlNotifications:publish`,
    told,
    asked,
    faults,
    answer(status) {
      how = status
    },
    answerTokens(status) {
      tokenStatus = status
    },
    meanwhile(next) {
      work = next
    },
    forgetTokens: () => tokens.clear(),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  function nowInSeconds() {
    return clock().getTime() / 1000
  }

  function faultOfGrant(body: string, contentType: string | undefined) {
    if (contentType !== 'application/x-www-form-urlencoded') return `token: ${contentType}`
    const form = new URLSearchParams(body)
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return `token: ${body}`
    const [header = '', claims = '', signature = '', ...rest] = (form.get('assertion') ?? '').split('.')
    if (rest.length > 0) return 'assertion: more than three parts'
    const { alg, typ } = JSON.parse(Buffer.from(header, 'base64url').toString())
    if (alg !== 'RS256' || typ !== 'JWT') return `assertion: ${alg} ${typ}`
    const isGenuine = verify(
      'RSA-SHA256',
      Buffer.from(`${header}.${claims}`),
      publicKey,
      Buffer.from(signature, 'base64url'),
    )
    if (!isGenuine) return 'assertion: signature'
    const { iss, scope, aud, iat, exp, ...more } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    if (iss !== clientEmail) return `assertion: iss ${iss}`
    if (scope !== 'https://www.googleapis.com/auth/indexing') return `assertion: scope ${scope}`
    if (aud !== tokenUri) return `assertion: aud ${aud}`
    if (!Number.isInteger(iat) || Math.abs(iat - nowInSeconds()) > CLOCK_SKEW_SECONDS) return `assertion: iat ${iat}`
    if (!Number.isInteger(exp) || exp <= iat || exp - iat > MAX_ASSERTION_SECONDS) return `assertion: exp ${exp}`
    return Object.keys(more).length > 0 ? `assertion: ${Object.keys(more)}` : undefined
  }

  function faultOfNotice(
    { url, headers }: http.IncomingMessage,
    { url: about, type, ...more }: Record<string, unknown>,
  ) {
    if (url !== '/v3/urlNotifications:publish') return `notice: ${url}`
    if (headers['content-type'] !== 'application/json') return `notice: ${headers['content-type']}`
    if (typeof about !== 'string' || !about.startsWith('https://')) return `notice: url ${about}`
    if (type !== 'URL_UPDATED' && type !== 'URL_DELETED') return `notice: type ${type}`
    return Object.keys(more).length > 0 ? `notice: ${Object.keys(more)}` : undefined
  }
}
