import type { Language } from '#texts/languages.ts'
import { expect, type Page } from './desk-browser.ts'
import { deskTextsIn } from './desk-texts.ts'

/** The editor of a record, by the texts of the desk's language. */
export function editorOn(page: Page, desk: Language) {
  const texts = deskTextsIn(desk).content
  const [savedWord = ''] = texts.editor.saved.split(' ')
  const [compareWord = ''] = texts.editor.compareLabel.split(':')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  return {
    texts,
    /** Each column speaks its own language. */
    field: (part: Language, name: keyof typeof texts.fields) => {
      const { parts, fields } = deskTextsIn(part).content
      return page.getByRole('group', { name: parts[part], exact: true }).getByLabel(fields[name], { exact: true })
    },
    button,
    /** Everything that is new, with no fault and nothing behind. */
    publish: async () => {
      const { publish, nothingToPublish } = texts.editor
      await expect(button(publish)).not.toHaveAttribute('title', nothingToPublish)
      await button(publish).click()
      await expect(button(publish)).toHaveAttribute('title', nothingToPublish)
    },
    checks: page.getByRole('complementary').getByRole('button'),
    /** Revisions of one language, newest first. */
    revisions: (part: Language) =>
      page.getByRole('button', { name: new RegExp(`^${compareWord}: ${texts.parts[part]}`) }),
    isSaved: () => expect(page.getByRole('status').filter({ hasText: new RegExp(`^${savedWord} `) })).toBeVisible(),
    open: async (address: string) => {
      const locked = page.waitForResponse((response) => response.url().endsWith('/lock') && response.ok())
      await page.goto(address)
      await locked
    },
    /** Hides a colleague's takeover from the polling page. */
    hearNothingOfTheLock: () => page.route('**/lock', () => {}),
  }
}
