import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

// Drawings of hundreds of shapes, hidden from readers: nothing in them has a name, a role or words, and looking takes as long as all the rest.
const DRAWINGS = 'svg[aria-hidden="true"]'

/** Every rule of axe but the experimental ones, best practice and target size among them. */
export async function accessibilityFaults(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .exclude(DRAWINGS)
    .options({ rules: { 'target-size': { enabled: true } } })
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

export async function expectAccessible(page: Page) {
  expect(await accessibilityFaults(page)).toEqual([])
}
