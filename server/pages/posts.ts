import type { FastifyRequest } from 'fastify'
import { Problem } from '#api/http/problem.ts'
import { senderOf } from '#api/http/rate-limits.ts'
import { maxFormBytes, readFormBody } from '#api/http/read-form-body.ts'
import type { HeldBytes } from '#api/http/upload-memory.ts'
import { foreignOrigin, isForeign } from '#api/http/xsrf.ts'
import { CV_FIELD } from '#contract/forms.ts'
import { wordsOfCampaign } from '#site/submissions/came-by.ts'
import type { SubmissionKind } from '#site/submissions/forms.ts'
import type { PostedForm, PostedFormName } from '#site/submissions/posted.ts'
import { fieldsKeptOf, submitPost } from '#site/submissions/submit-post.server.ts'
import { callApiFor } from '../call-api.ts'
import { ADMISSION } from '../http/admission.ts'
import { type MatchedRequest, type PageContext, visitorOf } from './page-request.ts'
import { redirectToReceipt, sendBare, sendPage } from './responses.ts'

/** A form posted to its own page, without JavaScript: calls the same endpoint as the browser, in the process. */
export async function answerPost(context: PageContext, asked: MatchedRequest) {
  const { app, admission, receipts, renderPage, origin, apiHost, cvMaximumBytes } = context
  const { request, reply, route, address, language } = asked
  const form = route.takesPosts as PostedFormName
  const refusal = await refusalBeforeReading(context, request)
  if (refusal) return sendBare(request, reply, language, refusal)
  const visitor = visitorOf(asked)
  const held = admission.pageUploads.open(senderOf(request))
  try {
    const maxFileBytes = form === 'career-application' ? cvMaximumBytes : 0
    const post = await readPost(request, { keepsField: fieldsKeptOf(form), maxFileBytes, held })
    const cameBy = wordsOfCampaign(asked.url.searchParams)
    const poster = { callApi: callApiFor(app, apiHost, visitor), visitorAddress: request.ip, cameBy }
    const outcome = await submitPost(form, post, poster)
    if ('reference' in outcome) {
      const sent = { kind: form as SubmissionKind, reference: outcome.reference }
      const cookie = await receipts.cookieWith(request.headers.cookie, sent)
      return redirectToReceipt(reply, address, sent, cookie)
    }
    const target = new Request(origin + address, { method: 'POST' })
    return sendPage(reply, await renderPage(target, visitor, { answeredPost: outcome }))
  } finally {
    held.release()
  }
}

export async function refusalBeforeReading(
  { admission, isOverwhelmed, publicUrl }: PageContext,
  request: FastifyRequest,
  { mayHideOrigin = false } = {},
) {
  // A page without referrer also hides its origin from its own server. Its secret address protects it.
  const { origin, 'sec-fetch-site': site } = request.headers
  const isHidden = mayHideOrigin && !site && origin === 'null'
  if (!isHidden && isForeign(request, { publicUrl })) return foreignOrigin(request, { publicUrl })
  if (isOverwhelmed()) return new Problem('unavailable')
  try {
    await admission.limits.countAttempt(request)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

const { maxPageFieldBytes, maxPageAnswersBytes, maxDiscardedBytes } = ADMISSION

export async function readPost(
  request: FastifyRequest,
  { keepsField, maxFileBytes, held }: { keepsField(name: string): boolean; maxFileBytes: number; held: HeldBytes },
): Promise<PostedForm> {
  const { fields, files, problem } = await readFormBody(request, {
    fileField: CV_FIELD,
    keepsField,
    maxFieldBytes: maxPageFieldBytes,
    maxAnswersBytes: maxPageAnswersBytes,
    maxFileBytes,
    maxBytes: maxFormBytes(maxFileBytes),
    held,
    isFirstPieceFree: true,
  })
  const answers = { ...fields }
  if (!problem) return { answers, files: files as PostedForm['files'] }
  // Frees the memory before the page is rendered.
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
