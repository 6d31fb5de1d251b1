// `npm run desk` and the other commands. They never install, build or migrate, since a server may be running from these files; they
// say what to do where something is missing.
import { pathToFileURL } from 'node:url'
import { areCommandsBuilt, commandsFile } from './builds.js'
import { loadEnvironmentFile } from './environment.js'
import { missingForCommands } from './missing-parts.js'

const refusal =
  missingForCommands() ?? (areCommandsBuilt() ? undefined : 'The build is older than the sources. Run: npm run build')
if (refusal) {
  console.error(refusal)
  process.exitCode = 1
} else {
  const namesInFile = loadEnvironmentFile()
  const { main } = await import(pathToFileURL(commandsFile).href)
  process.exitCode = await main(process.argv.slice(2), namesInFile)
}
