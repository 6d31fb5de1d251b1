// `npm start`: from a clean clone to a served site. `npm run dev`: the same with hot reload of pages and API.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { holdCurrentBuild, isSiteBuilt, missingFor, release, siteFile } from './builds.js'
import { loadEnvironmentFile } from './environment.js'
import { build, install } from './set-up.js'

const [first, ...others] = process.argv.slice(2)
if (first === '--version' && others.length === 0) {
  console.log(release())
  process.exit(0)
}
const isDevelopment = first === '--dev'
if (isDevelopment ? others.length > 0 : first !== undefined) {
  console.error('This command takes no options: settings are environment variables, or lines of .env.')
  process.exit(2)
}
loadEnvironmentFile()
if (isDevelopment) {
  await install()
  const { startDevelopment } = await import('./dev.js')
  await startDevelopment()
} else {
  process.env.NODE_ENV = 'production'
  const installed = install({ tools: !isSiteBuilt() })
  await build()
  await installed
  const missing = missingFor(siteFile)
  if (missing) {
    console.error(missing)
    process.exit(1)
  }
  const { start } = await import(pathToFileURL(path.join(holdCurrentBuild(), 'server', 'index.js')).href)
  await start()
}
