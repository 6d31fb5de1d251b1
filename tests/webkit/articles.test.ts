import { aLine, aPicture, type CaretDriver, deletePicture, editLine } from '../support/caret.ts'
import { startDesk } from '../support/start-desk.ts'
import { KEYS, type Page, webkitTest } from '../support/webkit.ts'

const test = webkitTest(startDesk)

const keyOf = (key: string) => KEYS[key as keyof typeof KEYS] ?? key

async function open(page: Page, { address, session }: { address: string; session: string }): Promise<CaretDriver> {
  await page.goto(new URL(address).origin)
  await page.setCookie({ name: 'desk-language', value: 'ar' })
  await page.setCookie({ name: 'desk-session', value: session, httpOnly: true, sameSite: 'Strict' })
  await page.goto(address)
  return {
    press: (key, modifier) => page.press(keyOf(key), modifier && KEYS[modifier]),
    evaluate: page.evaluate,
  }
}

test('the caret walks an Arabic line letter by letter, and types at the edges of bold text and a link', async ({
  page,
  server: desk,
}) => {
  const opened = await aLine(desk)
  await editLine(await open(page, opened), opened)
})

test('a picture is deleted from below and when it is chosen, and comes back', async ({ page, server: desk }) => {
  const opened = await aPicture(desk)
  await deletePicture(await open(page, opened), opened)
})
