import type { Page } from '@playwright/test'

/** A page sleeps until its visitor interacts. */
export async function wake(page: Page) {
  await page.evaluate(() => dispatchEvent(new Event('pointermove')))
  await page.waitForFunction(() => window.siteIsAwake === true)
}

export async function openAwake(page: Page, address: string) {
  await page.goto(address)
  await wake(page)
}
