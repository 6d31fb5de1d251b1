import { randomFillSync } from 'node:crypto'

const IDS_AT_ONCE = 256

/** Fills many ids at once: a call for randomness costs more than the rest of a cached response. */
export function createRandomIds(bytes: number): () => string {
  const pool = Buffer.alloc(bytes * IDS_AT_ONCE)
  let used = pool.length
  return () => {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    const id = pool.toString('base64url', used, used + bytes)
    used += bytes
    return id
  }
}
