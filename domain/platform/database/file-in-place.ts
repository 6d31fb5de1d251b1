import { statSync } from 'node:fs'

/** Writes to the open file would be lost with the process. */
export class DatabaseFileGone extends Error {
  constructor(file: string) {
    super(
      `${file} or its journal was moved, deleted or replaced while it was open. Put it back, or start again on what is there now`,
    )
  }
}

/** Also undefined where a part of the path is a file. */
export function statIfThere(file: string) {
  try {
    return statSync(file)
  } catch {
    return undefined
  }
}

/** Whether the open database and its journal still stand at their paths. */
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
