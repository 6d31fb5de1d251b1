import { LANGUAGES } from '#texts/languages.ts'
import { addressIn, walkIn } from '../support/addresses.ts'
import { adoptStyles, TEXT_SPACING } from '../support/adopted-styles.ts'
import { unreadableTexts } from '../support/readable-text.ts'
import { expect, type Page, test } from '../support/site.ts'

/** WCAG 1.4.4 and 1.4.12: text of twice the size and text with wider spacing stay whole, on a screen of the usual width. */

const USUAL_TEXT_PIXELS = 16

test.use({ expectedErrors: [/status of 404/], viewport: { width: 1280, height: 800 } })
test.describe.configure({ mode: 'parallel', timeout: 180_000 })

for (const language of LANGUAGES)
  test(`every text can be read at 200 % and with wider spacing: ${language}`, async ({ page }) => {
    const setBrowserText = await browserTextSize(page)
    const faults: string[] = []
    for (const address of walkIn(language)) {
      const look = async (how: string) => {
        faults.push(...(await unreadableTexts(page)).map((each) => `${address} ${how}: ${each}`))
      }
      await page.goto(addressIn(language, address))
      await page.evaluate(() => document.fonts.ready)
      await look('as it is')

      await setBrowserText(USUAL_TEXT_PIXELS * 2)
      await look('with the browser’s text at 200 %')
      await setBrowserText(USUAL_TEXT_PIXELS)

      // A reader's own style sheet makes text larger without telling the media queries.
      await adoptStyles(page, 'html { font-size: 200% }')
      await look('with a root of 200 %')

      await adoptStyles(page, TEXT_SPACING[language])
      await look('with wider spacing')
    }
    expect(faults).toEqual([])
  })

async function browserTextSize(page: Page) {
  const session = await page.context().newCDPSession(page)
  return (pixels: number) => session.send('Page.setFontSizes', { fontSizes: { standard: pixels } })
}
