import { createServer as createHttpServer } from 'node:http'
import { createServer as createViteServer } from 'vite'

/** Vite serves the browser's modules; every other request goes to the application, loaded anew when a file of it changed. */
export async function startDevelopment() {
  const vite = await createViteServer({ server: { middlewareMode: true }, appType: 'custom' })
  let loaded
  let application

  async function currentApplication() {
    const module = await vite.ssrLoadModule('/server/app.ts')
    if (module === loaded) return application
    loaded = module
    const previous = application
    application = previous
      ? Promise.resolve(previous)
          .then((app) => app.close())
          .then(() => module.createApp())
      : module.createApp()
    return application
  }

  const { readConfig } = await vite.ssrLoadModule('/server/app.ts')
  const server = createHttpServer((request, response) => {
    vite.middlewares(request, response, async () => {
      try {
        const app = await currentApplication()
        await app.ready()
        app.routing(request, response)
      } catch (error) {
        vite.ssrFixStacktrace(error)
        console.error(error)
        response.writeHead(500).end(String(error.stack))
      }
    })
  })
  const { host, port } = readConfig()
  server.listen(port, host, () => console.log(`Nuqta in development: http://${host}:${port}`))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0))
}
