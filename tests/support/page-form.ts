import type { Page } from '@playwright/test'
import type { Language } from '#texts/languages.ts'
import { deskTextsIn } from './desk-texts.ts'

export const rowOf = (page: Page, section: string) => page.locator(`li[data-section="${section}"]`)

/** A word of the open section. */
export const wordIn = (page: Page, part: Language, word: string) => {
  const { content, pages } = deskTextsIn(part)
  const label = pages.words[word as keyof typeof pages.words]
  const column = page.locator('details[open]').getByRole('group', { name: content.parts[part], exact: true })
  return column.getByLabel(label, { exact: true })
}

export const orderOn = (page: Page) =>
  page.locator('li[data-section]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-section')))
