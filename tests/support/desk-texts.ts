import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { DeskTexts } from '#texts/desk/en/index.ts'
import type { Language } from '#texts/languages.ts'

/** What the desk says in a language, read from its files: Playwright's loader asks for an attribute that they are imported without. */
export function deskTextsIn(language: Language): DeskTexts {
  const folder = path.resolve(import.meta.dirname, '../../texts/desk', language)
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return Object.fromEntries(
    files.map((file) => [path.basename(file, '.json'), JSON.parse(readFileSync(path.join(folder, file), 'utf8'))]),
  ) as DeskTexts
}
