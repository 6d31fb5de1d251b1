import { expect, type Page } from '@playwright/test'
import type { Language } from '#texts/languages.ts'
import type { aPhoto } from './photographs.ts'

/** The text of an article in the desk's editor. */
export const textOf = (page: Page, language: Language) => page.locator(`[data-column=${language}] [role=textbox]`)

/** In a new block behind the last. */
export async function goToEnd(page: Page, language: Language) {
  const text = textOf(page, language)
  await text.locator('> *').last().click()
  // The editor settles its selection a moment after it gets the focus.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+End')
    const isAtEnd = await text.evaluate(async (element) => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      const range = getSelection()?.getRangeAt(0).cloneRange()
      range?.setEndAfter(element.lastElementChild as Element)
      return range?.toString() === ''
    })
    expect(isAtEnd).toBe(true)
  }).toPass()
  await page.keyboard.press('Enter')
}

/** Below the last block. */
export async function dropPictures(page: Page, language: Language, photos: Awaited<ReturnType<typeof aPhoto>>[]) {
  const files = photos.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') }))
  await textOf(page, language).evaluate((target, given) => {
    const dataTransfer = new DataTransfer()
    for (const { name, mimeType, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))
      dataTransfer.items.add(new File([bytes], name, { type: mimeType }))
    }
    const { left, bottom } = (target.lastElementChild as Element).getBoundingClientRect()
    const point = { clientX: left + 5, clientY: bottom - 5 }
    target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, ...point }))
  }, files)
}
