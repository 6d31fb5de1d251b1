import { readFileSync } from 'node:fs'
import path from 'node:path'
import { CLIENT_FILES } from '../client-files.ts'

const alreadyRead = new Map<string, string>()

/** The text of a built style file; there are as many as the build has made. */
export function readBuiltStyles(file: string) {
  let text = alreadyRead.get(file)
  if (text === undefined) {
    text = readFileSync(path.join(CLIENT_FILES, file), 'utf8').trim()
    alreadyRead.set(file, text)
  }
  return text
}
