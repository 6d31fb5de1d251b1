import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { ApiInstance, GuestApi } from '../context.ts'
import { Problem } from '../http/problem.ts'

/** Remembers the routes that are added from now on, for their description. */
export function watchDescribedRoutes(app: ApiInstance): readonly RouteOptions[] {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    if (route.schema && route.method !== 'HEAD') routes.push(route)
  })
  return routes
}

export function documentationRoutes(
  app: ApiInstance,
  { respond, settings }: GuestApi,
  describedRoutes: readonly RouteOptions[],
) {
  let opened: Promise<FastifyInstance> | undefined
  const open = () => {
    opened ??= import('../documentation.ts').then(({ openDocumentation }) =>
      openDocumentation(settings.publicUrl, describedRoutes),
    )
    return opened
  }
  app.addHook('onClose', async () => (await opened)?.close())

  app.get('/api/openapi.json', (request, reply) =>
    respond(request, reply, 'openapi', async () => (await open()).swagger()),
  )
  const sendManual = async ({ url, headers }: FastifyRequest, reply: FastifyReply) => {
    const page = await (await open()).inject({ url, headers })
    if (page.statusCode === 404) throw new Problem('notFound')
    for (const [name, value] of Object.entries(page.headers)) if (value && !OWN.has(name)) reply.header(name, value)
    return reply.code(page.statusCode).send(page.rawPayload)
  }
  app.get('/api/docs', sendManual)
  app.get('/api/docs/*', sendManual)
}

/** Written by the server for each response. */
const OWN = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])
