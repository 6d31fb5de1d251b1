import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Endpoint } from '#contract/endpoints.ts'
import type { ContentVersion } from '#domain/content/content-version.ts'
import type { Clock } from '#domain/platform/calendar.ts'
import type { Queries } from '#domain/platform/database/database.ts'
import type { Files } from '#domain/platform/storage/kept-files.ts'
import type { CvInspections } from '#domain/submissions/cv/inspections.ts'
import type { Respond } from './cached-responses.ts'
import type { Proofs } from './http/proofs.ts'
import type { SubmissionLimits } from './http/rate-limits.ts'
import type { UploadMemory } from './http/upload-memory.ts'
import type { OriginSettings } from './http/xsrf.ts'
import type { Submit } from './submissions.ts'

export interface GuestApiSettings extends OriginSettings {
  imagesDirectory: string
  cvMaximumBytes: number
}

/** The server decides the amounts. */
export interface ApiAdmission {
  limits: SubmissionLimits
  proofs: Proofs
  uploads: UploadMemory
}

export interface GuestApi {
  queries: Queries
  files: Files
  settings: GuestApiSettings
  clock: Clock
  /** Sends the cached response of an address, made first where there is none. */
  respond: Respond
  contentVersion: () => ContentVersion
  /** Before a form is read: its sender is counted, and shows a proof of work where one is demanded. */
  admitForm: ((request: FastifyRequest) => Promise<void>)[]
  uploads: UploadMemory
  submit: Submit
  openCv: CvInspections['open']
}

/** A server whose routes are typed by the schemas they name. */
export type ApiInstance = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** The path of an endpoint as Fastify writes it. */
export const routeOf = ({ path }: Endpoint) => path.replace('{id}', ':id')
