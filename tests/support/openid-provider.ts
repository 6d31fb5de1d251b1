import { createServer } from 'node:http'
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
  return {
    accounts,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
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
