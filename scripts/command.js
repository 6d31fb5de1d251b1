// `npm run desk` and the other commands. They never install, build or migrate: they run beside a server that is being served from these
// files, and say what to do where something is missing.
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { areCommandsBuilt, commandsFile } from './builds.js'
import { loadEnvironmentFile } from './environment.js'
import { arePackagesInstalled } from './packages.js'

const refusal = whatIsMissing()
if (refusal) {
  console.error(refusal)
  process.exitCode = 1
} else {
  const namesInFile = loadEnvironmentFile()
  const { main } = await import(pathToFileURL(commandsFile).href)
  process.exitCode = await main(process.argv.slice(2), namesInFile)
}

function whatIsMissing() {
  if (!arePackagesInstalled({ tools: false }))
    return 'The packages of package-lock.json are not installed. Run: npm start'
  if (!existsSync(commandsFile)) return 'Nothing is built yet. Run: npm start, or npm run build'
  if (!areCommandsBuilt()) return 'The build is older than the sources. Run: npm run build'
}
