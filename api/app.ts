import type { FastifyInstance } from 'fastify'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { type Answers, rememberAnswers } from './answers.ts'
import { crossOriginHeaders, varyFor } from './cross-origin.ts'
import type { Database, Queries } from './database/connection.ts'
import { type Edition, watchEdition } from './edition.ts'
import { sendProblem } from './errors.ts'
import { categoryRoutes } from './routes/categories.ts'
import { contactInfoRoutes } from './routes/contact-info.ts'
import { jobRoutes } from './routes/jobs.ts'
import { pictureRoutes } from './routes/pictures.ts'
import { projectRoutes } from './routes/projects.ts'
import { reviewRoutes } from './routes/reviews.ts'
import { serviceRoutes } from './routes/services.ts'
import { teamRoutes } from './routes/team.ts'
import { unknownRoutes } from './routes/unknown.ts'
import { type OriginSettings, refuseForeignPosts } from './xsrf.ts'

export type Clock = () => Date

export interface GuestApiSettings extends OriginSettings {
  imagesDirectory: string
  submissionsPerMinute: number
  cvMaximumBytes: number
}

export interface GuestApiOptions {
  database: Database
  settings: GuestApiSettings
  clock?: Clock
}

/** What a route may reach for. */
export interface GuestApi {
  database: Database
  queries: Queries
  settings: GuestApiSettings
  clock: Clock
  answer: Answers
  edition: () => Edition
}

/** The guest API: read it and you know all it answers. */
export async function guestApi(
  app: FastifyInstance,
  { database, settings, clock = () => new Date() }: GuestApiOptions,
) {
  const watch = await watchEdition(database, clock)
  app.addHook('onClose', async () => watch.stop())
  app.setErrorHandler(sendProblem)

  const isSecure = settings.publicUrl?.startsWith('https:') ?? false
  const edition = watch.current
  const answer = rememberAnswers({ edition, vary: varyFor(settings.allowedOrigins), isSecure })
  const api: GuestApi = { database, queries: database.queries, settings, clock, answer, edition }

  if (settings.allowedOrigins.length > 0) app.addHook('onRequest', crossOriginHeaders(settings.allowedOrigins))
  app.addHook('preParsing', async (request) => {
    if (request.method === 'POST') refuseForeignPosts(request, settings)
  })

  projectRoutes(app, api)
  serviceRoutes(app, api)
  jobRoutes(app, api)
  contactInfoRoutes(app, api)
  categoryRoutes(app, api)
  reviewRoutes(app, api)
  teamRoutes(app, api)
  pictureRoutes(app, api)
  unknownRoutes(app, Object.values(endpoints), settings.allowedOrigins)
}

export interface IdParameter {
  Params: { id: string }
}

export const routeOf = ({ path }: Endpoint) => path.replace('{id}', ':id')
