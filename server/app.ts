import path from 'node:path'
import * as build from 'virtual:react-router/server-build'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import { pages } from './pages.ts'
export const config = () => ({ host: '127.0.0.1', port: Number(process.env.PORT ?? 3000) })
export async function createApp() {
  const app = Fastify()
  if (import.meta.env.PROD)
    await app.register(fastifyStatic, {
      root: path.resolve('build/client'),
      wildcard: false,
      preCompressed: true,
      maxAge: '1y',
      immutable: true,
    })
  app.all('/api/*', (_q, r) => r.code(503).send({}))
  await app.register(pages, {
    build: build as never,
    settingsIn: () => ({ publicUrl: 'http://x', apiHost: '', cvMaxMegabytes: 5, textsUrl: '/assets/i18n/en.json' }),
  })
  return app
}
export async function start() {
  const app = await createApp()
  await app.listen(config())
  console.log('listening')
}
