import type { FastifyReply, FastifyRequest } from 'fastify'
import { FORMER_KEY_HEADER, LINK_PREFERENCE } from '#contract/endpoints.ts'
import type { Receipt } from '#contract/shapes.ts'
import type { ContentVersion } from '#domain/content/content-version.ts'
import type { Clock } from '#domain/platform/calendar.ts'
import type { Database } from '#domain/platform/database/database.ts'
import type { SubmissionKind } from '#domain/platform/database/tables.ts'
import { KeyReused } from '#domain/submissions/idempotency-keys.ts'
import { addressOfToken } from '#domain/submissions/links.ts'
import { type NewSubmission, ProofSpent, type StoreOptions, storeSubmission } from '#domain/submissions/store.ts'
import { companyTexts } from '#texts/index.ts'
import { isInProcess } from './http/in-process.ts'
import { languageOf } from './http/negotiation.ts'
import { Problem, type ProblemName } from './http/problem.ts'
import type { Proofs } from './http/proofs.ts'
import type { SubmissionLimits } from './http/rate-limits.ts'

type WithoutLanguage<Submission> = Submission extends unknown ? Omit<Submission, 'language'> : never

export type Submit = (
  request: FastifyRequest,
  reply: FastifyReply,
  submission: WithoutLanguage<NewSubmission>,
) => Promise<Receipt>

/** Adds this submission to those that the browser has sent before. */
export type ReceiptCookie = (
  cookies: string | undefined,
  sent: { kind: SubmissionKind; reference: string },
) => Promise<string>

export type CountSubmission = (form: SubmissionKind, outcome: 'stored' | 'repeated' | ProblemName) => void

/** Not for a repetition. */
export type OnStored = (submission: NewSubmission) => void

interface SubmissionServices extends Pick<StoreOptions, 'outbox' | 'onCvStored'> {
  database: Database
  limits: SubmissionLimits
  proofs: Proofs
  clock: Clock
  countSubmission: CountSubmission
  contentVersion: () => ContentVersion
  receiptCookie: ReceiptCookie | undefined
  onStored: OnStored | undefined
}

export function receiveSubmissions(services: SubmissionServices): Submit {
  const {
    database,
    limits,
    proofs,
    clock,
    contentVersion,
    outbox,
    onCvStored,
    countSubmission,
    receiptCookie,
    onStored,
  } = services
  return async (request, reply, submission) => {
    await limits.countForm()
    // Others may have been counted since the headers arrived.
    if (!proofs.proofOf(request)) await proofs.demand(request)
    const sent = { ...submission, language: languageOf(request) }
    const { reference, language, token, isRepeated } = await storeSubmission(database, sent, {
      key: keyIn(request, 'idempotency-key'),
      // Only our own pages derive keys from the answers and the hour.
      formerKey: isInProcess(request) ? keyIn(request, FORMER_KEY_HEADER) : undefined,
      admit: (queries) => limits.countSubmission(submission.kind, request, queries),
      refuseEarly: async () => limits.refuseExhausted(submission.kind, request),
      proof: proofs.proofOf(request),
      now: clock(),
      outbox,
      onCvStored,
    }).catch(async (error) => {
      if (error instanceof KeyReused) throw new Problem('idempotencyKeyReused')
      throw error instanceof ProofSpent ? await proofs.required() : error
    })
    countSubmission(submission.kind, isRepeated ? 'repeated' : 'stored')
    if (!isRepeated) onStored?.(sent)
    // Only for clients that ask.
    if (token && request.headers.prefer === LINK_PREFERENCE) {
      reply.header('location', addressOfToken(token))
      // Already stored: acknowledge it even if the database has gone away since.
      const cookie = await receiptCookie?.(request.headers.cookie, { kind: submission.kind, reference }).catch(() => '')
      if (cookie) reply.header('set-cookie', cookie)
    }
    const { company } = contentVersion().siteContent
    return { message: companyTexts(company, language).api.receipts[submission.kind], reference }
  }
}

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/

function keyIn({ headers }: FastifyRequest, header: string): string | undefined {
  const key = headers[header]
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !VISIBLE_ASCII.test(key)) throw new Problem('wrongIdempotencyKey')
  return key
}
