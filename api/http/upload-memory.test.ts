import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { limitUploadMemory } from './upload-memory.ts'

const REQUEST = {} as FastifyRequest

test('one that lets go of its bytes twice leaves what others of its sender hold counted', async () => {
  const memory = limitUploadMemory({ maxBytes: 100, maxBytesOfSender: 10, senderOf: async () => 'somebody' })
  const ended = await memory.open(REQUEST)
  ended.release()
  const arriving = await memory.open(REQUEST)
  arriving.add(8)
  // Whoever stopped it, and then its request's end.
  ended.release()
  const next = await memory.open(REQUEST)
  expect(() => next.add(8)).toThrow()
})
