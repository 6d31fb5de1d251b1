import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * A folder with those above it. Not by Node's `recursive`: it tries for ever where a folder is there and nothing can be made in it, as below
 * /proc or where drives are mounted by themselves.
 */
export function makeFolder(folder: string, mode?: number) {
  const missing: string[] = []
  for (let each = path.resolve(folder); !isFolder(each); each = path.dirname(each)) missing.unshift(each)
  for (const each of missing) {
    try {
      mkdirSync(each, { mode })
    } catch (error) {
      // Another process may have been quicker.
      if (!isFolder(each)) throw error
    }
  }
}

const isFolder = (file: string) => statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false
