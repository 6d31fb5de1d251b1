import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { root } from './root.js'

/**
 * Server and commands read the same file of settings, so that they mean the same database: ENV_FILE, or .env beside package.json where
 * there is one. What the environment says goes before what the file says. Returns the names that stand in the file.
 */
export function loadEnvironmentFile() {
  const named = process.env.ENV_FILE
  const file = path.resolve(root, named || '.env')
  if (!named && !existsSync(file)) return []
  try {
    const settings = parseEnv(readFileSync(file, 'utf8').replace(BYTE_ORDER_MARK, ''))
    for (const [name, value] of Object.entries(settings)) process.env[name] ??= value
    return Object.keys(settings)
  } catch (error) {
    console.error(`ENV_FILE: ${file} cannot be read (${error.code ?? error.message})`)
    process.exit(1)
  }
}

/** Some editors begin a file with it; the first name in it would be another. */
const BYTE_ORDER_MARK = /^\ufeff/
