import swagger, { type SwaggerOptions } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance, type FastifySchema, type RouteOptions } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

/** Describes these routes, without serving them. Large and seldom asked for, so it is loaded by the first reader. */
export async function openDocumentation(
  publicUrl: string | undefined,
  routes: readonly RouteOptions[],
): Promise<FastifyInstance> {
  const app = Fastify({ routerOptions: { caseSensitive: false, ignoreTrailingSlash: true } })
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  await app.register(swagger, openApiOptions(publicUrl))
  for (const { method, url, schema } of routes) app.route({ method, url, schema, handler: async () => undefined })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: POLICY,
    uiConfig: { requestInterceptor: echoToken as never, deepLinking: true },
    theme: { title: 'Guest API' },
  })
  await app.ready()
  return app
}

function openApiOptions(publicUrl: string | undefined): SwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Guest API',
        version: '1.0.0',
        license: { name: 'MIT', identifier: 'MIT' } as { name: string },
        description:
          'What visitors read and send. No sign-in. Paths are matched without regard to case; every GET answers HEAD too. ' +
          'A browser’s post echoes the cookie XSRF-TOKEN in the header X-XSRF-TOKEN.',
      },
      servers: [{ url: publicUrl ?? '/' }],
      security: [],
      tags: [
        { name: 'Content', description: 'What the company shows, in the language that is asked for' },
        { name: 'Submissions', description: 'What visitors send; stored before it is acknowledged' },
      ],
    },
    hideUntagged: true,
    stripBasePath: false,
    transform: (route) => {
      const transformed = jsonSchemaTransform(route as never)
      return { ...transformed, schema: withHeadersAndExamples(transformed.schema, route.schema) as never }
    },
    transformObject: (document) => {
      const { components, ...rest } = jsonSchemaTransformObject(document as never) as {
        components: { schemas: object }
      }
      // Drop the library's input schema of problems: no request has one.
      const { ProblemInput: _, ...schemas } = components.schemas as Record<string, unknown>
      return { ...rest, components: { ...components, schemas } } as never
    },
  }
}

type Responses = Record<string, { headers?: object; content?: Record<string, { examples?: object }> }>

/** The library keeps the schemas of a response only. */
function withHeadersAndExamples(transformed: FastifySchema | undefined, described: FastifySchema | undefined) {
  const responses = (transformed?.response ?? {}) as Responses
  for (const [status, { headers, content }] of Object.entries((described?.response ?? {}) as Responses)) {
    const response = responses[status]
    if (!response || !content) continue
    if (headers) response.headers = headers
    for (const [type, { examples }] of Object.entries(content))
      if (examples && response.content?.[type]) response.content[type].examples = examples
  }
  return transformed
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
