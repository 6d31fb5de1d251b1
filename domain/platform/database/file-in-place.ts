import { statSync } from 'node:fs'

/** The database's file was moved, deleted or replaced: what is written to the one that is open would go with the process. */
export class DatabaseFileGone extends Error {
  constructor(file: string) {
    super(
      `${file} or its journal was moved, deleted or replaced while it was open. Put it back, or start again on what is there now`,
    )
  }
}

/** Undefined where there is nothing, also where what should be a folder is a file. */
export function statIfThere(file: string) {
  try {
    return statSync(file)
  } catch {
    return undefined
  }
}

/** For a SQLite file that is open: whether it and the journal that belongs to it are the ones that stand at their places. */
export function watchFileInPlace(file: string): () => boolean {
  const files = [file, `${file}-wal`]
  const opened = new Map<string, number>()
  function isInPlace(each: string) {
    const found = statIfThere(each)?.ino
    // The journal is made when it is needed first.
    if (found !== undefined && !opened.has(each)) opened.set(each, found)
    return found !== undefined && found === opened.get(each)
  }
  for (const each of files) isInPlace(each)
  return () => files.every(isInPlace)
}
