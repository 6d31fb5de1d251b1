import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Every rule that axe has — of level A and AA, best practice, the experimental ones and those that are off unless asked for —
 * and the whole page. Left out are the deprecated rules and two more.
 */
export async function accessibilityFaults(page: Page, { onlyColours = false } = {}) {
  await page.evaluate(themeIsPainted)
  // Loading axe takes as long as some of its rules, so a document loads it once.
  const isLoaded = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: ALREADY_LOADED }) })
    // Twice as fast; all it leaves out are frames of other sites, and there are none.
    .setLegacyMode()
    .options({ rules: SWITCHED, resultTypes: ['violations'] })
  const { violations } = await (onlyColours ? axe.withRules(RULES_ON_COLOURS) : axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
}

export async function expectAccessible(page: Page) {
  expect(await accessibilityFaults(page)).toEqual([])
}

/** Colours glide from one theme to the other. */
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
  // A row that scrolls must be within reach of the keyboard, says another rule; this one takes it for a widget.
  'focus-order-semantics': { enabled: false },
}
