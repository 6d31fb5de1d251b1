// `npm start`: from a clean clone to a served site. `npm run dev`: the same with hot reload of pages and API.
import { build, install } from './set-up.js'

const development = process.argv.includes('--dev')

install()
if (development) {
  const { startDevelopment } = await import('./dev.js')
  await startDevelopment()
} else {
  process.env.NODE_ENV ??= 'production'
  await build()
  const { start } = await import('../build/server/index.js')
  await start()
}
