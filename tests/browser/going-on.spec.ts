import { expect, type Page, test } from '../support/site.ts'
import { openAwake } from '../support/waking.ts'

const linkTo = (page: Page, address: string) => page.getByRole('banner').locator(`a[href="${address}"]:visible`)

/** How often the browser was asked for a view transition. */
async function countTransitions(page: Page) {
  await page.addInitScript(() => {
    const { startViewTransition } = document
    if (!startViewTransition) return
    document.startViewTransition = (...change) => {
      const { dataset } = document.documentElement
      dataset.transitions = String(Number(dataset.transitions ?? 0) + 1)
      return startViewTransition.call(document, ...change)
    }
  })
  return () => page.evaluate(() => Number(document.documentElement.dataset.transitions ?? 0))
}

for (const [reducedMotion, transitions] of [
  ['no-preference', 1],
  ['reduce', 0],
] as const)
  test(`one page fades into the next ${transitions} times where motion is "${reducedMotion}"`, {
    tag: '@slow',
  }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion })
    const transitionsSoFar = await countTransitions(page)
    await openAwake(page, '/about')
    await linkTo(page, '/services').click()
    await page.waitForURL('**/services')
    await expect(page.locator('main h1')).toBeFocused()
    expect(await transitionsSoFar()).toBe(transitions)
  })
