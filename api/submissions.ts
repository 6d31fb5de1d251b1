import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { FORMER_KEY_HEADER } from '#contract/endpoints.ts'
import type { Receipt } from '#contract/shapes.ts'
import type { Clock } from '#domain/calendar.ts'
import type { Database, Queries } from '#domain/database/connection.ts'
import type { SubmissionColumns, SubmissionKind } from '#domain/database/tables.ts'
import { type Outbox, oweMails } from '#domain/mail/outbox.ts'
import { claimKey, findKey, forgetOldKeys } from '#domain/submissions/idempotency-keys.ts'
import { newReference } from '#domain/submissions/reference.ts'
import { textsIn } from '#texts/index.ts'
import type { Language } from '#texts/languages.ts'
import { languageOf } from './http/language.ts'
import { Problem } from './http/problem.ts'
import type { SubmissionLimits } from './http/rate-limits.ts'
import type { ReadForm } from './http/read-form.ts'

export interface Submission {
  kind: SubmissionKind
  form: Pick<ReadForm<unknown>, 'hash' | 'doubts'>
  email: string
  insert(queries: Queries, columns: SubmissionColumns): Promise<void>
}

export type Submit = (request: FastifyRequest, submission: Submission) => Promise<Receipt>

interface Stored {
  reference: string
  language: Language
}

/**
 * Stores a submission once and answers with its receipt, which is given only after the commit. Under an Idempotency-Key the
 * key is claimed in the same transaction: of many that arrive at once one stores, and all get the same receipt.
 */
export function receiveSubmissions(
  database: Database,
  limits: SubmissionLimits,
  clock: Clock,
  outbox?: Outbox,
): Submit {
  const underWay = new Map<string, Promise<Stored>>()
  let keysForgottenAt = 0

  return async (request, submission) => {
    const key = keyIn(request, 'idempotency-key')
    const formerKey = keyIn(request, FORMER_KEY_HEADER)
    const { reference, language } = key ? await storeUnderKey(key) : await countAndStore()
    forgetOldKeysNowAndThen()
    return { message: textsIn(language).api.receipts[submission.kind], reference }

    async function storeUnderKey(key: string) {
      const leader = underWay.get(key)
      if (leader) {
        // Only the first of those that arrive together counts for the rate limit; what refuses it refuses them all.
        await leader
        return store(key)
      }
      const storing = storeFirst(key)
      underWay.set(key, storing)
      return storing.finally(() => underWay.delete(key))
    }

    async function storeFirst(key: string) {
      const former = formerKey && (await storedUnder(formerKey))
      if (former) return former
      return (await findKey(database.queries, key)) ? store(key) : countAndStore(key)
    }

    /** The same form, sent a moment ago under the key that it would have had then. */
    async function storedUnder(formerKey: string): Promise<Stored | undefined> {
      await underWay.get(formerKey)?.catch(() => {})
      const former = await findKey(database.queries, formerKey)
      const isSame = former?.kind === submission.kind && former.body_hash === submission.form.hash
      const isRecent = former && clock().getTime() - Date.parse(former.created_at) < HOUR
      return isSame && isRecent ? former : undefined
    }

    async function countAndStore(key?: string) {
      await limits.countSubmission(request)
      return store(key)
    }

    async function store(key?: string): Promise<Stored> {
      for (let attempt = 1; ; attempt++) {
        const columns = columnsOf(request, submission, clock())
        try {
          const stored = await database.write((queries) => storeOnce(queries, submission, columns, key, outbox))
          outbox?.nudge()
          return stored
        } catch (error) {
          if (!isTakenReference(error) || attempt === MOST_REFERENCES_TRIED) throw error
        }
      }
    }
  }

  function forgetOldKeysNowAndThen() {
    const now = clock()
    if (now.getTime() - keysForgottenAt < FORGET_EVERY_MILLISECONDS) return
    keysForgottenAt = now.getTime()
    const before = new Date(now.getTime() - KEYS_KEPT_MILLISECONDS).toISOString()
    // Keys that stay a little longer harm nobody; the next hour tries again.
    database.write((queries) => forgetOldKeys(queries, before)).catch(() => {})
  }
}

const MOST_REFERENCES_TRIED = 3
const HOUR = 60 * 60 * 1000
const FORGET_EVERY_MILLISECONDS = HOUR
const KEYS_KEPT_MILLISECONDS = 8 * 24 * HOUR

async function storeOnce(
  queries: Queries,
  submission: Submission,
  columns: SubmissionColumns,
  key?: string,
  outbox?: Outbox,
) {
  const { reference, language, created_at } = columns
  if (key) {
    const row = { key, kind: submission.kind, body_hash: submission.form.hash, reference, language, created_at }
    if (!(await claimKey(queries, row))) return firstStored(queries, key, submission)
  }
  await submission.insert(queries, columns)
  if (outbox) await oweMails(queries, submission, columns, outbox.mailDomain)
  return { reference, language }
}

async function firstStored(queries: Queries, key: string, { kind, form }: Submission): Promise<Stored> {
  const first = await findKey(queries, key)
  if (!first || first.kind !== kind || first.body_hash !== form.hash) throw new Problem('idempotencyKeyReused')
  return first
}

function columnsOf(request: FastifyRequest, { form }: Submission, now: Date): SubmissionColumns {
  return {
    id: randomUUID(),
    reference: newReference(),
    created_at: now.toISOString(),
    language: languageOf(request),
    doubtful: form.doubts.length > 0 ? 1 : 0,
    doubtful_reasons: form.doubts.join(' '),
  }
}

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/

function keyIn({ headers }: FastifyRequest, header: string): string | undefined {
  const key = headers[header]
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !VISIBLE_ASCII.test(key)) throw new Problem('wrongIdempotencyKey')
  return key
}

function isTakenReference(error: unknown) {
  const { code } = error as { code?: string }
  return code === 'SQLITE_CONSTRAINT_UNIQUE' || code === '23505'
}
