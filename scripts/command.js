// `npm run desk` and the other commands. They never install, build or migrate: a server may be running from these files.
import { pathToFileURL } from 'node:url'
import { areCommandsBuilt, commandsFile, missingFor, release } from './builds.js'
import { loadEnvironmentFile } from './environment.js'

if (process.argv[2] === '--version') {
  console.log(release())
  process.exit(0)
}
const refusal =
  missingFor(commandsFile) ??
  (areCommandsBuilt() ? undefined : 'The build is older than the sources. Run: npm run build')
if (refusal) {
  console.error(refusal)
  process.exitCode = 1
} else {
  loadEnvironmentFile()
  const { main } = await import(pathToFileURL(commandsFile).href)
  process.exitCode = await main(process.argv.slice(2))
}
