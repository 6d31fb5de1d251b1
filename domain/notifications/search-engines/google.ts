import { createPrivateKey, sign } from 'node:crypto'
import type { Clock } from '../../platform/calendar.ts'
import { SECOND } from '../../platform/durations.ts'

/** From the JSON key file of a service account. */
export interface ServiceAccount {
  clientEmail: string
  privateKey: string
  tokenUri: string
}

interface IndexingApiOptions {
  account: ServiceAccount
  publishUrl?: string | undefined
  clock: Clock
}

const PUBLISH_URL = 'https://indexing.googleapis.com/v3/urlNotifications:publish'
const SCOPE = 'https://www.googleapis.com/auth/indexing'
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const TIME_LIMIT_MILLISECONDS = 15_000
const ASSERTION_SECONDS = 3600
/** Renew early: a token must not expire during the request. */
const MARGIN_SECONDS = 60
const UNAUTHORIZED = 401

class IndexingRefusal extends Error {
  readonly code: string

  constructor(what: 'TOKEN' | 'PUBLISH', status: number) {
    super(`${what} ${status}`)
    this.code = `${what}_HTTP_${status}`
  }
}

/** OAuth 2.0 grant for service accounts (RFC 7523). */
export function openIndexingApi({ account, publishUrl = PUBLISH_URL, clock }: IndexingApiOptions) {
  let token: Promise<{ value: string; expiresAt: number }> | undefined

  return {
    async publish(notice: { url: string; type: 'URL_UPDATED' | 'URL_DELETED' }) {
      const response = await post(publishUrl, JSON.stringify(notice), {
        'content-type': 'application/json',
        authorization: `Bearer ${await currentToken()}`,
      })
      // Revoked early: the next try asks for another.
      if (response.status === UNAUTHORIZED) token = undefined
      if (!response.ok) throw new IndexingRefusal('PUBLISH', response.status)
    },
  }

  async function currentToken() {
    token ??= askForToken()
    const asked = token
    try {
      const { value, expiresAt } = await asked
      if (clock().getTime() < expiresAt) return value
    } catch (error) {
      if (token === asked) token = undefined
      throw error
    }
    if (token === asked) token = askForToken()
    return (await token).value
  }

  async function askForToken() {
    const askedAt = clock().getTime()
    const body = new URLSearchParams({ grant_type: GRANT_TYPE, assertion: assertionAt(askedAt) })
    const response = await post(account.tokenUri, body.toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    })
    if (!response.ok) throw new IndexingRefusal('TOKEN', response.status)
    const { access_token, expires_in } = (await response.json()) as { access_token?: unknown; expires_in?: unknown }
    if (typeof access_token !== 'string') throw new IndexingRefusal('TOKEN', response.status)
    const lasts = Math.max(0, (Number(expires_in) || 0) - MARGIN_SECONDS)
    return { value: access_token, expiresAt: askedAt + lasts * SECOND }
  }

  function assertionAt(moment: number) {
    const iat = Math.floor(moment / SECOND)
    const { clientEmail: iss, tokenUri: aud } = account
    const parts = [
      { alg: 'RS256', typ: 'JWT' },
      { iss, scope: SCOPE, aud, iat, exp: iat + ASSERTION_SECONDS },
    ]
    const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    const signature = sign('RSA-SHA256', Buffer.from(signed), createPrivateKey(account.privateKey))
    return `${signed}.${signature.toString('base64url')}`
  }
}

function post(url: string, body: string, headers: Record<string, string>) {
  const signal = AbortSignal.timeout(TIME_LIMIT_MILLISECONDS)
  return fetch(url, { method: 'POST', body, headers, redirect: 'error', signal })
}

/** A code; never what was said. */
export function describeFailure(failure: unknown): string {
  const { code, cause, name } = failure as { code?: unknown; cause?: { code?: unknown }; name?: string }
  return String((typeof code === 'string' && code) || cause?.code || name).replace(/[^\w]/g, '')
}
