import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { Problem } from './problem.ts'
import type { HeldBytes } from './upload-memory.ts'

export interface UploadedFile {
  name: string
  bytes: Buffer
}

interface FormBody {
  fields: Record<string, string>
  files: UploadedFile[]
  /** Why reading stopped; earlier fields are kept. */
  problem?: Problem
}

interface FormBodyLimits {
  fileField: string
  /** Other fields are skipped; without it all are kept. */
  keepsField?: (name: string) => boolean
  maxFieldBytes?: number
  maxAnswersBytes?: number
  maxFileBytes: number
  maxBytes: number
  /** Limit for all bodies together. */
  held: HeldBytes
  /** The first piece has a page's answers, which go back to the visitor in any case. */
  isFirstPieceFree?: boolean
}

type FormRequest = { headers: IncomingHttpHeaders; raw: Readable & { complete?: boolean } }

// The longest answer has 5,000 characters; a longer field is refused unread.
const DEFAULT_MAX_FIELD_BYTES = 16 * 1024
const MAX_NAME_BYTES = 100
const MAX_FIELDS = 40
const SLICE_BYTES = 4 * 1024
// The second CV is read so that it can be refused by name.
const MAX_FILES = 2
const FIELDS_AND_FRAMING_BYTES = 256 * 1024
// The parser needs a few turns after the last byte; a busy process must not run out of time.
const TURNS_TO_FINISH = 100

export const maxFormBytes = (maxFileBytes: number) => maxFileBytes * MAX_FILES + FIELDS_AND_FRAMING_BYTES

/** Reads a posted form piece by piece, multipart or urlencoded, and stops at the first piece that is too much. */
export function readFormBody(request: FormRequest, limits: FormBodyLimits): Promise<FormBody> {
  const { maxBytes, held, isFirstPieceFree = false } = limits
  let parser: BusboyInstance
  try {
    parser = startParser(request.headers, limits)
  } catch (cause) {
    return Promise.resolve({ fields: {}, files: [], problem: new Problem('malformedUpload', { cause }) })
  }

  return new Promise((resolve) => {
    const body = request.raw
    let bytesRead = 0
    let isOver = false
    const { fields, files, freeFiles } = collectParts(parser, limits, { isOver: () => isOver, stop })

    parser.on('finish', () => {
      if (isOver) return
      isOver = true
      held.stop = undefined
      resolve({ fields, files })
    })
    held.stop = stop
    body.on('data', read)
    body.on('error', () => stop('malformedUpload'))
    body.on('end', stopUnlessFinished)
    body.on('close', () => body.complete || stop('malformedUpload'))

    function read(chunk: Buffer) {
      const isFree = isFirstPieceFree && bytesRead === 0
      bytesRead += chunk.length
      if (bytesRead > maxBytes) return stop('cvTooLarge')
      try {
        if (!isFree) held.add(chunk.length)
      } catch (refusal) {
        return stop(refusal as Problem)
      }
      parse(chunk)
    }

    // One piece can hold thousands of empty parts, and the parser reads all that it is given.
    function parse(chunk: Buffer, from = 0) {
      for (let at = from; at < chunk.length && !isOver; at += SLICE_BYTES) {
        if (parser.write(chunk.subarray(at, at + SLICE_BYTES))) continue
        body.pause()
        parser.once('drain', () => {
          parse(chunk, at + SLICE_BYTES)
          if (!isOver) body.resume()
        })
        return
      }
    }

    /** A part whose headers never end keeps the parser waiting for ever. */
    async function stopUnlessFinished() {
      // A parser stopped within a part would throw at its end.
      if (isOver) return
      parser.end()
      for (let turn = 0; turn < TURNS_TO_FINISH; turn++) await setImmediate()
      stop('malformedUpload')
    }

    function stop(problem: Problem | StopReason) {
      if (isOver) return
      isOver = true
      held.stop = undefined
      body.off('data', read)
      body.pause()
      // Free the bytes now: the sender may keep the connection open for minutes.
      freeFiles()
      resolve({ fields, files: [], problem: typeof problem === 'string' ? new Problem(problem) : problem })
    }
  })
}

type StopReason = 'malformedUpload' | 'repeatedField' | 'tooLarge' | 'cvTooLarge'

/** Collects fields and files until the reading is over. */
function collectParts(
  parser: BusboyInstance,
  { fileField, keepsField, maxFieldBytes = DEFAULT_MAX_FIELD_BYTES, maxAnswersBytes = Infinity }: FormBodyLimits,
  { isOver, stop }: { isOver(): boolean; stop(reason: StopReason): void },
) {
  const fields: Record<string, string> = Object.create(null)
  const files: UploadedFile[] = []
  const pieces: Buffer[][] = []
  let answersBytes = 0
  parser.on('field', (name, value, isNameCut, isValueCut) => {
    if (isOver() || isNameCut || keepsField?.(name) === false) return
    if (name in fields) return stop('repeatedField')
    answersBytes += Buffer.byteLength(value)
    if (answersBytes > maxAnswersBytes) return stop('tooLarge')
    // A cut value stays longer than any answer may be, so the form's rule refuses it.
    fields[name] = isValueCut ? value.padEnd(maxFieldBytes) : value
  })
  parser.on('file', (field, stream, name) => {
    stream.on('error', () => stop('malformedUpload'))
    stream.on('limit', () => stop('cvTooLarge'))
    if (field !== fileField || isOver()) return stream.resume()
    const ofFile: Buffer[] = []
    pieces.push(ofFile)
    stream.on('data', (piece: Buffer) => isOver() || ofFile.push(piece))
    stream.on('end', () => isOver() || files.push({ name: name ?? '', bytes: Buffer.concat(ofFile) }))
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, () => stop('tooLarge'))
  parser.on('error', () => stop('malformedUpload'))
  const freeFiles = () => {
    for (const held of [...pieces, files]) held.length = 0
  }
  return { fields, files, freeFiles }
}

function startParser(
  headers: IncomingHttpHeaders,
  { maxFileBytes, maxFieldBytes = DEFAULT_MAX_FIELD_BYTES }: FormBodyLimits,
) {
  return new Busboy({
    headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
    preservePath: true,
    limits: {
      fieldNameSize: MAX_NAME_BYTES,
      fieldSize: maxFieldBytes,
      fields: MAX_FIELDS,
      fileSize: maxFileBytes,
      files: MAX_FILES,
      parts: MAX_FIELDS + MAX_FILES,
      headerPairs: 20,
      headerSize: 8 * 1024,
    },
  })
}
