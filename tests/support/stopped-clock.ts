import type { Page } from '@playwright/test'

/** Longer than the message to the page takes on a busy machine. */
const AHEAD_MILLISECONDS = 2_000

/** Stops the page's clock; `page.clock.runFor(…)` moves it. Needs `page.clock.install()` before the page opens. */
export async function stopClock(page: Page) {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD_MILLISECONDS)
}

/** The application posts messages to itself: earlier ones are handled before this one. */
export const settle = (page: Page) =>
  page.evaluate(async () => {
    for (let turn = 0; turn < 3; turn++)
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = resolve
        port2.postMessage('')
      })
  })
