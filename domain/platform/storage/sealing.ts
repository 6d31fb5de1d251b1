import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const SECRET_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The key stands in the file's row alone: without the row the object is noise. */
export function seal(bytes: Buffer, objectKey: string): { secret: string; sealed: Buffer } {
  const secret = randomBytes(SECRET_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, secret, nonce).setAAD(Buffer.from(objectKey))
  const sealed = Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  return { secret: secret.toString('base64url'), sealed }
}

export function unseal(sealed: Buffer, objectKey: string, secret: string): Buffer | undefined {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv(CIPHER, Buffer.from(secret, 'base64url'), sealed.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(objectKey))
    .setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}
