import type { FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

export interface UploadMemory {
  /** What one upload holds, until it lets go of it. */
  open(request: FastifyRequest): Promise<HeldBytes>
}

export interface HeldBytes {
  /** Throws where there is no room for them. */
  add(bytes: number): void
  /** How its reading is stopped; undefined once it is read. Until then others who hold less may be given its room. */
  stop?: ((problem: Problem) => void) | undefined
  release(): void
}

interface UploadMemoryLimits {
  maxBytes: number
  /** Of uploads by one sender. Otherwise a few that are never finished would keep everybody else out. */
  maxBytesOfSender: number
  senderOf: (request: FastifyRequest) => Promise<string>
}

interface Sender {
  bytes: number
  /** The one that has not got on for longest is the first. */
  uploads: Set<HeldBytes>
}

/**
 * All uploads together may hold this much; who brings more is asked to come back. Bytes are counted and not connections: a thousand
 * that trickle hold next to nothing and keep nobody out. Of a few senders who hold everything the one with most gives way.
 */
export function limitUploadMemory({ maxBytes, maxBytesOfSender, senderOf }: UploadMemoryLimits): UploadMemory {
  let held = 0
  const senders = new Map<string, Sender>()

  /** Whether there is more room now. Only who has several under way loses one: in a crowd of many, those who began get to their end. */
  function makeRoomFor(sender: Sender) {
    const [most] = [...senders.values()]
      .filter((other) => other.bytes > sender.bytes && arriving(other).length > 1)
      .sort((a, b) => b.bytes - a.bytes)
    const [slowest] = most ? arriving(most) : []
    slowest?.stop?.(new Problem('unavailable'))
    slowest?.release()
    return slowest !== undefined
  }

  return {
    async open(request) {
      const key = await senderOf(request)
      const sender = senders.get(key) ?? { bytes: 0, uploads: new Set() }
      let own = 0
      const upload: HeldBytes = {
        add(bytes) {
          own += bytes
          sender.bytes += bytes
          held += bytes
          sender.uploads.delete(upload)
          sender.uploads.add(upload)
          while (held > maxBytes && makeRoomFor(sender));
          if (held > maxBytes || sender.bytes > maxBytesOfSender) throw new Problem('unavailable')
        },
        release() {
          held -= own
          sender.bytes -= own
          own = 0
          sender.uploads.delete(upload)
          // Released twice: by then there may be another count of the same sender.
          if (sender.uploads.size === 0 && senders.get(key) === sender) senders.delete(key)
        },
      }
      sender.uploads.add(upload)
      senders.set(key, sender)
      return upload
    },
  }
}

const arriving = ({ uploads }: Sender) => [...uploads].filter((upload) => upload.stop)
