import { createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Database, Queries } from '../platform/database/database.ts'
import { serverKey } from '../platform/database/server-keys.ts'
import type { Tables } from '../platform/database/tables.ts'
import { hashOf } from '../platform/secrets.ts'

const TOKEN_BYTES = 24
const FIRST_GENERATION = 1

type ApplicationLink = Selectable<Tables['application_links']>

/**
 * The secret of which every token is made. A token is never stored: it is computed again for the mail and for a repeated submission, and
 * found by its hash. See docs/decisions/application-links.md.
 */
export const linkSecretOf = (database: Database): Promise<string> => serverKey(database, 'application-links')

/** What can be a token at all; everything else is not even looked up. */
export const isToken = (text: string) => text.length === TOKEN_LENGTH && /^[\w-]+$/.test(text)

/** In base64url; those of job alerts are as long. */
export const TOKEN_LENGTH = (TOKEN_BYTES / 3) * 4

/** For the transaction that stores the submission. The token. */
export async function addLink(queries: Queries, secret: string, submissionId: string, now: string): Promise<string> {
  await queries
    .insertInto('application_links')
    .values(linkRow(secret, submissionId, FIRST_GENERATION, now))
    .execute()
  return tokenOf(secret, submissionId, FIRST_GENERATION)
}

/** Also one that has ended, or whose submission is gone; undefined for what never was a link. */
export function findLink(queries: Queries, token: string): Promise<ApplicationLink | undefined> {
  return queries.selectFrom('application_links').selectAll().where('hash', '=', hashOf(token)).executeTakeFirst()
}

/** Undefined where there is none, or where it was ended. */
export async function currentToken(queries: Queries, secret: string, reference: string): Promise<string | undefined> {
  const link = await queries
    .selectFrom('application_links')
    .innerJoin('submissions', 'submissions.id', 'application_links.submission_id')
    .select(['submission_id', 'generation'])
    .where('reference', '=', reference)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return link && tokenOf(secret, link.submission_id as string, link.generation)
}

/** Ends the link that is there and makes another. False if somebody else has just done so. */
export async function renewLink(queries: Queries, secret: string, submissionId: string, now: Date): Promise<boolean> {
  const moment = now.toISOString()
  const last = await queries
    .selectFrom('application_links')
    .select(({ fn }) => fn.max('generation').as('generation'))
    .where('submission_id', '=', submissionId)
    .executeTakeFirst()
  const generation = Number(last?.generation ?? 0) + 1
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('application_links')
    .values(linkRow(secret, submissionId, generation, moment))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await queries
    .updateTable('application_links')
    .set({ ended_at: moment })
    .where('submission_id', '=', submissionId)
    .where('generation', '<', generation)
    .where('ended_at', 'is', null)
    .execute()
  return true
}

/** Nobody gets in until another is made. False if none was open. */
export async function endLink(queries: Queries, submissionId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('application_links')
    .set({ ended_at: now.toISOString() })
    .where('submission_id', '=', submissionId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The newest; undefined for what was sent before there were links. */
export function newestLink(
  queries: Queries,
  submissionId: string,
): Promise<Pick<ApplicationLink, 'created_at' | 'ended_at'> | undefined> {
  return queries
    .selectFrom('application_links')
    .select(['created_at', 'ended_at'])
    .where('submission_id', '=', submissionId)
    .orderBy('generation', 'desc')
    .executeTakeFirst()
}

/** Links of what was erased that long ago that nobody will open them any more. */
export async function forgetDeadLinks(queries: Queries, before: string): Promise<void> {
  await queries
    .deleteFrom('application_links')
    .where('submission_id', 'is', null)
    .where('created_at', '<', before)
    .execute()
}

export const addressOfToken = (token: string) => `/application/${token}`

function linkRow(secret: string, submission_id: string, generation: number, created_at: string) {
  return {
    hash: hashOf(tokenOf(secret, submission_id, generation)),
    submission_id,
    generation,
    created_at,
    ended_at: null,
  }
}

function tokenOf(secret: string, submissionId: string, generation: number) {
  const digest = createHmac('sha256', secret)
    .update(JSON.stringify(['application', submissionId, generation]))
    .digest()
  return digest.subarray(0, TOKEN_BYTES).toString('base64url')
}
