import type { FastifyRequest } from 'fastify'
import { maxFormBytes, readFormBody } from '#api/http/read-form-body.ts'
import type { HeldBytes } from '#api/http/upload-memory.ts'
import { CV_FIELD } from '#contract/forms.ts'
import type { PostedForm } from '#site/submissions/posted.ts'
import { ADMISSION } from '../http/admission.ts'

const { maxPageFieldBytes, maxPageAnswersBytes, maxDiscardedBytes } = ADMISSION

interface PostLimits {
  fieldNames: readonly string[]
  /** 0 for a form without a file. */
  maxFileBytes: number
  held: HeldBytes
}

/** Reads a form posted without JavaScript as the API does: within limits, piece by piece. */
export async function readPost(
  request: FastifyRequest,
  { fieldNames, maxFileBytes, held }: PostLimits,
): Promise<PostedForm> {
  const { fields, files, problem } = await readFormBody(request, {
    fileField: CV_FIELD,
    fieldNames,
    maxFieldBytes: maxPageFieldBytes,
    maxAnswersBytes: maxPageAnswersBytes,
    maxFileBytes,
    maxBytes: maxFormBytes(maxFileBytes),
    held,
    isFirstPieceFree: true,
  })
  const answers = { ...fields }
  if (!problem) return { answers, files: files as PostedForm['files'] }
  // At once, so that others get through while this one's page is made.
  held.release()
  await discardRest(request)
  const { status, headers } = problem
  const retryAfterSeconds = Number(headers['retry-after']) || undefined
  const isFileTooLarge = problem.problem === 'cvTooLarge'
  return { answers, files: [], refusal: { status, isFileTooLarge, retryAfterSeconds } }
}

function discardRest({ raw }: FastifyRequest) {
  if (raw.readableEnded || raw.destroyed) return
  return new Promise<void>((resolve) => {
    let discarded = 0
    raw.on('data', (chunk: Buffer) => {
      discarded += chunk.length
      if (discarded > maxDiscardedBytes) resolve()
    })
    for (const event of ['end', 'close', 'error']) raw.once(event, () => resolve())
    raw.resume()
  })
}
