import { readFileSync } from 'node:fs'
import path from 'node:path'

const operations = readFileSync(path.resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8')

/** The file of this kind in docs/operations.md with these words, so that the printed recipes are tested. */
export function printedRecipe(language: string, words: string): string {
  const files = operations.split(`\`\`\`${language}\n`).slice(1)
  const found = files.map((rest) => rest.split('```')[0] ?? '').find((file) => file.includes(words))
  if (!found) throw new Error(`docs/operations.md prints no ${language} with ${words}`)
  return found
}
