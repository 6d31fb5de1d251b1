import type { Endpoint } from '#contract/endpoints.ts'
import type { ApiInstance } from '../context.ts'
import { preflightHeaders } from '../http/cross-origin.ts'
import { Problem } from '../http/problem.ts'

export function unknownRoutes(
  app: ApiInstance,
  endpoints: readonly Endpoint[],
  allowedOrigins: readonly string[],
  areProofsDemanded: () => boolean,
) {
  const known = [
    ...endpoints.map(({ method, path }) => ({ method, address: addressPattern(path) })),
    { method: 'GET', address: /^\/api\/(openapi\.json|docs)$/i },
    { method: 'GET', address: /^\/media\/.+$/i },
  ]

  for (const url of ['/api', '/api/*', '/media/*'])
    app.all(url, (request, reply) => {
      const allow = methodsAt(request.url.split('?')[0] as string)
      if (!allow) throw new Problem('notFound')
      if (request.method === 'OPTIONS')
        return reply
          .code(204)
          .headers({ allow, vary: 'Origin', ...preflightHeaders(request, allow, allowedOrigins, areProofsDemanded()) })
          .send()
      // Right method, but a part of the address is missing.
      if (allow.split(', ').includes(request.method)) throw new Problem('notFound')
      throw new Problem('methodNotAllowed', { headers: { allow } })
    })

  function methodsAt(address: string) {
    const methods = known.filter((each) => each.address.test(address)).map(({ method }) => method)
    if (methods.length === 0) return undefined
    return [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ')
  }
}

function addressPattern(path: string) {
  return new RegExp(`^${path.replace('{id}', '[^/]+')}/?$`, 'i')
}
