import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

const SECRET_BYTES = 32

/** 256 random bits cannot be guessed, so a plain hash is safe to keep. */
export const newSecret = () => randomBytes(SECRET_BYTES).toString('base64url')

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** Constant time, against guessing character by character. */
export function areEqual(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

// Without letters that look or sound alike.
const LETTERS = '23456789ABCDEFGHJKMNPQRSTWXYZ'
const GROUP = 4

/** Groups of four letters, like 7K3M-9XQ2. */
export function newCode(groups: number) {
  const group = () => Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

export function readCode(typed: string) {
  const letters = typed.toUpperCase().replace(/[^A-Z\d]/g, '')
  return letters.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? ''
}
