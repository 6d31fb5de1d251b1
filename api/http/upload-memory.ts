import type { FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

export interface UploadMemory {
  /** What one upload holds, until it lets go of it. */
  open(request: FastifyRequest): Promise<HeldBytes>
}

export interface HeldBytes {
  add(bytes: number): void
  release(): void
}

interface UploadMemoryLimits {
  maxBytes: number
  /** Of uploads by one sender. Otherwise a few that are never finished would keep everybody else out. */
  maxBytesOfSender: number
  senderOf: (request: FastifyRequest) => Promise<string>
}

/**
 * All uploads together may hold this much; who brings more is asked to come back. Bytes are counted and not connections: a thousand
 * that trickle hold next to nothing and keep nobody out.
 */
export function limitUploadMemory({ maxBytes, maxBytesOfSender, senderOf }: UploadMemoryLimits): UploadMemory {
  let held = 0
  const heldBySender = new Map<string, number>()

  function count(sender: string, bytes: number) {
    held += bytes
    const ofSender = (heldBySender.get(sender) ?? 0) + bytes
    if (ofSender > 0) heldBySender.set(sender, ofSender)
    else heldBySender.delete(sender)
    return held <= maxBytes && ofSender <= maxBytesOfSender
  }

  return {
    async open(request) {
      const sender = await senderOf(request)
      let own = 0
      return {
        add(bytes) {
          own += bytes
          if (!count(sender, bytes)) throw new Problem('unavailable')
        },
        release() {
          count(sender, -own)
          own = 0
        },
      }
    },
  }
}
