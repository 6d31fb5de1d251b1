import { createRequire } from 'node:module'
import type Driver from 'better-sqlite3'

/** The present driver needs Node 22; the one before it crashes on Node 24.19 (docs/decisions/node-versions.md). */
const MIN_NODE_OF_PRESENT_DRIVER = 22
const FOR_NODE_20 = 'better-sqlite3-node20'
const require = createRequire(import.meta.url)
const isPresent = Number.parseInt(process.versions.node, 10) >= MIN_NODE_OF_PRESENT_DRIVER

const BetterSqlite = load()
export default BetterSqlite
export type SqliteFile = Driver.Database
export type { Statement } from 'better-sqlite3'

function load(): typeof Driver {
  if (isPresent) return require('better-sqlite3')
  try {
    return require(FOR_NODE_20)
  } catch (cause) {
    throw new Error(
      `SQLite cannot be used with Node ${process.versions.node}: ${FOR_NODE_20}, which is compiled at the installation for the Node that installs, cannot be loaded. ` +
        'Install a C++ compiler and run npm ci, or use Node 24.',
      { cause },
    )
  }
}
