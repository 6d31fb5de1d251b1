import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** The first of these programs that stands in a folder of PATH. */
export function findProgram(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable)
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
