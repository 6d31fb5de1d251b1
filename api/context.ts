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
  respond: Respond
  contentVersion: () => ContentVersion
  /** Counts the sender and demands a proof of work before the form is read. */
  admitForm: ((request: FastifyRequest) => Promise<void>)[]
  uploads: UploadMemory
  submit: Submit
  openCv: CvInspections['open']
}

export type ApiInstance = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

export const routeOf = ({ path }: Endpoint) => path.replace('{id}', ':id')
