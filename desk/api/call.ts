import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { PicturePreparation } from '#domain/content/pictures/preparation.ts'
import type { AddressRules } from '#domain/notifications/webhooks/address.ts'
import type { Condition } from '#domain/operations/conditions.ts'
import type { RelyingParty } from '#domain/people/passkeys.ts'
import type { Right } from '#domain/people/rights.ts'
import type { Session, SignedInPerson } from '#domain/people/sessions.ts'
import type { Clock } from '#domain/platform/calendar.ts'
import type { Database, Queries } from '#domain/platform/database/database.ts'
import type { CvPictures } from '#domain/submissions/cv/pictures.ts'
import type { Outbox } from '#domain/submissions/events.ts'
import type { Language } from '#texts/languages.ts'
import type { AuditAction, AuditDetails } from './audit.ts'
import type { InboxEvents } from './inbox-events.ts'

/** What every call of the desk can reach. */
export interface CallContext {
  database: Database
  /** For reading. What is written goes through `write`. */
  queries: Queries
  now: Date
  /** Of the interface; what visitors wrote has its own. */
  language: Language
  settings: DeskSettings
  cvPictures: CvPictures
  picturePreparation: PicturePreparation
  inboxEvents: InboxEvents
  /** For what goes on after the call. */
  clock: Clock
  request: FastifyRequest
  reply: FastifyReply
  /** Own transaction, which also holds the call's entry in the audit trail: both happen or neither. */
  write<Result>(
    work: (queries: Queries) => Promise<Result>,
    entry?: AuditDetails | ((result: Result) => AuditDetails),
  ): Promise<Result>
}

/** The same with the person who calls. */
export interface StaffContext extends CallContext {
  person: SignedInPerson
  session: Session
}

export interface DeskSettings {
  /** Where staff open the desk, without a slash at the end. */
  url: () => string
  party: () => RelyingParty
  isSecure: () => boolean
  /** A page of the site in a language, for links that are given away. */
  pageUrl?: ((path: string, language: Language) => string) | undefined
  /** Whether the site has this address; it may name a record that there is not. */
  isPageAddress?: ((path: string) => boolean) | undefined
  /** Where letters are left; without a mail server nobody is written to. */
  outbox?: Outbox | undefined
  /** Where answers to the team's letters arrive. */
  teamAddress?: string | undefined
  /** What is wrong with the server; nothing is, where nobody looks. */
  findConditions?: (() => Promise<Condition[]>) | undefined
  /** Where webhooks may go; only to the world's addresses, unless it says otherwise. */
  webhooks?: AddressRules | undefined
}

/** What stands in an address, by its name in the path: a call finds what its own path names, and no other. */
export type Params = Record<'id' | 'letter' | 'note' | 'number' | 'page' | 'part' | 'question' | 'type', string>

export interface CallInput<Query, Body> {
  params: Params
  query: Query
  body: Body
}

interface CallRules<Query, Body> {
  query?: z.ZodType<Query>
  body?: z.ZodType<Body>
  /** Takes a file of at most so many bytes as it is, instead of JSON: `body` is its bytes. */
  maxFileBytes?: number
  /** What the audit trail calls it. Every call that changes something has one, and reads that must be known later. */
  audit?: AuditAction
  /** Made by the page itself, not by the person: it does not keep a session from ending. */
  background?: boolean
  /** Changes nothing that is worth an entry, though it is no GET: says why. */
  withoutEntry?: string
}

/** A call for staff. `access` is a right of domain/people/rights.ts, or `signed-in` for what everybody may do for themselves. */
export interface StaffCall<Query = unknown, Body = unknown, Result = unknown> extends CallRules<Query, Body> {
  access: Right | 'signed-in'
  /** Needs a proof of the last ten minutes. */
  freshProof?: boolean
  handle(context: StaffContext, input: CallInput<Query, Body>): Promise<Result>
}

/** A call for those who are not signed in: the ways in, and nothing else. */
export interface OpenCall<Query = unknown, Body = unknown, Result = unknown> extends CallRules<Query, Body> {
  access: 'everybody'
  handle(context: CallContext, input: CallInput<Query, Body>): Promise<Result>
}

// biome-ignore lint/suspicious/noExplicitAny: a table holds calls of all shapes; each was checked where it was written
export type AnyCall = StaffCall<any, any, any> | OpenCall<any, any, any>

export const call = <Query, Body, Result>(definition: StaffCall<Query, Body, Result>) => definition

export const openCall = <Query, Body, Result>(definition: Omit<OpenCall<Query, Body, Result>, 'access'>) =>
  ({ ...definition, access: 'everybody' }) as OpenCall<Query, Body, Result>

/** A table of calls, by method and path: `'POST /people/:id/reset'`. */
export type CallTable = Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, AnyCall>
