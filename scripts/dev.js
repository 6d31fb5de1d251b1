import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { createLogger, createServer as createViteServer } from 'vite'
import { root } from './root.js'

/** Vite serves the browser's modules; other requests go to the application, which is reloaded after a change. */
export async function startDevelopment() {
  leaveOutKnownNoise()
  const customLogger = plainLogger()
  const vite = await createViteServer({ server: { middlewareMode: true }, appType: 'custom', customLogger })
  const desk = await createViteServer({
    configFile: path.join(root, 'vite.desk.config.ts'),
    server: { middlewareMode: true },
    appType: 'custom',
    customLogger,
  })
  reloadPagesWithTexts(vite)
  let loaded
  let application

  async function currentApplication() {
    const module = await vite.ssrLoadModule('/server/app.ts')
    if (module === loaded) return application
    loaded = module
    const previous = application
    application = Promise.resolve(previous)
      .then((app) => app?.close())
      .then(() => module.createApp(serveDeskWith(desk)))
    application.catch(() => {
      loaded = undefined
      application = undefined
    })
    return application
  }

  const server = createHttpServer((request, response) => {
    vite.middlewares(request, response, async () => {
      try {
        const app = await currentApplication()
        await app.ready()
        app.routing(request, response)
      } catch (error) {
        vite.ssrFixStacktrace(error)
        if (!customLogger.hasErrorLogged(error)) console.error(describe(error))
        response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(describe(error))
      }
    })
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0))
  try {
    const { readConfig } = await vite.ssrLoadModule('/server/app.ts')
    const { host, port } = readConfig()
    await currentApplication()
    await new Promise((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
    console.log(`In development: http://${host}:${port}`)
  } catch (error) {
    console.error(describe(error))
    process.exit(1)
  }
}

/** Texts come with the page, not as modules, so an open page must reload. */
function reloadPagesWithTexts(vite) {
  const folder = path.join(root, 'texts') + path.sep
  vite.watcher.on('change', (file) => {
    if (file.startsWith(folder) && file.endsWith('.json')) vite.environments.client.hot.send({ type: 'full-reload' })
  })
}

function serveDeskWith(vite) {
  return async (app, pageFor) => {
    app.get('/*', (request, reply) => {
      reply.hijack()
      vite.middlewares(request.raw, reply.raw, async () => {
        const page = readFileSync(path.join(vite.config.root, 'index.html'), 'utf8')
        const html = await vite.transformIndexHtml(request.url, page)
        reply.raw.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageFor(request, html))
      })
    })
  }
}

function describe(error) {
  const { name, message, id, frame, stack } = error
  if (name === 'SettingsError' || error.syscall === 'listen') return message
  const where = typeof id === 'string' && !message.includes(id) ? `${id}: ` : ''
  return stripVTControlCharacters(
    [where + message, frame, stack?.slice(stack.indexOf('\n    at '))].filter(Boolean).join('\n'),
  )
}

/** Tools colour quoted sources even in a file. */
function plainLogger() {
  const logger = createLogger()
  const { error } = logger
  if (!process.stderr.isTTY) logger.error = (text, options) => error(stripVTControlCharacters(text), options)
  return logger
}

/** Harmless warnings of packages about one another. */
const KNOWN_NOISE = [
  // React Router's plugin uses an option of Vite that has another name since.
  'The `envFile` option is deprecated',
  // React's development build looks for a feature of JavaScript that Node has since version 21.
  'ArrayBuffer.prototype.detached',
]

function leaveOutKnownNoise() {
  for (const level of ['warn', 'error']) {
    const say = console[level]
    console[level] = (...words) => {
      if (!KNOWN_NOISE.some((noise) => String(words[0]).includes(noise))) say(...words)
    }
  }
}
