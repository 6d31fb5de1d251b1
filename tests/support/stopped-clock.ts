import type { Page } from '@playwright/test'

/** Longer than it takes to tell the page, on a busy machine too. */
const AHEAD_MILLISECONDS = 2_000

/** From now on time passes only where the test says so, with `page.clock.runFor(…)`. The page was opened after `page.clock.install()`. */
export async function stopClock(page: Page) {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD_MILLISECONDS)
}

/** The application works in messages to itself: whatever it had to do before this one is done. */
export const settle = (page: Page) =>
  page.evaluate(async () => {
    for (let turn = 0; turn < 3; turn++)
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = resolve
        port2.postMessage('')
      })
  })
