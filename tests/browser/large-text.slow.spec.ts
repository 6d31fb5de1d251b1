import { LANGUAGES } from '#texts/languages.ts'
import { addressIn, walkIn } from '../support/addresses.ts'
import { adoptStyles, browserTextSize, TEXT_SPACING } from '../support/adopted-styles.ts'
import { unreadableTexts } from '../support/readable-text.ts'
import { expect, test } from '../support/site.ts'
import { wake } from '../support/waking.ts'

/** WCAG 1.4.4 and 1.4.12: text of twice the size or with wider spacing stays whole. */

const USUAL_TEXT_PIXELS = 16

test.use({ expectedErrors: [/status of 404/], viewport: { width: 1280, height: 800 } })
test.describe.configure({ mode: 'parallel', timeout: 600_000 })

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

      // A reader's style sheet enlarges text without affecting media queries.
      await adoptStyles(page, 'html { font-size: 200% }')
      await look('with a root of 200 %')

      await adoptStyles(page, TEXT_SPACING[language])
      await look('with wider spacing')
    }
    expect(faults).toEqual([])
  })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  for (const language of LANGUAGES)
    test(`every text can be read at 200 % on a phone: ${language}`, async ({ page }) => {
      const setBrowserText = await browserTextSize(page)
      await setBrowserText(USUAL_TEXT_PIXELS * 2)
      const faults: string[] = []
      for (const address of walkIn(language, 1)) {
        await page.goto(addressIn(language, address))
        await page.evaluate(() => document.fonts.ready)
        faults.push(...(await unreadableTexts(page)).map((each) => `${address}: ${each}`))
      }
      expect(faults).toEqual([])
    })
})

test.describe('on the smallest phone', () => {
  test.use({ viewport: { width: 320, height: 720 } })

  for (const language of LANGUAGES)
    test(`a page at 200 % is not wider than the smallest phone: ${language}`, async ({ page }) => {
      const setBrowserText = await browserTextSize(page)
      await setBrowserText(USUAL_TEXT_PIXELS * 2)
      const wide: string[] = []
      for (const address of ['/careerApply/1', '/internship', '/contact', '/jobs']) {
        await page.goto(addressIn(language, address))
        await page.evaluate(() => document.fonts.ready)
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (over > 0) wide.push(`${address}: ${over}`)
      }
      expect(wide).toEqual([])
    })
})

test('two lines of a heading with every mark of Arabic do not touch', async ({ page }) => {
  await page.goto('/ar')
  // Text put into a sleeping page is lost when it wakes.
  await wake(page)
  await page.evaluate(() => document.fonts.ready)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const tight = await page.evaluate(
      async ({ tall, deep }) => {
        const drawing = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
        const faults: string[] = []
        for (const name of ['d1', 'd1 d1--s', 'd2', 'd3', 'd4', 'd5']) {
          const heading = document.createElement('h2')
          heading.className = name
          heading.textContent = tall + deep
          document.querySelector('main')?.append(heading)
          const { fontWeight, fontSize, fontFamily, lineHeight } = getComputedStyle(heading)
          drawing.font = `${fontWeight} ${fontSize} ${fontFamily}`
          await document.fonts.load(drawing.font, tall + deep)
          const needed =
            drawing.measureText(deep).actualBoundingBoxDescent + drawing.measureText(tall).actualBoundingBoxAscent
          if (Number.parseFloat(lineHeight) < needed) faults.push(`${name}: ${lineHeight} of ${needed}`)
          heading.remove()
        }
        return faults
      },
      { tall: 'كُلُّ أُمَّةٍ وَظِلُّهَا', deep: 'عَلِيٍّ رَجُلٍ فِي مَحَلِّهِ' },
    )
    expect(tight).toEqual([])
  }
})
