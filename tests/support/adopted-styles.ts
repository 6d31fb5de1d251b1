import type { Page } from '@playwright/test'
import type { Language } from '#texts/languages.ts'

/** A reader's own styles. The content security policy refuses style elements; these are none. */
export const adoptStyles = (page: Page, styles: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
  }, styles)

/** The size of text that a reader has set in the browser; media queries in em know it. */
export async function browserTextSize(page: Page) {
  const session = await page.context().newCDPSession(page)
  return (pixels: number) => session.send('Page.setFontSizes', { fontSizes: { standard: pixels } })
}

/** What WCAG 1.4.12 lets a reader ask for. */
export const TEXT_SPACING: Record<Language, string> = {
  en: '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
  // Letters of a joined script have no spacing.
  ar: '* { line-height: 1.5 !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
}
