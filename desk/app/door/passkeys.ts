import type { NewFactor } from '#domain/people/people.ts'
import type { Proof } from '#domain/people/sign-in.ts'
import { loaded } from '../api.ts'
import { Failure } from '../parts/work.tsx'

export const canUsePasskeys = () => typeof PublicKeyCredential !== 'undefined'

type Ceremonies = typeof import('@simplewebauthn/browser')

interface Made {
  options: Parameters<Ceremonies['startRegistration']>[0]['optionsJSON']
  challengeId: string
}

interface Used {
  options: Parameters<Ceremonies['startAuthentication']>[0]['optionsJSON']
  challengeId: string
}

export async function makePasskey(
  { options, challengeId }: Made,
  label: string,
  cancelled: string,
): Promise<NewFactor> {
  const response = await perform(({ startRegistration }) => startRegistration({ optionsJSON: options }), cancelled)
  return { kind: 'passkey', challengeId, response: { ...response }, label }
}

export async function answerWithPasskey({ options, challengeId }: Used, cancelled: string): Promise<Proof> {
  const response = await perform(({ startAuthentication }) => startAuthentication({ optionsJSON: options }), cancelled)
  return { kind: 'passkey', challengeId, response: { ...response } }
}

const loadCeremonies = loaded((): Promise<Ceremonies> => import('@simplewebauthn/browser'))

async function perform<Response>(ceremony: (ceremonies: Ceremonies) => Promise<Response>, cancelled: string) {
  const ceremonies = await loadCeremonies()
  return ceremony(ceremonies).catch((error: unknown) => {
    const isRefused = error instanceof ceremonies.WebAuthnError
    if (isRefused || (error instanceof Error && error.name === 'NotAllowedError')) throw new Failure(cancelled)
    throw error
  })
}

const SYSTEMS = [/Android/, /iPhone|iPad/, /Mac OS/, /Windows/, /CrOS/, /Linux/]
const BROWSERS = [/Firefox/, /Edg/, /Chrome/, /Safari/]

export function nameOfDevice(userAgent: string) {
  const find = (names: RegExp[]) => names.map((name) => name.exec(userAgent)?.[0]).find(Boolean)
  return [find(BROWSERS)?.replace('Edg', 'Edge'), find(SYSTEMS)].filter(Boolean).join(', ')
}
