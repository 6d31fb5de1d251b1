import { expect, type Page, test } from '../support/site.ts'
import { openAwake } from '../support/waking.ts'

/** server/pages/finish-html.ts inlines the styles. */

function styleFilesAskedBy(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\.css\b/.test(request.url())) asked.push(request.url())
  })
  return asked
}

test('no style file is asked for, neither by the sleeping page nor when it wakes', async ({ page }) => {
  const asked = styleFilesAskedBy(page)
  await openAwake(page, '/about')
  expect(asked).toEqual([])
})

test('a page that is reached inside the application looks as it does when it is loaded', async ({ page, context }) => {
  const asked = styleFilesAskedBy(page)
  await openAwake(page, '/about')
  await page.locator('header nav a[href="/services"]').first().click()
  await page.waitForURL('**/services')
  await expect(page.locator('main h1')).toBeFocused()
  expect(asked.length).toBeGreaterThan(0)

  const loaded = await context.newPage()
  await loaded.goto('/services')
  await loaded.evaluate(() => document.fonts.ready)
  await expect.poll(() => page.evaluate(readLook)).toEqual(await loaded.evaluate(readLook))
})

function readLook() {
  return [...document.querySelectorAll('main *')]
    .filter((element) => !element.closest('svg'))
    .map((element) => {
      const { width, height } = element.getBoundingClientRect()
      const { fontSize, color } = getComputedStyle(element)
      return `${element.tagName} ${Math.round(width)} ${Math.round(height)} ${fontSize} ${color}`
    })
}
