import swaggerUi from '@fastify/swagger-ui'
import type { ApiInstance, GuestApi } from '../context.ts'

export function documentationRoutes(app: ApiInstance, { respond }: GuestApi) {
  app.get('/api/openapi.json', (request, reply) => respond(request, reply, 'openapi', async () => app.swagger()))

  app.register(async (pages) => {
    await pages.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: POLICY,
      uiConfig: { requestInterceptor: echoToken as never, deepLinking: true },
      theme: { title: 'Guest API' },
    })
  })
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src-elem 'self'",
  // The page draws a few of its own boxes with style attributes.
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Runs in the browser: a post must echo the cookie. */
function echoToken(request: { headers: Record<string, string> }) {
  const token = document.cookie.match(/(?:^|;\s*)XSRF-TOKEN=([^;]+)/)?.[1]
  if (token) request.headers['X-XSRF-TOKEN'] = token
  return request
}
