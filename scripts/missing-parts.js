import { existsSync } from 'node:fs'
import path from 'node:path'
import { BUILDS, commandsFile, isSourceTree, siteFile } from './builds.js'
import { arePackagesInstalled } from './packages.js'

/** One line that says what is missing and what to run; undefined where all is there. */
export const missingForSite = () => missingFor(siteFile)
export const missingForCommands = () => missingFor(commandsFile)

function missingFor(program) {
  if (!arePackagesInstalled({ tools: false }))
    return `The packages of package-lock.json are not installed. Run: ${isSourceTree() ? 'npm start' : 'npm ci --omit=dev'}`
  if (existsSync(program)) return undefined
  return isSourceTree()
    ? 'Nothing is built yet. Run: npm start, or npm run build'
    : `${path.relative(BUILDS, program)} is missing in ${BUILDS}, and there are no sources to build it from. Copy the folder build of the release as it is.`
}
