import type { Page } from '@playwright/test'

/** Texts that are not fully visible: outside the window, clipped, or covered by another text or control. */
export const unreadableTexts = (page: Page) => page.evaluate(findUnreadableTexts)

function findUnreadableTexts() {
  const TOLERANCE_PIXELS = 2
  interface Piece {
    element: Element
    name: string
    left: number
    right: number
    top: number
    bottom: number
  }
  const faults = new Set<string>()
  const shorten = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, 30)

  const isForReadersOnly = (element: Element | null): boolean =>
    element !== null &&
    (/inset\(50%\)/.test(getComputedStyle(element).clipPath) || isForReadersOnly(element.parentElement))

  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('svg, script, style, noscript, option, [inert], details:not([open]) > :not(summary)') &&
    // The skip link is above the window until focused.
    !element.closest('[href="#main"]') &&
    !isForReadersOnly(element)

  const isDrawnFullStop = (element: Element) =>
    element.textContent === '.' && getComputedStyle(element).clipPath !== 'none'

  /** Scrollable and paged parts may hide content. */
  const canBeMoved = (element: Element | null): boolean =>
    element !== null &&
    element !== document.documentElement &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX + getComputedStyle(element).overflowY) ||
      element.matches('[aria-roledescription]') ||
      canBeMoved(element.parentElement))

  const cutterOf = (element: Element | null): Element | null =>
    !element || element === document.body
      ? null
      : getComputedStyle(element).overflow === 'visible'
        ? cutterOf(element.parentElement)
        : element

  /** A text that ends in an ellipsis shows its beginning on purpose. */
  const excerptOf = (element: Element) => {
    const { textOverflow, webkitLineClamp } = getComputedStyle(element)
    const { left, right, bottom } = element.getBoundingClientRect()
    return {
      ...(textOverflow === 'ellipsis' ? { left, right } : { left: -Infinity, right: Infinity }),
      bottom: webkitLineClamp === 'none' ? Infinity : bottom,
    }
  }

  /** A field leaves room beside its words for an icon or a button. */
  const boxForWords = (control: Element) => {
    const { left, right, top, bottom, width } = control.getBoundingClientRect()
    const { paddingLeft, paddingRight } = getComputedStyle(control)
    if (!control.matches('input, textarea')) return { left, right, top, bottom, width }
    return {
      left: left + Number.parseFloat(paddingLeft),
      right: right - Number.parseFloat(paddingRight),
      top,
      bottom,
      width,
    }
  }

  const pieces: Piece[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement as Element
    const text = texts.currentNode.textContent ?? ''
    if (text.trim() === '' || !isShown(element) || isDrawnFullStop(element)) continue
    // Letter boxes are taller than their ink, so lines of a heading overlap.
    const ink = Number.parseFloat(getComputedStyle(element).fontSize) * 0.35
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    const shown = excerptOf(element)
    for (const { left, right, top, bottom, width } of range.getClientRects()) {
      const middle = (top + bottom) / 2
      if (middle > shown.bottom) continue
      const across = { left: Math.max(left, shown.left), right: Math.min(right, shown.right) }
      if (width > 1) pieces.push({ element, name: shorten(text), ...across, top: middle - ink, bottom: middle + ink })
    }
  }
  for (const control of document.querySelectorAll(
    'a:has(> span:empty:first-child), button, input:not(.vh), textarea, select',
  )) {
    if (!isShown(control)) continue
    const { left, right, top, bottom, width } = boxForWords(control)
    const label = control.getAttribute('aria-label') ?? control.getAttribute('name') ?? control.textContent ?? ''
    if (width > 1) pieces.push({ element: control, name: `<${shorten(label)}>`, left, right, top, bottom })
  }

  for (const { element, name, left, right, top, bottom } of pieces) {
    if (canBeMoved(element)) continue
    const width = document.documentElement.clientWidth
    if (left < -TOLERANCE_PIXELS || right > width + TOLERANCE_PIXELS) faults.add(`${name} leaves the window`)
    const cut = cutterOf(element)?.getBoundingClientRect()
    const isCut =
      cut &&
      (left < cut.left - TOLERANCE_PIXELS ||
        right > cut.right + TOLERANCE_PIXELS ||
        top < cut.top - TOLERANCE_PIXELS ||
        bottom > cut.bottom + TOLERANCE_PIXELS)
    if (isCut) faults.add(`${name} is cut off`)
  }

  for (const [index, one] of pieces.entries())
    for (const other of pieces.slice(index + 1)) {
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const along = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
      if (across <= TOLERANCE_PIXELS || along <= TOLERANCE_PIXELS) continue
      if (canBeMoved(one.element) || canBeMoved(other.element)) continue
      faults.add(`${one.name} and ${other.name} overlap`)
    }

  const excess = (document.scrollingElement?.scrollWidth ?? 0) - innerWidth
  if (excess > 0) faults.add(`scrolls sideways by ${excess}`)
  return [...faults]
}
