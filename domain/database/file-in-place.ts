import { statSync } from 'node:fs'

/** The database's file was moved, deleted or replaced: what is written to the one that is open would go with the process. */
export class DatabaseFileGone extends Error {}

/** Undefined where there is nothing, also where what should be a folder is a file. */
export function statIfThere(file: string) {
  try {
    return statSync(file)
  } catch {
    return undefined
  }
}

/** For a SQLite file that is open. Throws while it, or the journal that belongs to it, is not at its place. */
export function watchFileInPlace(file: string): () => void {
  const opened = new Map<string, number>()
  return () => {
    for (const each of [file, `${file}-wal`]) {
      const found = statIfThere(each)?.ino
      if (found !== undefined && !opened.has(each)) opened.set(each, found)
      if (found === undefined || found !== opened.get(each))
        throw new DatabaseFileGone(
          `${each} was moved, deleted or replaced while it was open. Put it back, or start again on what is there now`,
        )
    }
  }
}
