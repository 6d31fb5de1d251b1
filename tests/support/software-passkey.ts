import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { addPasskey } from '#domain/people/passkeys.ts'
import type { Database } from '#domain/platform/database/database.ts'

interface Changes {
  origin?: string
  rpId?: string
  isVerified?: boolean
  counter?: number
}

export interface SoftwarePasskey {
  id: string
  /** The browser's response to this challenge. */
  answer(challenge: string, changes?: Changes): object
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04

/** A passkey with a known private key, so that a test can also forge responses. */
export async function makeSoftwarePasskey(
  database: Database,
  personId: string,
  origin: string,
  now: Date,
): Promise<SoftwarePasskey> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16).toString('base64url')
  // COSE: an elliptic curve key for ES256.
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  await database.write((queries) =>
    addPasskey(
      queries,
      {
        id,
        personId,
        publicKey: cose.toString('base64url'),
        counter: 1,
        transports: [],
        label: 'A test',
        challenge: { hash: id, expiresAt: now },
      },
      now,
    ),
  )
  let uses = 1
  return {
    id,
    answer(challenge, changes = {}) {
      const { rpId = new URL(origin).hostname, isVerified = true, counter = ++uses } = changes
      const clientData = Buffer.from(
        JSON.stringify({ type: 'webauthn.get', challenge, origin: changes.origin ?? origin, crossOrigin: false }),
      )
      const count = Buffer.alloc(4)
      count.writeUInt32BE(counter)
      const flags = Buffer.from([USER_PRESENT | (isVerified ? USER_VERIFIED : 0)])
      const authenticatorData = Buffer.concat([sha256(rpId), flags, count])
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          authenticatorData: authenticatorData.toString('base64url'),
          clientDataJSON: clientData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest()
