import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const SECRET_BYTES = 32

/** 256 random bits cannot be guessed, so a plain hash is safe to keep. */
export const newSecret = () => randomBytes(SECRET_BYTES).toString('base64url')

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** Constant time, against guessing character by character. */
export function areEqual(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
