import { expect, test } from 'vitest'
import { limitUploadMemory } from './upload-memory.ts'

test("a second release keeps the bytes of the sender's other uploads counted", () => {
  const memory = limitUploadMemory({ maxBytes: 100, maxBytesOfSender: 10 })
  const ended = memory.open('sender')
  ended.release()
  const arriving = memory.open('sender')
  arriving.add(8)
  ended.release()
  const next = memory.open('sender')
  expect(() => next.add(8)).toThrow()
})
