import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** Not by Node's `recursive`: it loops for ever below /proc or an automounted folder. */
export function makeFolder(folder: string, mode?: number) {
  const missing: string[] = []
  for (let each = path.resolve(folder); !isFolder(each); each = path.dirname(each)) missing.unshift(each)
  for (const each of missing) {
    try {
      mkdirSync(each, { mode })
    } catch (error) {
      if (!isFolder(each)) throw error
    }
  }
}

const isFolder = (file: string) => statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Files with personal data or keys are readable by the server's user alone. */
export const OWNER_ONLY_FILE = 0o600
export const OWNER_ONLY_FOLDER = 0o700
