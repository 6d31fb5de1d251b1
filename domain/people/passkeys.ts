import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Database, Queries } from '../database/connection.ts'
import { hashOf, newSecret } from '../secrets.ts'
import { Refused } from './refusal.ts'

/** For whom passkeys are made: the desk's host, and the exact origin its pages come from. */
export interface RelyingParty {
  origin: string
  name: string
}

interface PasskeyPerson {
  id: string
  name: string
  email: string
}

export interface VerifiedPasskey {
  id: string
  publicKey: string
  counter: number
  transports: string[]
  label: string
  personId: string
}

const CHALLENGE_MINUTES = 5
const MAX_LABEL_LENGTH = 60

/** Loaded when somebody uses a passkey, not before. */
const webauthn = () => import('@simplewebauthn/server')

const idOf = ({ origin }: RelyingParty) => new URL(origin).hostname

/** What the browser needs to make a passkey. The challenge is good for one answer, within minutes, for this person. */
export async function passkeyToMake(database: Database, party: RelyingParty, person: PasskeyPerson, now: Date) {
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
  return { options, challengeId: await keepChallenge(database, options.challenge, 'make', person.id, now) }
}

/** Checks a passkey that was just made. The challenge is used up whatever comes of it. */
export async function verifyMadePasskey(
  database: Database,
  party: RelyingParty,
  { challengeId, response, label }: { challengeId: string; response: unknown; label: string },
  now: Date,
): Promise<VerifiedPasskey> {
  const { verifyRegistrationResponse } = await webauthn()
  const { challenge, person_id } = await consumeChallenge(database, challengeId, 'make', now)
  const made = response as RegistrationResponseJSON
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: made,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: idOf(party),
    requireUserVerification: true,
  }).catch(() => ({ verified: false, registrationInfo: undefined }))
  if (!verified || !registrationInfo || !person_id) throw new Refused('passkeyRefused')
  const { credential } = registrationInfo
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
    label: label.slice(0, MAX_LABEL_LENGTH),
    personId: person_id,
  }
}

/** What the browser needs to answer with any passkey it has for the desk. */
export async function passkeyToUse(database: Database, party: RelyingParty, now: Date) {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({ rpID: idOf(party), userVerification: 'required' })
  return { options, challengeId: await keepChallenge(database, options.challenge, 'use', null, now) }
}

interface UsedPasskey {
  passkeyId: string
  personId: string
  counter: number
}

/** Whose passkey answered. The challenge is used up whatever comes of it. */
export async function verifyUsedPasskey(
  database: Database,
  party: RelyingParty,
  { challengeId, response }: { challengeId: string; response: unknown },
  now: Date,
): Promise<UsedPasskey> {
  const { verifyAuthenticationResponse } = await webauthn()
  const { challenge } = await consumeChallenge(database, challengeId, 'use', now)
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
    expectedChallenge: challenge,
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
  return { passkeyId: passkey.id, personId: passkey.person_id, counter: authenticationInfo.newCounter }
}

/** Throws if it was removed in the meantime. */
export async function markPasskeyUsed(queries: Queries, { passkeyId, counter }: UsedPasskey, now: Date): Promise<void> {
  const { numUpdatedRows } = await queries
    .updateTable('passkeys')
    .set({ counter, last_used_at: now.toISOString() })
    .where('id', '=', passkeyId)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Refused('passkeyRefused')
}

export async function addPasskey(queries: Queries, passkey: VerifiedPasskey, now: Date): Promise<void> {
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

async function keepChallenge(
  database: Database,
  challenge: string,
  purpose: 'make' | 'use',
  personId: string | null,
  now: Date,
) {
  const id = newSecret()
  const expires_at = new Date(now.getTime() + CHALLENGE_MINUTES * 60_000).toISOString()
  await database.write(async (queries) => {
    await queries.deleteFrom('passkey_challenges').where('expires_at', '<', now.toISOString()).execute()
    await queries
      .insertInto('passkey_challenges')
      .values({ id_hash: hashOf(id), challenge, purpose, person_id: personId, expires_at })
      .execute()
  })
  return id
}

async function consumeChallenge(database: Database, id: string, purpose: 'make' | 'use', now: Date) {
  const row = await database.write((queries) =>
    queries
      .deleteFrom('passkey_challenges')
      .where('id_hash', '=', hashOf(id))
      .where('purpose', '=', purpose)
      .returning(['challenge', 'person_id', 'expires_at'])
      .executeTakeFirst(),
  )
  if (!row || row.expires_at < now.toISOString()) throw new Refused('passkeyRefused')
  return row
}
