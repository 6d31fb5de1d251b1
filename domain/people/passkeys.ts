import { createHmac } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { MAX_CLOCK_DIFFERENCE_MILLISECONDS } from '../platform/calendar.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import { serverKey } from '../platform/database/server-keys.ts'
import { MINUTE } from '../platform/durations.ts'
import { areEqual, hashOf } from '../platform/secrets.ts'
import { type SpentToken, spendOnce } from '../platform/spent-tokens.ts'
import { Refused } from './refusal.ts'

export interface RelyingParty {
  origin: string
  name: string
}

export type VerifiedPasskey = Awaited<ReturnType<typeof verifyMadePasskey>>
type UsedPasskey = Awaited<ReturnType<typeof verifyUsedPasskey>>

const CHALLENGE_MILLISECONDS = 5 * MINUTE
const MAX_LABEL_LENGTH = 60
/** Occurs in no part: ids, numbers, base64url. */
const SEPARATOR = '.'
const ANYBODY = ''

const webauthn = () => import('@simplewebauthn/server')

const idOf = ({ origin }: RelyingParty) => new URL(origin).hostname

export async function passkeyToMake(
  database: Database,
  party: RelyingParty,
  person: Record<'id' | 'name' | 'email', string>,
  now: Date,
) {
  const { generateRegistrationOptions } = await webauthn()
  const known = await database.queries
    .selectFrom('passkeys')
    .select(['id', 'transports'])
    .where('person_id', '=', person.id)
    .execute()
  const options = await generateRegistrationOptions({
    rpName: party.name,
    rpID: idOf(party),
    userID: new TextEncoder().encode(person.id),
    userName: person.email,
    userDisplayName: person.name,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: JSON.parse(transports) })),
  })
  return { options, challengeId: await signChallenge(database, options.challenge, 'make', person.id, now) }
}

export async function verifyMadePasskey(
  database: Database,
  party: RelyingParty,
  { challengeId, response, label }: { challengeId: string; response: unknown; label: string },
  now: Date,
) {
  const { verifyRegistrationResponse } = await webauthn()
  const challenge = await readChallenge(database, challengeId, 'make', now)
  const made = response as RegistrationResponseJSON
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: made,
    expectedChallenge: challenge.value,
    expectedOrigin: party.origin,
    expectedRPID: idOf(party),
    requireUserVerification: true,
  }).catch(() => ({ verified: false, registrationInfo: undefined }))
  if (!verified || !registrationInfo) throw new Refused('passkeyRefused')
  const { credential } = registrationInfo
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
    label: label.slice(0, MAX_LABEL_LENGTH),
    personId: challenge.personId,
    challenge: challenge.spent,
  }
}

export async function passkeyToUse(database: Database, party: RelyingParty, now: Date) {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({ rpID: idOf(party), userVerification: 'required' })
  return { options, challengeId: await signChallenge(database, options.challenge, 'use', ANYBODY, now) }
}

export async function verifyUsedPasskey(
  database: Database,
  party: RelyingParty,
  { challengeId, response }: { challengeId: string; response: unknown },
  now: Date,
) {
  const { verifyAuthenticationResponse } = await webauthn()
  const challenge = await readChallenge(database, challengeId, 'use', now)
  const used = response as AuthenticationResponseJSON
  const passkey = await database.queries
    .selectFrom('passkeys')
    .innerJoin('people', 'people.id', 'passkeys.person_id')
    .selectAll('passkeys')
    .where('passkeys.id', '=', String(used?.id ?? ''))
    .where('people.removed_at', 'is', null)
    .executeTakeFirst()
  if (!passkey) throw new Refused('passkeyRefused')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: used,
    expectedChallenge: challenge.value,
    expectedOrigin: party.origin,
    expectedRPID: idOf(party),
    requireUserVerification: true,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
      transports: JSON.parse(passkey.transports),
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) throw new Refused('passkeyRefused')
  return {
    passkeyId: passkey.id,
    personId: passkey.person_id,
    counter: authenticationInfo.newCounter,
    challenge: challenge.spent,
  }
}

/** Throws for a removed passkey and for a repeated response. */
export async function markPasskeyUsed(queries: Queries, { passkeyId, counter, challenge }: UsedPasskey, now: Date) {
  await spendChallenge(queries, challenge)
  const { numUpdatedRows } = await queries
    .updateTable('passkeys')
    .set({ counter, last_used_at: now.toISOString() })
    .where('id', '=', passkeyId)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Refused('passkeyRefused')
}

export async function addPasskey(queries: Queries, passkey: VerifiedPasskey, now: Date): Promise<void> {
  await spendChallenge(queries, passkey.challenge)
  const known = await queries.selectFrom('passkeys').select('id').where('id', '=', passkey.id).executeTakeFirst()
  if (known) throw new Refused('passkeyKnown')
  await queries
    .insertInto('passkeys')
    .values({
      id: passkey.id,
      person_id: passkey.personId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: JSON.stringify(passkey.transports),
      label: passkey.label,
      created_at: now.toISOString(),
      last_used_at: null,
    })
    .execute()
}

type Purpose = 'make' | 'use'

/** Signed instead of stored: requests of strangers leave no rows. */
async function signChallenge(database: Database, value: string, purpose: Purpose, personId: string, now: Date) {
  const expiresAt = now.getTime() + CHALLENGE_MILLISECONDS
  const signed = [purpose, personId, expiresAt, value].join(SEPARATOR)
  return signed + SEPARATOR + (await signatureOf(database, signed))
}

async function readChallenge(database: Database, id: string, purpose: Purpose, now: Date) {
  const end = id.lastIndexOf(SEPARATOR)
  const signed = id.slice(0, Math.max(end, 0))
  if (!areEqual(id.slice(end + 1), await signatureOf(database, signed))) throw new Refused('passkeyRefused')
  const [forWhat, personId = '', expiry, value = ''] = signed.split(SEPARATOR)
  const expiresAt = new Date(Number(expiry))
  const left = expiresAt.getTime() - now.getTime()
  // Signed by a clock that was ahead.
  const isAhead = left > CHALLENGE_MILLISECONDS + MAX_CLOCK_DIFFERENCE_MILLISECONDS
  if (forWhat !== purpose || left < 0 || isAhead) throw new Refused('passkeyRefused')
  return { value, personId, spent: { hash: hashOf(id), expiresAt } }
}

async function signatureOf(database: Database, signed: string) {
  return createHmac('sha256', await serverKey(database, 'passkeys'))
    .update(signed)
    .digest('base64url')
}

async function spendChallenge(queries: Queries, challenge: SpentToken) {
  if (!(await spendOnce(queries, challenge))) throw new Refused('passkeyRefused')
}
