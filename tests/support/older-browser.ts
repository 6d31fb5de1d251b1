import type { Page } from '@playwright/test'

/** Removes features missing in Chrome 109, Firefox 115 and Safari 16. Call before the first page. */
export async function asInOlderBrowser(page: Page) {
  await page.addInitScript(() => {
    const missing: [object, string[]][] = [
      [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
      [Array, ['fromAsync']],
      [Object, ['groupBy']],
      [Map, ['groupBy']],
      [Promise, ['withResolvers', 'try']],
      [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
      [String.prototype, ['isWellFormed', 'toWellFormed']],
      [URL, ['canParse', 'parse']],
      [AbortSignal, ['any']],
      [Intl, ['Segmenter', 'DurationFormat']],
      [Document.prototype, ['startViewTransition']],
      [HTMLElement.prototype, ['popover', 'showPopover', 'hidePopover', 'togglePopover']],
    ]
    for (const [holder, names] of missing) for (const name of names) Reflect.deleteProperty(holder, name)
    const { matches } = Element.prototype
    Object.defineProperty(Element.prototype, 'matches', {
      value(this: Element, selector: string) {
        if (selector.includes(':popover-open')) throw new DOMException('is not a valid selector', 'SyntaxError')
        return matches.call(this, selector)
      },
    })
    const isForPopover = (target: EventTarget | null) => target instanceof Element && target.closest('[popovertarget]')
    addEventListener('click', (event) => isForPopover(event.target) && event.preventDefault(), true)
  })
}
