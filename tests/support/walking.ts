import type { Page } from '@playwright/test'

/** Tabs through the page and reports stops that are hidden or have no visible focus. */
export async function walkThrough(page: Page, key: 'Tab' | 'Shift+Tab') {
  await page.evaluate(() => {
    ;(document.activeElement as HTMLElement | null)?.blur()
  })
  if (key === 'Tab') return walkOn(page, key)
  await page.keyboard.down('Shift')
  const faults = await walkOn(page, key)
  await page.keyboard.up('Shift')
  return faults
}

async function walkOn(page: Page, way: string) {
  const faults: string[] = []
  for (let step = 0; step < MAX_STOPS; step++) {
    await page.keyboard.down('Tab')
    // The focus moves on key down, so do not wait for key up.
    const [{ isOver, fault }] = await Promise.all([page.evaluate(lookAtFocus), page.keyboard.up('Tab')])
    if (fault) faults.push(`${way} ${fault}`)
    if (isOver) return faults
  }
  return [...faults, `${way} never came to the end`]
}

const MAX_STOPS = 160

function lookAtFocus(): { isOver: boolean; fault?: string } {
  const focused = document.activeElement
  if (!focused || focused === document.body) return { isOver: true }
  const name = `<${focused.tagName.toLowerCase()}> ${(focused.getAttribute('aria-label') ?? focused.textContent ?? '').trim().slice(0, 40)}`
  // A control drawn by its label is visible where the label is.
  const shown =
    focused.matches('.vh, [type=file]') || getComputedStyle(focused).opacity === '0'
      ? (focused.closest('label') ?? focused.parentElement ?? focused)
      : focused
  const box = shown.getBoundingClientRect()
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const points = [0.1, 0.5, 0.9].map((share) => ({ x: middle.x, y: box.y + box.height * share }))
  const isSeen = [...points, { x: box.x + 4, y: middle.y }, { x: box.right - 4, y: middle.y }].some(({ x, y }) => {
    const top = document.elementFromPoint(x, y)
    return top !== null && (shown.contains(top) || top.contains(shown))
  })
  // Some controls share their frame with an icon, and the frame has the outline.
  const marked = [shown, focused, ...shown.children, shown.parentElement, shown.closest('form')].find((each) => {
    if (!each) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(each)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  if (!isSeen) return { isOver: false, fault: `${name} is hidden at ${Math.round(box.y)}` }
  if (!marked) return { isOver: false, fault: `${name} has no mark` }
  const { outlineColor, outlineOffset } = getComputedStyle(marked)
  const ground = outlineOffset.startsWith('-') ? ownGround(marked) : groundAround(marked)
  const contrast = contrastOf(outlineColor, ground)
  if (contrast < 3) return { isOver: false, fault: `${name} has a mark of contrast ${contrast.toFixed(1)}` }
  return { isOver: false }
  /** A cell may be covered by its own shape. */
  function ownGround(element: Element) {
    const { content, backgroundColor } = getComputedStyle(element, '::before')
    return content === 'none' ? groundOf(element) : backgroundColor
  }
  /** The background may be painted by an element that is no ancestor. */
  function groundAround(element: Element) {
    const { x, y, height } = element.getBoundingClientRect()
    const below = document.elementsFromPoint(x - 4, y + height / 2).find((each) => !isClear(each))
    return below ? getComputedStyle(below).backgroundColor : groundOf(element.parentElement)
  }
  function isClear(element: Element) {
    return /, 0\)$|transparent/.test(getComputedStyle(element).backgroundColor)
  }
  function groundOf(element: Element | null): string {
    if (!element) return 'rgb(255, 255, 255)'
    return isClear(element) ? groundOf(element.parentElement) : getComputedStyle(element).backgroundColor
  }
  function contrastOf(one: string, other: string) {
    const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a)
    return (light + 0.05) / (dark + 0.05)
  }
  function luminanceOf(colour: string) {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
}
