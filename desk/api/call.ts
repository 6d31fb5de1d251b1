import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { PicturePreparation } from '#domain/content/pictures/preparation.ts'
import type { AddressRules } from '#domain/notifications/webhooks/address.ts'
import type { Condition } from '#domain/operations/conditions.ts'
import type { Caller } from '#domain/operations/visitors/known-visitors.ts'
import type { CompanySignIn } from '#domain/people/openid.ts'
import type { RelyingParty } from '#domain/people/passkeys.ts'
import type { Right } from '#domain/people/rights.ts'
import type { Session, SignedInPerson } from '#domain/people/sessions.ts'
import type { Clock } from '#domain/platform/calendar.ts'
import type { Database, Queries } from '#domain/platform/database/database.ts'
import type { CvPictures } from '#domain/submissions/cv/pictures.ts'
import type { Handling, Outbox } from '#domain/submissions/events.ts'
import type { Language } from '#texts/languages.ts'
import type { AuditAction, AuditDetails } from './audit.ts'
import type { InboxEvents } from './inbox-events.ts'

export interface CallContext {
  database: Database
  queries: Queries
  now: Date
  language: Language
  settings: DeskSettings
  cvPictures: CvPictures
  picturePreparation: PicturePreparation
  inboxEvents: InboxEvents
  clock: Clock
  request: FastifyRequest
  reply: FastifyReply
  /** One transaction for the change and its entry in the audit trail. */
  write<Result>(
    work: (queries: Queries) => Promise<Result>,
    entry?: AuditDetails | ((result: Result) => AuditDetails),
  ): Promise<Result>
}

export interface StaffContext extends CallContext {
  person: SignedInPerson
  session: Session
  handling: Handling & { actorId: string }
}

export interface DeskSettings {
  url: () => string
  party: () => RelyingParty
  isSecure: () => boolean
  pageUrl?: ((path: string, language: Language) => string) | undefined
  /** Whether the site has this address; its record may be missing. */
  isPageAddress?: ((path: string) => boolean) | undefined
  outbox?: Outbox | undefined
  /** Of the release that runs. */
  version?: string | undefined
  /** Sign-in with the company's OpenID provider. */
  companySignIn?: CompanySignIn | undefined
  teamAddress?: string | undefined
  /** Replies are read from a mailbox or handed over by a mail provider. */
  repliesArriveHere?: boolean | undefined
  findConditions?: (() => Promise<Condition[]>) | undefined
  /** Colleagues are no visitors; undefined where visitors are not counted. */
  rememberStaff?: ((caller: Caller) => void) | undefined
  /** Allowed targets of webhooks; by default public addresses only. */
  webhooks?: AddressRules | undefined
}

/** The placeholders of all paths; a call reads those of its own path. */
export type Params = Record<
  | 'id'
  | 'attachment'
  | 'comment'
  | 'contact'
  | 'letter'
  | 'merged'
  | 'note'
  | 'number'
  | 'page'
  | 'part'
  | 'question'
  | 'tag'
  | 'type',
  string
>

export interface CallInput<Query, Body> {
  params: Params
  query: Query
  body: Body
}

interface CallRules<Query, Body> {
  query?: z.ZodType<Query>
  body?: z.ZodType<Body>
  /** The most bytes of an uploaded file; `body` is then its bytes instead of JSON. */
  maxFileBytes?: number
  /** For a body that is longer than usual. */
  maxBodyBytes?: number
  /** Its name in the audit trail: for every change, and for reads that must be traceable. */
  audit?: AuditAction
  /** Made by the page itself, so it does not keep a session alive. */
  background?: boolean
  /** Why a call that is no GET has no entry. */
  withoutEntry?: string
}

/** `access` is a right of domain/people/rights.ts, or `signed-in` for calls about oneself. */
export interface StaffCall<Query = unknown, Body = unknown, Result = unknown> extends CallRules<Query, Body> {
  access: Right | 'signed-in'
  /** Needs a proof of the last ten minutes. */
  freshProof?: boolean
  /** Also for a session of a recovery code. */
  inRecovery?: boolean
  handle(context: StaffContext, input: CallInput<Query, Body>): Promise<Result>
}

export interface OpenCall<Query = unknown, Body = unknown, Result = unknown> extends CallRules<Query, Body> {
  access: 'everybody'
  handle(context: CallContext, input: CallInput<Query, Body>): Promise<Result>
}

// biome-ignore lint/suspicious/noExplicitAny: a table holds calls of all shapes; each was checked where it was written
export type AnyCall = StaffCall<any, any, any> | OpenCall<any, any, any>

export const call = <Query, Body, Result>(
  access: StaffCall['access'],
  definition: Omit<StaffCall<Query, Body, Result>, 'access'>,
): StaffCall<Query, Body, Result> => ({ ...definition, access })

export const openCall = <Query, Body, Result>(
  definition: Omit<OpenCall<Query, Body, Result>, 'access'>,
): OpenCall<Query, Body, Result> => ({ ...definition, access: 'everybody' })

export type CallTable = Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, AnyCall>
