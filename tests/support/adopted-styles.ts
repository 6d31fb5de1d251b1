import type { Page } from '@playwright/test'
import type { Language } from '#texts/languages.ts'

/** A reader's styles. The content security policy refuses style elements, not these. */
export const adoptStyles = (page: Page, styles: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
  }, styles)

/** The reader's font size of the browser; media queries in em follow it. */
export async function browserTextSize(page: Page) {
  const session = await page.context().newCDPSession(page)
  return (pixels: number) => session.send('Page.setFontSizes', { fontSizes: { standard: pixels } })
}

/** The spacing of WCAG 1.4.12. */
export const TEXT_SPACING: Record<Language, string> = {
  en: '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
  // Joined scripts have no letter spacing.
  ar: '* { line-height: 1.5 !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
}
