import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { root } from './root.js'

/**
 * Server and commands read the same file of settings, so that they mean the same database: ENV_FILE, or .env beside package.json where
 * there is one. What the environment says goes before what the file says.
 */
export function loadEnvironmentFile() {
  const named = process.env.ENV_FILE
  const file = path.resolve(root, named || '.env')
  if (!named && !existsSync(file)) return
  try {
    for (const [name, value] of Object.entries(parseEnv(readFileSync(file, 'utf8')))) process.env[name] ??= value
  } catch (error) {
    console.error(`ENV_FILE: ${file} cannot be read (${error.code ?? error.message})`)
    process.exit(1)
  }
}
