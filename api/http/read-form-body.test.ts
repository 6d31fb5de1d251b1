import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { Problem } from './problem.ts'
import { readFormBody } from './read-form-body.ts'

const PIECE_BYTES = 100_000
const PIECES = 15
const MAX_FILE_BYTES = PIECES * PIECE_BYTES

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const BOUNDARY = 'between-two-parts'
const HEADERS = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
const FILE_BEGINS = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"\r\n\r\n`

/** The sender keeps the connection open, and so the server keeps the request. */
function beginUpload(maxHeldBytes: number) {
  const raw = Object.assign(new PassThrough({ highWaterMark: 3 * MAX_FILE_BYTES }), { complete: true })
  let bytesHeld = 0
  const held = {
    add(bytes: number) {
      bytesHeld += bytes
      if (bytesHeld > maxHeldBytes) throw new Problem('unavailable')
    },
    release() {},
  }
  const limits = { fileField: 'cv', maxFileBytes: MAX_FILE_BYTES, maxBytes: 10 * MAX_FILE_BYTES, held }
  return { raw, read: readFormBody({ headers: HEADERS, raw }, limits) }
}

/** Parts of the file, each with a flag that tells whether its memory is still held. */
function sendFile(raw: PassThrough) {
  raw.write(FILE_BEGINS)
  return Array.from({ length: PIECES }, () => {
    const piece = Buffer.alloc(PIECE_BYTES)
    raw.write(piece)
    return new WeakRef(piece.buffer)
  })
}

/** Drains the rest of an answered request, as the server does. */
async function readToTheEnd(raw: PassThrough) {
  raw.resume()
  while (raw.readableLength + raw.writableLength > 0) await nextTurn()
}

test('a form keeps its file while it is read', async () => {
  const { raw, read } = beginUpload(Number.POSITIVE_INFINITY)
  sendFile(raw)
  raw.end(`\r\n--${BOUNDARY}--\r\n`)
  const { files, problem } = await read
  // Longer than the time limit of a form.
  for (let turn = 0; turn < 200; turn++) await nextTurn()
  expect(problem).toBeUndefined()
  expect(files.map(({ bytes }) => bytes.length)).toEqual([MAX_FILE_BYTES])
})

describe('a form that is refused while it arrives', () => {
  test.each([
    ['its file is too large', Number.POSITIVE_INFINITY],
    ['there is no room for more', MAX_FILE_BYTES],
  ])('holds nothing of the file that it has brought, when %s', async (_, maxHeldBytes) => {
    const { raw, read } = beginUpload(maxHeldBytes)
    const pieces = sendFile(raw)
    raw.write(Buffer.alloc(PIECE_BYTES))
    expect(await read).toMatchObject({ files: [], problem: expect.anything() })
    await readToTheEnd(raw)
    await nextTurn()
    collectGarbage()
    // The last parts may still be in a variable of the streams.
    expect(pieces.filter((piece) => piece.deref()).length).toBeLessThanOrEqual(2)
    expect(raw.destroyed).toBe(false)
  })
})
