import { Problem } from './problem.ts'

export type UploadMemory = ReturnType<typeof limitUploadMemory>

export interface HeldBytes {
  add(bytes: number): void
  /** Stops the upload to make room for another; undefined once it is read. */
  stop?: ((problem: Problem) => void) | undefined
  release(): void
}

interface UploadMemoryLimits {
  maxBytes: number
  /** Otherwise a few unfinished uploads of one sender would keep all others out. */
  maxBytesOfSender: number
}

interface Sender {
  bytes: number
  /** The upload without progress for longest comes first. */
  uploads: Set<HeldBytes>
}

/** 503 when all uploads together hold too much memory; the sender who holds most gives way. */
export function limitUploadMemory({ maxBytes, maxBytesOfSender }: UploadMemoryLimits) {
  let held = 0
  const senders = new Map<string, Sender>()

  /** Only a sender with several uploads loses one, so that in a crowd those who began can finish. */
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
    open(key: string): HeldBytes {
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
          // On a second release the sender may already have a new count.
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
