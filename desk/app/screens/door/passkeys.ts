import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import type { NewFactor } from '#domain/people/people.ts'
import type { Proof } from '#domain/people/sign-in.ts'
import { Failure } from '../../parts/use-submit.ts'

export const canUsePasskeys = () => typeof PublicKeyCredential !== 'undefined'

interface Made {
  options: Parameters<typeof startRegistration>[0]['optionsJSON']
  challengeId: string
}

interface Used {
  options: Parameters<typeof startAuthentication>[0]['optionsJSON']
  challengeId: string
}

/** The browser's dialog for a new passkey. */
export async function makePasskey(
  { options, challengeId }: Made,
  label: string,
  cancelled: string,
): Promise<NewFactor> {
  const response = await startRegistration({ optionsJSON: options }).catch(refused(cancelled))
  return { kind: 'passkey', challengeId, response: { ...response }, label }
}

/** The browser's dialog for a passkey it has. */
export async function answerWithPasskey({ options, challengeId }: Used, cancelled: string): Promise<Proof> {
  const response = await startAuthentication({ optionsJSON: options }).catch(refused(cancelled))
  return { kind: 'passkey', challengeId, response: { ...response } }
}

const refused = (sentence: string) => (error: unknown) => {
  if (error instanceof WebAuthnError || (error instanceof Error && error.name === 'NotAllowedError'))
    throw new Failure(sentence)
  throw error
}

/** What the passkey is called in the list: the kind of device it was made on. */
export function deviceName() {
  const { userAgent } = navigator
  const system = [/Android/, /iPhone|iPad/, /Mac OS/, /Windows/, /CrOS/, /Linux/]
    .map((each) => each.exec(userAgent)?.[0])
    .find(Boolean)
  const browser = [/Firefox/, /Edg/, /Chrome/, /Safari/].map((each) => each.exec(userAgent)?.[0]).find(Boolean)
  return [system, browser?.replace('Edg', 'Edge')].filter(Boolean).join(', ')
}
