import type { Page } from '@playwright/test'
import type { DeskTexts } from '#texts/desk/index.ts'
import type { Language } from '#texts/languages.ts'
import { deskTextsIn } from './desk-texts.ts'

/** A word of the open section of a landing page in the desk's editor. */
export const landingWord = (page: Page, language: Language, name: keyof DeskTexts['landing']['words']) => {
  const { content, landing: texts } = deskTextsIn(language)
  return page
    .getByRole('group', { name: content.parts[language], exact: true })
    .getByLabel(texts.words[name], { exact: true })
}
