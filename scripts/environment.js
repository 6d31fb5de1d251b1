import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
// The whole module: on an old Node a named import of parseEnv fails before root.js complains.
import util from 'node:util'
import { root } from './root.js'

/** Reads ENV_FILE, or .env beside package.json; the environment overrides it. */
export function loadEnvironmentFile() {
  const named = process.env.ENV_FILE
  const file = path.resolve(root, named || '.env')
  if (!named && !existsSync(file)) return
  try {
    const settings = parseSettings(readFileSync(file))
    for (const [name, value] of Object.entries(settings)) process.env[name] ??= value
  } catch (error) {
    console.error(`ENV_FILE: ${file} cannot be read (${error.code ?? error.message})`)
    process.exit(1)
  }
}

/** Refuses a line that is no setting by its number: its text may hold a password. */
function parseSettings(bytes) {
  const text = decode(bytes).replace(/\r\n?/g, '\n')
  // Removes assignments but keeps line breaks in their values, so that line numbers stay right.
  const left = text.replace(ASSIGNMENT, (found) => found.replace(/[^\n]/g, ''))
  const line = left.split('\n').findIndex((each) => !PASSED_OVER.test(each)) + 1
  if (line > 0) throw new Error(`line ${line} must look like NAME=value`)
  // Only assignments: Node reads any other line as part of the next name.
  return util.parseEnv((text.match(ASSIGNMENT) ?? []).join('\n'))
}

const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*=[ \t]*(?:'[^']*'|"[^"]*"|`[^`]*`)?[^\n]*$/gm
/** Empty lines, comments of the shell and of systemd, and a name alone, as container files have it. */
const PASSED_OVER = /^\s*(?:[#;].*|\w+)?\s*$/

/** Drops a byte order mark and refuses UTF-16, in which no name would be found. */
function decode(bytes) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {}
  throw new Error('it must be text in UTF-8')
}
