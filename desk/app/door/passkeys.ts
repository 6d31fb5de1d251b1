import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import type { NewFactor } from '#domain/people/people.ts'
import type { Proof } from '#domain/people/sign-in.ts'
import { Failure } from '../parts/work.tsx'

export const canUsePasskeys = () => typeof PublicKeyCredential !== 'undefined'

interface Made {
  options: Parameters<typeof startRegistration>[0]['optionsJSON']
  challengeId: string
}

interface Used {
  options: Parameters<typeof startAuthentication>[0]['optionsJSON']
  challengeId: string
}

export async function makePasskey(
  { options, challengeId }: Made,
  label: string,
  cancelled: string,
): Promise<NewFactor> {
  const response = await startRegistration({ optionsJSON: options }).catch(refused(cancelled))
  return { kind: 'passkey', challengeId, response: { ...response }, label }
}

export async function answerWithPasskey({ options, challengeId }: Used, cancelled: string): Promise<Proof> {
  const response = await startAuthentication({ optionsJSON: options }).catch(refused(cancelled))
  return { kind: 'passkey', challengeId, response: { ...response } }
}

const refused = (sentence: string) => (error: unknown) => {
  if (error instanceof WebAuthnError || (error instanceof Error && error.name === 'NotAllowedError'))
    throw new Failure(sentence)
  throw error
}

const SYSTEMS = [/Android/, /iPhone|iPad/, /Mac OS/, /Windows/, /CrOS/, /Linux/]
const BROWSERS = [/Firefox/, /Edg/, /Chrome/, /Safari/]

export function nameOfDevice(userAgent: string) {
  const find = (names: RegExp[]) => names.map((name) => name.exec(userAgent)?.[0]).find(Boolean)
  return [find(BROWSERS)?.replace('Edg', 'Edge'), find(SYSTEMS)].filter(Boolean).join(', ')
}
