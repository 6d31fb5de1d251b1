import type { Selectable } from 'kysely'
import type { Database, Queries } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { isKnownDevice } from './known-devices.ts'
import { isNewStep, MAX_STEPS_AHEAD, NOBODYS_SECRET, stepOf } from './one-time-codes.ts'
import { markPasskeyUsed, type RelyingParty, verifyUsedPasskey } from './passkeys.ts'
import { isPasswordRight } from './passwords.ts'
import { findPersonByEmail, foldEmail } from './people.ts'
import { consumeRecoveryCode, hasRecoveryCode } from './recovery-codes.ts'
import { Refused } from './refusal.ts'
import { enqueueFailure } from './sign-in-failures.ts'
import { forgetTries, type ThrottleKey, takeTry } from './throttle.ts'

export type Proof =
  | { kind: 'passkey'; challengeId: string; response: unknown }
  /** `code` is a one-time code or, in its place, a recovery code. */
  | { kind: 'password'; email: string; password: string; code: string }

interface ProofSource {
  address: string
  device: string | undefined
}

interface AcceptedProof {
  personId: string
  /** A recovery code replaces one factor, so it may only set a new one. */
  isRecovery: boolean
  /** In the transaction that the proof is for; throws if another request was faster. */
  consume(queries: Queries, now: Date): Promise<void>
}

/** Unknown people and wrong proofs differ neither in the response nor in the time it takes. */
export async function examineProof(
  database: Database,
  party: RelyingParty,
  proof: Proof,
  source: ProofSource,
  now: Date,
): Promise<AcceptedProof> {
  if (proof.kind === 'password') return examinePassword(database, proof, source, now)
  const used = await verifyUsedPasskey(database, party, proof, now)
  return {
    personId: used.personId,
    isRecovery: false,
    consume: (queries, moment) => markPasskeyUsed(queries, used, moment),
  }
}

async function examinePassword(
  database: Database,
  { email, password, code }: Proof & { kind: 'password' },
  { address, device }: ProofSource,
  now: Date,
): Promise<AcceptedProof> {
  const { queries } = database
  const person = await findPersonByEmail(queries, email)
  const isKnown = await isKnownDevice(queries, person?.id ?? '', device ?? '')
  const keys: ThrottleKey[] = isKnown
    ? [{ limit: 'device', value: String(device) }]
    : [
        { limit: 'account', value: foldEmail(email) },
        { limit: 'address', value: address },
      ]
  await takeTry(database, keys, now)

  const isPassword = await isPasswordRight(person?.password_hash, password)
  const step = await stepOf(person?.one_time_secret ?? NOBODYS_SECRET, code, now)
  const isRecovery = await hasRecoveryCode(queries, person?.id ?? '', code)

  // A recovery code replaces the lost device, not the password.
  const mayRecover = isRecovery && (isPassword || person?.password_hash === null)
  const isNew = step !== undefined && isNewStep(step, person?.one_time_step ?? 0)
  if (!person || !(mayRecover || (isPassword && person.one_time_secret && isNew))) {
    await enqueueFailure(database, { personId: person?.id, isKnownDevice: isKnown }, now)
    throw new Refused('wrongCredentials')
  }

  return {
    personId: person.id,
    isRecovery: mayRecover,
    async consume(transaction) {
      const isUsedUp = mayRecover
        ? await consumeRecoveryCode(transaction, person.id, code)
        : await consumeStep(transaction, person, step as number)
      if (!isUsedUp) throw new Refused('wrongCredentials')
      await forgetTries(transaction, keys)
    },
  }
}

type ExaminedPerson = Pick<Selectable<Tables['people']>, 'id' | 'password_hash' | 'one_time_secret'>

/** False if the code was used, or the password or the secret changed, in the meantime. */
async function consumeStep(queries: Queries, { id, password_hash, one_time_secret }: ExaminedPerson, step: number) {
  const { numUpdatedRows } = await queries
    .updateTable('people')
    .set({ one_time_step: step })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .where('one_time_secret', '=', one_time_secret)
    .where(({ or, eb }) => or([eb('one_time_step', '<', step), eb('one_time_step', '>', step + MAX_STEPS_AHEAD)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
