import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import Provider from 'oidc-provider'

/** Accounts of the provider, by the name typed there; its id is the subject. */
export type Accounts = Record<string, { email: string; email_verified?: boolean; name?: string }>

export interface OpenIdProvider {
  accounts: Accounts
  stop(): Promise<void>
}

export const CLIENT = { clientId: 'nuqta-desk', clientSecret: 'a secret of the test, long enough for it' }

/** A real provider, whose own pages ask for a name only. */
export async function startOpenIdProvider(
  port: number,
  returnUrl: string,
  accounts: Accounts,
): Promise<OpenIdProvider> {
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [returnUrl] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key of the test'] },
    findAccount: (_context: unknown, id: string) =>
      accounts[id] && { accountId: id, claims: () => ({ sub: id, email_verified: true, ...accounts[id] }) },
  })
  const server = createServer(provider.callback())
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { accounts, stop: () => stop(server) }
}

const stop = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

const keysOf = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

interface Forgery {
  header?: object
  claims?: object
  isOfAnotherKey?: boolean
}

/** A provider that signs whatever a test wants. */
export async function startForgingProvider(port: number) {
  const issuer = `http://127.0.0.1:${port}`
  const [own, foreign] = [keysOf(), keysOf()]
  const forging: { forgery: Forgery } = { forgery: {} }

  function tokenFor(nonce: string | null) {
    const { header, claims, isOfAnotherKey } = forging.forgery
    const now = Math.floor(Date.now() / 1000)
    const said = { iss: issuer, aud: CLIENT.clientId, sub: 'somebody', iat: now, exp: now + 60, auth_time: now, nonce }
    const parts = [
      { alg: 'RS256', kid: 'own', ...header },
      { ...said, email: 'forged@company.example', email_verified: true, ...claims },
    ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    const { privateKey } = isOfAnotherKey ? foreign : own
    return [...parts, sign('sha256', Buffer.from(parts.join('.')), privateKey).toString('base64url')].join('.')
  }

  async function grant(body: string) {
    const asked = new URLSearchParams(body)
    const [challenge, nonce = null] = asked.get('code')?.split(' ') ?? []
    const proof = createHash('sha256')
      .update(`${asked.get('code_verifier')}`)
      .digest('base64url')
    if (proof !== challenge) return { error: 'invalid_grant' }
    return { access_token: 'x', token_type: 'bearer', id_token: tokenFor(nonce) }
  }

  const answers: Record<string, (body: string) => object | Promise<object>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/jwks': () => ({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }] }),
    '/token': grant,
  }
  const server = createServer(async (request, response) => {
    const answer = await answers[`${request.url}`]?.(await text(request))
    const isRefused = !answer || 'error' in answer
    response.writeHead(isRefused ? 400 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    /** The query that leads back from the address. */
    comeBack(address: string) {
      const asked = new URL(address).searchParams
      const code = `${asked.get('code_challenge')} ${asked.get('nonce')}`
      return `${new URLSearchParams({ code, state: `${asked.get('state')}` })}`
    },
    forge(forgery: Forgery) {
      forging.forgery = forgery
    },
    stop: () => stop(server),
  }
}

/** Walks the provider's pages as a browser does; the query that it leads back with. */
export async function signInAtProvider(address: string, returnUrl: string, account: string): Promise<string> {
  const cookies = new Map<string, string>()
  const visit = async (url: string, body?: URLSearchParams) => {
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map((each) => each.join('=')).join('; ') },
      ...(body && { body }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=', 2) ?? []
      cookies.set(name, value)
    }
    return response
  }
  let next = address
  for (let step = 0; step < 12; step++) {
    const response = await visit(next)
    const location = response.headers.get('location')
    if (location?.startsWith(returnUrl)) return new URL(location).search.slice(1)
    if (location) {
      next = new URL(location, next).href
      continue
    }
    const page = await response.text()
    const [, action] = /<form[^>]* action="([^"]+)"/.exec(page) ?? []
    const [, prompt] = /name="prompt" value="([^"]+)"/.exec(page) ?? []
    if (!action || !prompt) throw new Error(`The provider shows something else:\n${page}`)
    const answered = await visit(
      new URL(action, next).href,
      new URLSearchParams(prompt === 'login' ? { prompt, login: account, password: 'x' } : { prompt }),
    )
    next = new URL(answered.headers.get('location') ?? '', next).href
    if (next.startsWith(returnUrl)) return new URL(next).search.slice(1)
  }
  throw new Error('The provider does not lead back')
}
