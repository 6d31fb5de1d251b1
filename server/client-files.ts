import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'

// The bundler may put this module one folder deeper.
const ABOVE = ['..', path.join('..', '..')].map((up) => path.resolve(import.meta.dirname, up, 'client'))

export const CLIENT_FILES = ABOVE.find((folder) => existsSync(folder)) ?? ''

type AssetHeaders = Pick<FastifyStaticOptions, 'cacheControl' | 'immutable' | 'maxAge' | 'setHeaders'>

const COMPRESSED = /\.(br|gz)$/

/** The scripts and styles of a build. They share one route: with a route each, the start would take a fifth longer. */
export async function serveAssets(app: FastifyInstance, build: string, headers: AssetHeaders) {
  const root = path.join(build, 'assets')
  // Their compressed copies are sent in their place, and have no address of their own.
  const names = new Set(readdirSync(root).filter((name) => !COMPRESSED.test(name)))
  await app.register(fastifyStatic, { root, serve: false, preCompressed: true, ...headers })
  app.route<{ Params: { name: string } }>({
    url: '/assets/:name',
    method: ['GET', 'HEAD'],
    handler: ({ params: { name } }, reply) => (names.has(name) ? reply.sendFile(name) : reply.callNotFound()),
  })
}
