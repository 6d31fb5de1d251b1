import type { FastifyInstance } from 'fastify'

/**
 * Takes down the routes that are added from now on and are only read, so that whoever comes with another method can be told so. Those
 * of the API tell it themselves.
 */
export function watchFileRoutes(app: FastifyInstance): (path: string) => boolean {
  const addresses = new Set<string>()
  const patterns: RegExp[] = []
  app.addHook('onRoute', ({ method, url }) => {
    if (!method.includes('GET') || url === '/*') return
    if (/[:*]/.test(url)) patterns.push(patternOf(url))
    else addresses.add(url.toLowerCase())
  })
  return (path) => {
    const address = path.replace(/(?<=.)\/$/, '')
    return addresses.has(address.toLowerCase()) || patterns.some((pattern) => pattern.test(address))
  }
}

/** Of a route with parameters, as Fastify writes it. */
function patternOf(url: string) {
  const pieces = url.split(/:\w+(?:\([^)]*\))?|\*/).map((piece) => piece.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${pieces.join('.+')}$`, 'i')
}
