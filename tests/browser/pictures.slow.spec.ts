import { LANGUAGES } from '#texts/languages.ts'
import { ADDRESSES } from '../support/addresses.ts'
import {
  acceptPicture,
  differenceFrom,
  isRecorded,
  majorOf,
  nameOf,
  recordedMajor,
  THEMES,
  takePicture,
  type View,
  WIDTHS,
} from '../support/pictures.ts'
import { expect, inWholeBrowser, test } from '../support/site.ts'
import { isLong } from '../support/turns.ts'

/** Every page in both languages, widths and themes, against its accepted picture. */

const isAccepting = process.env.ACCEPT_PICTURES === '1'
const isWhole = isAccepting || isLong

test.use({ ...inWholeBrowser, expectedErrors: [/status of 404/] })
test.describe.configure({ mode: 'parallel', timeout: 900_000 })

for (const language of LANGUAGES)
  for (const width of WIDTHS)
    test(`every page looks as it was accepted: ${language}, ${width} pixels`, async ({ page, browser }) => {
      const major = majorOf(browser)
      test.skip(
        !isAccepting && recordedMajor() !== major,
        `NOT RUN: the pictures were taken in Chromium ${recordedMajor()}, this is ${major}`,
      )
      const differing: string[] = []
      for (const view of viewsOf(language, width)) {
        const picture = await takePicture(page, view)
        if (isAccepting && !isSame(await differenceIfRecorded(view, picture))) acceptPicture(view, picture, major)
        if (isAccepting) continue
        const difference = await differenceIfRecorded(view, picture)
        if (difference) differing.push(`${nameOf(view)}: ${difference}`)
      }
      expect(differing, 'if this was meant: npm run draw -- pages').toEqual([])
    })

test('a button that has moved by its own height is noticed', async ({ page, browser }) => {
  test.skip(isAccepting || recordedMajor() !== majorOf(browser), 'NOT RUN: the pictures were taken in another Chromium')
  for (const width of WIDTHS) {
    const view: View = { address: '/services-details/1', language: 'en', width, theme: 'light' }
    expect(await differenceIfRecorded(view, await takePicture(page, view))).toBeUndefined()
    const moved = await takePicture(page, view, 'main a:has(> span:empty:first-child) { translate: 0 3.5rem }')
    expect(await differenceIfRecorded(view, moved)).toMatch(/differs in/)
  }
})

/** `npm test` sees each page at both widths, each in one language and theme by turns. */
function viewsOf(language: View['language'], width: View['width']): View[] {
  const turn = LANGUAGES.indexOf(language) + WIDTHS.indexOf(width)
  return ADDRESSES.flatMap((address, index) => {
    const isSeen = isWhole || (index + turn) % LANGUAGES.length === 0
    const themes = THEMES.filter(
      (_, at) => isWhole || Math.floor(index / LANGUAGES.length + turn) % THEMES.length === at,
    )
    return isSeen ? themes.map((theme) => ({ address, language, width, theme })) : []
  })
}

const differenceIfRecorded = async (view: View, picture: Buffer) =>
  isRecorded(view) ? differenceFrom(view, picture) : 'there is no picture of it yet'

const isSame = (difference: string | undefined) => difference === undefined
