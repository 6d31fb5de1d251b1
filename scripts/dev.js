import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { createLogger, createServer as createViteServer } from 'vite'
import { root } from './root.js'

/** Vite serves the browser's modules; every other request goes to the application, loaded anew when a file of it changed. */
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
    // Asked again once a file was changed, or the database is there.
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

/** No module of the browser's imports them: they come with the page, so a page that is open has to ask for itself again. */
function reloadPagesWithTexts(vite) {
  const folder = path.join(root, 'texts') + path.sep
  vite.watcher.on('change', (file) => {
    if (file.startsWith(folder) && file.endsWith('.json')) vite.environments.client.hot.send({ type: 'full-reload' })
  })
}

/** One document for every address that is no file of the desk's application. */
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

/** What is wrong and where, with the lines of the source where the tool shows them, and no colours: they are unreadable in a file or a browser. */
function describe(error) {
  const { name, message, id, frame, stack } = error
  if (name === 'SettingsError' || error.syscall === 'listen') return message
  const where = typeof id === 'string' && !message.includes(id) ? `${id}: ` : ''
  return stripVTControlCharacters(
    [where + message, frame, stack?.slice(stack.indexOf('\n    at '))].filter(Boolean).join('\n'),
  )
}

/** Tools colour what they quote from a source even where nobody can see colours. */
function plainLogger() {
  const logger = createLogger()
  const { error } = logger
  if (!process.stderr.isTTY) logger.error = (text, options) => error(stripVTControlCharacters(text), options)
  return logger
}

/** Warnings of packages about one another, which nobody here can mend and which are nothing to worry about. */
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
