import { setImmediate } from 'node:timers/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { CV_FIELD } from '#contract/forms.ts'
import { Problem } from './problem.ts'
import type { HeldBytes } from './upload-memory.ts'

export interface Upload {
  fields: Record<string, string>
  cvs: UploadedFile[]
}

export interface UploadedFile {
  name: string
  bytes: Buffer
}

// The longest field of the form takes 300 characters; whatever is longer than this is refused as too long, not read to its end.
const LONGEST_FIELD_BYTES = 16 * 1024
const MOST_FIELDS = 40
// The second CV is read so that it can be refused by name.
const MOST_FILES = 2
const FIELDS_AND_FRAMING_BYTES = 256 * 1024
// Once everything has arrived the parser needs a few; counted in turns, so that a busy process does not run out of time.
const TURNS_TO_FINISH = 100

/** Reads a multipart form piece by piece, and stops reading at the first piece that is too much. */
export function readUpload(request: FastifyRequest, cvMaximumBytes: number, held: HeldBytes): Promise<Upload> {
  const most = largestUpload(cvMaximumBytes)
  if (Number(request.headers['content-length']) > most) return Promise.reject(new Problem('cvTooLarge'))

  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = Object.create(null)
    const cvs: UploadedFile[] = []
    const form = startParser(request, cvMaximumBytes)
    const body = request.raw
    let bytesRead = 0

    form.on('field', (name, value, _nameIsCut, valueIsCut) => {
      if (name in fields) return stop(new Problem('repeatedField'))
      // A value that was cut is still longer than any field may be, so the form's own rule refuses it.
      fields[name] = valueIsCut ? value.padEnd(LONGEST_FIELD_BYTES) : value
    })
    form.on('file', (field, stream, name) => {
      stream.on('error', () => stop(new Problem('malformedUpload')))
      stream.on('limit', () => stop(new Problem('cvTooLarge')))
      if (field === CV_FIELD) collect(stream, (bytes) => cvs.push({ name: name ?? '', bytes }))
      else stream.resume()
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      form.on(limit, () => stop(new Problem('tooLarge')))
    form.on('error', () => stop(new Problem('malformedUpload')))
    form.on('finish', () => resolve({ fields, cvs }))
    body.on('data', count)
    body.on('error', () => stop(new Problem('malformedUpload')))
    body.on('end', stopUnlessFinished)
    body.on('close', () => body.complete || stop(new Problem('malformedUpload')))
    body.pipe(form)

    function count(chunk: Buffer) {
      bytesRead += chunk.length
      if (bytesRead > most) return stop(new Problem('cvTooLarge'))
      try {
        held.add(chunk.length)
      } catch (refusal) {
        stop(refusal as Problem)
      }
    }

    /** A part whose headers never end keeps the parser waiting for more, without a word, though nothing more will come. */
    async function stopUnlessFinished() {
      for (let turn = 0; turn < TURNS_TO_FINISH; turn++) await setImmediate()
      stop(new Problem('malformedUpload'))
    }

    function stop(problem: Problem) {
      body.off('data', count)
      body.unpipe(form)
      body.pause()
      reject(problem)
    }
  })
}

export const largestUpload = (cvMaximumBytes: number) => cvMaximumBytes * MOST_FILES + FIELDS_AND_FRAMING_BYTES

function startParser(request: FastifyRequest, cvMaximumBytes: number) {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      preservePath: true,
      limits: {
        fieldSize: LONGEST_FIELD_BYTES,
        fields: MOST_FIELDS,
        fileSize: cvMaximumBytes,
        files: MOST_FILES,
        parts: MOST_FIELDS + MOST_FILES,
        headerPairs: 20,
        headerSize: 8 * 1024,
      },
    })
  } catch (cause) {
    throw new Problem('malformedUpload', { cause })
  }
}

function collect(stream: BusboyFileStream, done: (bytes: Buffer) => void) {
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  stream.on('end', () => done(Buffer.concat(chunks)))
}
