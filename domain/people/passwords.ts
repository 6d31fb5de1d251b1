import { isCommonPassword } from './common-passwords.ts'
import { Refused } from './refusal.ts'

const MIN_PASSWORD_LENGTH = 12
export const MAX_PASSWORD_LENGTH = 200

// OWASP's first choice for argon2id.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Verified for unknown people, so that they take as long as others.
const NOBODYS_HASH = '$argon2id$v=19$m=19456,t=2,p=1$EJIMyF5Az5r5duthbHh8xw$cvmV1Dwa8MkMe/gMGjUzk1TYR4F2YcmPQpndB3aR1B8'

const argon2 = () => import('@node-rs/argon2')

export async function hashPassword(password: string): Promise<string> {
  if (password.length < MIN_PASSWORD_LENGTH || (await isCommonPassword(password))) throw new Refused('passwordWeak')
  return (await argon2()).hash(password, COST)
}

export async function isPasswordRight(hash: string | null | undefined, password: string): Promise<boolean> {
  const isRight = await (await argon2()).verify(hash ?? NOBODYS_HASH, password)
  return isRight && hash != null
}
