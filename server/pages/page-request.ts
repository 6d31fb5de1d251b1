import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { readPreview } from '#domain/content/previews.ts'
import type { MatchedRoute } from '#site/route-table.ts'
import type { Language } from '#texts/languages.ts'
import type { Visitor } from '../call-api.ts'
import type { Admission } from '../http/admission.ts'
import type { Measurements } from '../metrics/measurements.ts'
import type { Applications } from './application.ts'
import type { PageCache } from './cache.ts'
import type { JobAlerts } from './job-alerts.ts'
import type { Receipts } from './receipts.ts'
import type { RenderPage } from './render.ts'

export interface PageRequest {
  request: FastifyRequest
  reply: FastifyReply
  url: URL
  /** In one spelling; that of the page for unknown addresses where there is no route. */
  address: string
  language: Language
  isRead: boolean
}

export interface MatchedRequest extends PageRequest {
  route: MatchedRoute['route']
}

export interface PageServices {
  cache: PageCache
  measurements: Measurements
  admission: Pick<Admission, 'limits' | 'pageUploads' | 'renders'>
  receipts: Receipts
  /** These three are missing with another API host, which has the data. */
  applications?: Applications
  jobAlerts?: JobAlerts
  readPreview?: (token: string) => ReturnType<typeof readPreview>
  /** The desk shows previews in a frame. */
  deskOrigin: () => string | undefined
  isOverwhelmed: () => boolean
  /** A CDN in front is told of changes. */
  isPurged?: boolean
  /** Where a path leads that has no page; the use is counted. */
  followRedirect: (path: string) => string | undefined
}

export interface PageContext extends PageServices {
  app: FastifyInstance
  renderPage: RenderPage
  publicUrl: string
  origin: string
  apiHost: string
  cvMaximumBytes: number
}

export const visitorOf = ({ request, language }: Pick<PageRequest, 'request' | 'language'>): Visitor => ({
  address: request.ip,
  language,
  requestId: request.id,
})
