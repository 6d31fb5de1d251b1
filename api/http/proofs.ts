import { createHash } from 'node:crypto'
import { type Challenge, createChallenge, randomInt, type Solution, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { FastifyRequest } from 'fastify'
import { PROOF_HEADER } from '#contract/endpoints.ts'
import { MINUTE } from '#domain/platform/durations.ts'
import type { SpentToken } from '#domain/platform/spent-tokens.ts'
import { isInProcess } from './in-process.ts'
import type { Pressure } from './pressure.ts'
import { Problem } from './problem.ts'

export type Proofs = ReturnType<typeof createProofs>

/** About a hundred keys: a tenth of a second on a computer, half a second on a phone. */
const WORK = { algorithm: 'PBKDF2/SHA-256', cost: 2_000 }
const MIN_KEYS = 50
const MAX_KEYS = 150
/** A CV over a slow line takes its time. */
const LIFETIME_MILLISECONDS = 10 * MINUTE
const MAX_PROOF_LENGTH = 4096

/** A browser pays for a form with processor time. Challenges are signed, not stored; any process checks them. */
export function createProofs(pressure: Pressure, secret: () => Promise<string>) {
  const verified = new WeakMap<FastifyRequest, SpentToken>()

  async function required() {
    const challenge = await createChallenge({
      ...WORK,
      counter: randomInt(MIN_KEYS, MAX_KEYS),
      deriveKey,
      expiresAt: new Date(Date.now() + LIFETIME_MILLISECONDS),
      ...(await secrets()),
    })
    return new Problem('proofRequired', { challenge })
  }

  async function secrets() {
    const key = await secret()
    return { hmacSignatureSecret: `challenge ${key}`, hmacKeySignatureSecret: `solution ${key}` }
  }

  async function verify(header: string | string[] | undefined): Promise<SpentToken | undefined> {
    const sent = readProof(header)
    if (!sent) return undefined
    const { challenge, solution } = sent
    const result = await verifySolution({ challenge, solution, deriveKey, ...(await secrets()) }).catch(() => undefined)
    if (!result?.verified) return undefined
    // Hash of the challenge, so a second solution of it counts as spent.
    const hash = createHash('sha256').update(String(challenge.signature)).digest('base64url')
    return { hash, expiresAt: new Date(Number(challenge.parameters.expiresAt) * 1000) }
  }

  return {
    areDemanded: pressure.isHigh,
    /** Refuses a form without a good proof, with a challenge, before its body is read. */
    async demand(request: FastifyRequest) {
      // A page calls for senders without JavaScript, who are limited more strictly instead.
      if (isInProcess(request) || !pressure.isHigh()) return
      const proof = await verify(request.headers[PROOF_HEADER])
      if (!proof) throw await required()
      verified.set(request, proof)
    },
    proofOf: (request: FastifyRequest) => verified.get(request),
    required,
  }
}

function readProof(header: string | string[] | undefined): { challenge: Challenge; solution: Solution } | undefined {
  if (typeof header !== 'string' || header.length > MAX_PROOF_LENGTH) return undefined
  try {
    const sent = JSON.parse(Buffer.from(header, 'base64').toString())
    return typeof sent?.challenge?.parameters === 'object' && sent.challenge.parameters ? sent : undefined
  } catch {
    return undefined
  }
}
