import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { DeskTexts } from '#texts/desk/index.ts'
import type { Language } from '#texts/languages.ts'

/** The desk's texts of a language. Read from files: Playwright's loader demands an import attribute. */
export function deskTextsIn(language: Language): DeskTexts {
  const folder = path.resolve(import.meta.dirname, '../../texts/desk', language)
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return Object.fromEntries(
    files.map((file) => [path.basename(file, '.json'), JSON.parse(readFileSync(path.join(folder, file), 'utf8'))]),
  ) as DeskTexts
}
