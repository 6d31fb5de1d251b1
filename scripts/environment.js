import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
// As a whole: earlier versions of Node have no parseEnv, and would fail here before require-node.js is run.
import util from 'node:util'
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
    const settings = parseSettings(readFileSync(file))
    for (const [name, value] of Object.entries(settings)) process.env[name] ??= value
    return Object.keys(settings)
  } catch (error) {
    console.error(`ENV_FILE: ${file} cannot be read (${error.code ?? error.message})`)
    process.exit(1)
  }
}

/** What the lines of a settings file say. Throws where one would be passed over in silence, without repeating it: it may hold a password. */
function parseSettings(bytes) {
  const text = decode(bytes).replace(/\r\n?/g, '\n')
  // Assignments go, line breaks in their values stay, so that what is left keeps its line.
  const left = text.replace(ASSIGNMENT, (found) => found.replace(/[^\n]/g, ''))
  const line = left.split('\n').findIndex((each) => !PASSED_OVER.test(each)) + 1
  if (line > 0) throw new Error(`line ${line} must look like NAME=value`)
  // Nothing else: Node takes a line that is no assignment for the beginning of the next one's name.
  return util.parseEnv((text.match(ASSIGNMENT) ?? []).join('\n'))
}

const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*=[ \t]*(?:'[^']*'|"[^"]*"|`[^`]*`)?[^\n]*$/gm
/** Empty lines, comments as the shell and systemd have them, and a name alone, which containers take from the environment. */
const PASSED_OVER = /^\s*(?:[#;].*|\w+)?\s*$/

/** Some editors begin a file with a mark, which is left out, and some write UTF-16, in which no name would be found. */
function decode(bytes) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // Told below.
  }
  throw new Error('it must be text in UTF-8')
}
