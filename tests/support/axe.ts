import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Every rule of axe, experimental and best practice included, except deprecated ones and two more. */
export async function accessibilityFaults(page: Page, { onlyColours = false } = {}) {
  await page.evaluate(themeIsPainted)
  // Loading axe is slow, so a document loads it once.
  const isLoaded = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: ALREADY_LOADED }) })
    // Twice as fast; it only leaves out frames of other sites.
    .setLegacyMode()
    .options({ rules: SWITCHED, resultTypes: ['violations'] })
  const { violations } = await (onlyColours ? axe.withRules(RULES_ON_COLOURS) : axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
}

export async function expectAccessible(page: Page) {
  expect(await accessibilityFaults(page)).toEqual([])
}

/** Waits for the transition from one theme to the other. */
async function themeIsPainted() {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const gliding = document.getAnimations().filter((each) => each instanceof CSSTransition)
  await Promise.all(gliding.map(({ finished }) => finished.catch(() => {})))
}

const ALREADY_LOADED = 'undefined'

const RULES_ON_COLOURS = ['color-contrast', 'link-in-text-block']

const SWITCHED = {
  'target-size': { enabled: true },
  'identical-links-same-purpose': { enabled: true },
  'meta-refresh-no-exceptions': { enabled: true },
  'css-orientation-lock': { enabled: true },
  'hidden-content': { enabled: true },
  'label-content-name-mismatch': { enabled: true },
  'p-as-heading': { enabled: true },
  'table-fake-caption': { enabled: true },
  'td-has-header': { enabled: true },
  // A contrast of seven is level AAA.
  'color-contrast-enhanced': { enabled: false },
  // Takes a scrollable row, focusable by another rule, for a widget.
  'focus-order-semantics': { enabled: false },
}
