import type { Page } from '@playwright/test'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { deskTextsIn } from './desk-texts.ts'

interface Described extends Record<Language, string> {
  name: string
}

/** In the open panel of the photograph. */
export async function describePicture(page: Page, language: Language, { name, ...words }: Described) {
  const { pictures, shell } = deskTextsIn(language)
  const panel = page.getByRole('form', { name })
  for (const each of LANGUAGES) await panel.getByLabel(pictures.languages[each], { exact: true }).fill(words[each])
  const stored = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
  await panel.getByRole('button', { name: shell.save, exact: true }).click()
  await stored
}
