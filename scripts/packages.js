import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from './root.js'

/** Newer versions of Node do without it (domain/platform/database/sqlite-driver.ts); on Node 20 nothing runs without it, compiled. */
export const DRIVER_FOR_NODE_20 = 'better-sqlite3-node20'
const isDriverNeeded = Number.parseInt(process.versions.node, 10) < 22
const driverFolder = `node_modules/${DRIVER_FOR_NODE_20}`

/** Without `tools` only what the built site runs on is asked for, so `npm ci --omit=dev` is enough. */
export const arePackagesInstalled = ({ tools }) => arePackagesThere({ tools }) && isDriverCompiled()

/** Whether node_modules holds what package-lock.json names, however it was installed: npm keeps a lock file of what it put there. */
export function arePackagesThere({ tools }) {
  const wanted = readPackages('package-lock.json')
  const installed = readPackages('node_modules/.package-lock.json')
  // A shipped image has packages and no lock file.
  if (!wanted) return true
  if (!installed) return false
  return Object.entries(wanted).every(([folder, { integrity, dev, optional, devOptional }]) => {
    if (folder === '' || (dev && !tools)) return true
    // Packages for another system or processor are optional and not there.
    if (installed[folder]) return installed[folder].integrity === integrity
    return Boolean(optional || devOptional) && !(isDriverNeeded && folder === driverFolder)
  })
}

/** Compiled for this Node and this machine: a folder that was copied from another one has a file that cannot be loaded here. */
export function isDriverCompiled() {
  if (!isDriverNeeded) return true
  try {
    createRequire(import.meta.url)(path.join(root, driverFolder, 'build', 'Release', 'better_sqlite3.node'))
    return true
  } catch {
    return false
  }
}

/** The packages here that bring a program to be run at their installation, without the driver and what package.json turns down. */
export function packagesWithScripts() {
  const { allowScripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  return Object.entries(readPackages('node_modules/.package-lock.json') ?? {})
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([folder]) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length))
    .filter((name) => name !== DRIVER_FOR_NODE_20 && allowScripts[name])
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages
  } catch {
    return undefined
  }
}
