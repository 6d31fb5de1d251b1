import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from './root.js'

/** Only Node 20 needs it (domain/platform/database/sqlite-driver.ts). */
export const DRIVER_FOR_NODE_20 = 'better-sqlite3-node20'
export const isDriverNeeded = Number.parseInt(process.versions.node, 10) < 22
const driverFolder = `node_modules/${DRIVER_FOR_NODE_20}`

/** Without `tools`, `npm ci --omit=dev` is enough. */
export const arePackagesInstalled = ({ tools }) => arePackagesThere({ tools }) && isDriverCompiled()

/** Compares package-lock.json with the lock file that npm keeps in node_modules. */
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

/** For this Node and this machine: a copied folder may hold a file for another one. */
export function isDriverCompiled() {
  if (!isDriverNeeded) return true
  try {
    createRequire(import.meta.url)(path.join(root, driverFolder, 'build', 'Release', 'better_sqlite3.node'))
    return true
  } catch {
    return false
  }
}

/** Packages with an installation script that package.json allows, except the driver. */
export function packagesWithScripts() {
  const { allowScripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  return Object.entries(readPackages('node_modules/.package-lock.json') ?? {})
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([folder]) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length))
    .filter((name) => name !== DRIVER_FOR_NODE_20 && allowScripts[name])
}

/** Folders of the packages that the site runs on: those that its own need, and theirs. A tool may need some of them, too. */
export function shippedPackages(locked) {
  const shipped = new Set()
  const waiting = ['']
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop())
    for (const place of neededBy(locked, folder))
      if (!shipped.has(place)) {
        shipped.add(place)
        waiting.push(place)
      }
  return Object.keys(locked).filter((folder) => shipped.has(folder))
}

export function neededBy(locked, folder) {
  const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = locked[folder]
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  const names = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
  return [...new Set(names)].map((name) => nearest(locked, folder, name)).filter((place) => place !== undefined)
}

/** As Node looks for it: in the package's own folder, then in each folder above. */
function nearest(locked, folder, name) {
  for (let place = folder; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    const candidate = `${place ? `${place}/` : ''}node_modules/${name}`
    if (locked[candidate]) return candidate
    if (place === '') return undefined
  }
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages
  } catch {
    return undefined
  }
}
