import type { Endpoint } from '#contract/endpoints.ts'
import type { Clock } from '#domain/calendar.ts'
import type { ContentVersion } from '#domain/catalogue/content-version.ts'
import type { Queries } from '#domain/database/connection.ts'
import type { Respond } from './cached-responses.ts'
import type { SubmissionLimits } from './http/rate-limits.ts'
import type { OriginSettings } from './http/xsrf.ts'
import type { Submit } from './submissions.ts'

export interface GuestApiSettings extends OriginSettings {
  imagesDirectory: string
  submissionsPerMinute: number
  cvMaximumBytes: number
}

/** What a route may reach for. */
export interface GuestApi {
  queries: Queries
  settings: GuestApiSettings
  clock: Clock
  /** Sends the cached response of an address, made first where there is none. */
  respond: Respond
  contentVersion: () => ContentVersion
  limits: SubmissionLimits
  submit: Submit
}

export interface IdParameter {
  Params: { id: string }
}

/** The path of an endpoint as Fastify writes it. */
export const routeOf = ({ path }: Endpoint) => path.replace('{id}', ':id')
