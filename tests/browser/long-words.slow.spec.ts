import { LANGUAGES } from '#texts/languages.ts'
import { addressIn, walkIn } from '../support/addresses.ts'
import { expect, test } from '../support/site.ts'
import { wake } from '../support/waking.ts'

/** A pasted address cannot break, and may be in any text of an editor. */

const WIDTHS = [390, 1440]

test.use({ expectedErrors: [/status of 404/] })
test.describe.configure({ mode: 'parallel', timeout: 600_000 })

for (const [turn, language] of LANGUAGES.entries())
  test(`a word that is longer than its line breaks, and pushes no page aside: ${language}`, async ({ page }) => {
    const faults: string[] = []
    for (const [index, address] of walkIn(language, turn).entries()) {
      const width = WIDTHS[index % WIDTHS.length] as number
      await page.setViewportSize({ width, height: 900 })
      await page.goto(addressIn(language, address))
      // Text put into a sleeping page is lost when it wakes.
      await wake(page)
      const wide = await page.evaluate(putLongWords)
      faults.push(...wide.map((each) => `${address} at ${width}: ${each}`))
    }
    expect(faults).toEqual([])
  })

/** Puts it into every text of the page and returns those that overflow. */
function putLongWords() {
  const word = `https://forms.example/${'a1B2c3D4e5'.repeat(9)}`
  const texts = [...document.querySelectorAll('main :is(h1, h2, h3, p, li, dd, blockquote)')].flatMap((element) =>
    [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()),
  )
  for (const node of texts) node.nodeValue = `${node.nodeValue} ${word}`
  const edge = document.documentElement.clientWidth
  return texts.flatMap((node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    const { left, right } = range.getBoundingClientRect()
    // Carousels scroll, and screen-reader texts have no size.
    const isMoved = node.parentElement?.closest('[aria-roledescription], .vh')
    const beyond = Math.round(Math.max(right - edge, -left))
    return beyond > 1 && !isMoved ? [`${node.parentElement?.tagName} ${node.nodeValue?.slice(0, 20)} by ${beyond}`] : []
  })
}
