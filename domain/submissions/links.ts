import { createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Language } from '#texts/languages.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import { serverKey } from '../platform/database/server-keys.ts'
import type { Tables } from '../platform/database/tables.ts'
import { hashOf } from '../platform/secrets.ts'

const TOKEN_BYTES = 24
const FIRST_GENERATION = 1

type ApplicationLink = Selectable<Tables['application_links']>

/** Tokens are computed from it and never stored; see docs/decisions/application-links.md. */
export const linkSecretOf = (database: Database): Promise<string> => serverKey(database, 'application-links')

export const isToken = (text: string) => text.length === TOKEN_LENGTH && /^[\w-]+$/.test(text)

/** In base64url; tokens of job alerts are as long. */
export const TOKEN_LENGTH = (TOKEN_BYTES / 3) * 4

export async function addLink(queries: Queries, secret: string, submissionId: string, now: string): Promise<string> {
  await queries
    .insertInto('application_links')
    .values(linkRow(secret, submissionId, FIRST_GENERATION, now))
    .execute()
  return tokenOf(secret, submissionId, FIRST_GENERATION)
}

/** Also an ended link, or one whose submission is erased. */
export function findLink(queries: Queries, token: string): Promise<ApplicationLink | undefined> {
  return queries.selectFrom('application_links').selectAll().where('hash', '=', hashOf(token)).executeTakeFirst()
}

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

/** Ends the former link. False if another transaction has just renewed it. */
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

export async function endLink(queries: Queries, submissionId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('application_links')
    .set({ ended_at: now.toISOString() })
    .where('submission_id', '=', submissionId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export function newestLink(queries: Queries, submissionId: string) {
  return queries
    .selectFrom('application_links')
    .select(['created_at', 'ended_at'])
    .where('submission_id', '=', submissionId)
    .orderBy('generation', 'desc')
    .executeTakeFirst()
}

/** Every link after the first is mailed to the address of the submission only. */
export async function wasLinkMailed(queries: Queries, submissionId: string): Promise<boolean> {
  const open = await queries
    .selectFrom('application_links')
    .select('generation')
    .where('submission_id', '=', submissionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return open !== undefined && open.generation > FIRST_GENERATION
}

export async function forgetDeadLinks(queries: Queries, before: string): Promise<void> {
  await queries
    .deleteFrom('application_links')
    .where('submission_id', 'is', null)
    .where('created_at', '<', before)
    .execute()
}

export const addressOfToken = (token: string) => `/application/${token}`

type UrlOf = (path: string, language: Language) => string

const HIDDEN = 'HIDDEN'

/** Stands for the link in letters that are written, shown and kept: the link itself lets anybody act as the sender. */
export const maskedLink = (urlOf: UrlOf, language: Language) =>
  urlOf(addressOfToken(HIDDEN), language).replace(HIDDEN, '…')

/** Undefined while the sender has no link that works. */
export async function maskedLinkOf(
  queries: Queries,
  urlOf: UrlOf | undefined,
  { id }: { id: string },
  language: Language,
) {
  const link = urlOf && (await newestLink(queries, id))
  return link && link.ended_at === null ? maskedLink(urlOf, language) : undefined
}

const LINK_IN_TEXT = new RegExp(`(/application/)[\\w-]{${TOKEN_LENGTH}}(?![\\w-])`, 'g')

/** For texts from outside, which may quote a mail with its link. */
export const withoutLinks = (text: string) => text.replace(LINK_IN_TEXT, '$1…')

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
