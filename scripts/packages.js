import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.js'

/** Optional, because newer versions of Node do without it (domain/database/sqlite-driver.ts); on Node 20 nothing runs without it. */
const NEEDED_HERE = Number.parseInt(process.versions.node, 10) < 22 ? ['node_modules/better-sqlite3-node20'] : []

/**
 * Whether node_modules holds what package-lock.json names, however it was installed: npm keeps a lock file of what it
 * put there. Without `tools` only what the built site runs on is asked for, so `npm ci --omit=dev` is enough.
 */
export function arePackagesInstalled({ tools }) {
  const wanted = readPackages('package-lock.json')
  const installed = readPackages('node_modules/.package-lock.json')
  // A shipped image has packages and no lock file.
  if (!wanted) return true
  if (!installed) return false
  return Object.entries(wanted).every(([folder, { integrity, dev, optional, devOptional }]) => {
    if (folder === '' || (dev && !tools)) return true
    // Packages for another system or processor are optional and not there.
    if (installed[folder]) return installed[folder].integrity === integrity
    return Boolean(optional || devOptional) && !NEEDED_HERE.includes(folder)
  })
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages
  } catch {
    return undefined
  }
}
