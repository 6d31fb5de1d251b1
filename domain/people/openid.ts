import type { Configuration } from 'openid-client'
import type { Identity } from './identities.ts'
import { Refused } from './refusal.ts'

export interface OpenIdSettings {
  issuer: string
  clientId: string
  clientSecret: string
}

/** Kept by the browser that began it. */
export interface SignInAttempt {
  verifier: string
  state: string
  nonce: string
  /** The provider had to ask for the password again. */
  isFresh: boolean
}

export type CompanySignIn = ReturnType<typeof createCompanySignIn>

const SCOPE = 'openid email profile'
const TIMEOUT_SECONDS = 10
/** For a fresh proof, as old as the provider's clock and the way back may make it. */
const FRESH_SECONDS = 60

/** The company's OpenID provider. Its packages and its description are loaded at the first sign-in. */
export function createCompanySignIn({ issuer, clientId, clientSecret }: OpenIdSettings, returnUrl: () => string) {
  let loading: Promise<Configuration> | undefined
  const client = () => import('openid-client')

  function configuration() {
    loading ??= client()
      .then(({ discovery, allowInsecureRequests, enableNonRepudiationChecks }) => {
        // The library trusts the connection to the provider; the token's signature is checked all the same.
        const execute = [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])]
        return discovery(new URL(issuer), clientId, clientSecret, undefined, { timeout: TIMEOUT_SECONDS, execute })
      })
      .catch((error) => {
        loading = undefined
        throw new Refused('companyAway', undefined, error)
      })
    return loading
  }

  return {
    async begin(isFresh: boolean): Promise<{ address: string; attempt: SignInAttempt }> {
      const config = await configuration()
      const openid = await client()
      const verifier = openid.randomPKCECodeVerifier()
      const attempt = { verifier, state: openid.randomState(), nonce: openid.randomNonce(), isFresh }
      const address = openid.buildAuthorizationUrl(config, {
        redirect_uri: returnUrl(),
        scope: SCOPE,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: attempt.state,
        nonce: attempt.nonce,
        ...(isFresh && { prompt: 'login', max_age: '0' }),
      })
      return { address: address.href, attempt }
    },

    /** `query` is what the provider sent back. */
    async finish({ verifier, state, nonce, isFresh }: SignInAttempt, query: string): Promise<Identity> {
      const config = await configuration()
      const openid = await client()
      try {
        const tokens = await openid.authorizationCodeGrant(config, new URL(`?${query}`, returnUrl()), {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
          ...(isFresh && { maxAge: FRESH_SECONDS }),
        })
        const claims = tokens.claims()
        if (!claims) throw new Error('there are no claims')
        const profile =
          claims.email === undefined ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub) : claims
        const { email, email_verified, name } = profile
        if (typeof email !== 'string' || email_verified !== true) throw new Refused('companyEmail')
        return { issuer: claims.iss, subject: claims.sub, email, name: typeof name === 'string' ? name : '' }
      } catch (error) {
        throw error instanceof Refused ? error : new Refused('companyRefused', undefined, error)
      }
    },
  }
}
