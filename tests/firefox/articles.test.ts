import { aLine, aPicture, type CaretDriver, deletePicture, editLine, openArticle } from '../support/caret.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { expect, firefoxTest, type Page } from '../support/firefox.ts'
import { startDesk } from '../support/start-desk.ts'

const test = firefoxTest(startDesk)

const driverOf = (page: Page): CaretDriver => ({
  async press(key, modifier) {
    if (modifier) await page.keyboard.down(modifier)
    await page.keyboard.press(key as 'a')
    if (modifier) await page.keyboard.up(modifier)
  },
  evaluate: (task, selector) => page.evaluate(task, selector),
})

async function open(page: Page, { address, session: value }: { address: string; session: string }) {
  const domain = new URL(address).hostname
  await page.browserContext().setCookie({ name: 'desk-language', value: 'ar', domain })
  await page.browserContext().setCookie({ name: 'desk-session', value, domain, httpOnly: true, sameSite: 'Strict' })
  await page.goto(address)
  return driverOf(page)
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

test('the / menu is chosen from by keys and by the mouse', async ({ page, server: desk }) => {
  const opened = await openArticle(desk, '')
  const { press } = await open(page, opened)
  const { tools } = deskTextsIn('ar').content.article
  const text = '[data-column=ar] [role=textbox]'
  await page.waitForSelector(text)
  await page.focus(text)
  for (const letter of '/عنو') await press(letter)
  await page.waitForSelector('[role=listbox]')
  await press('Enter')
  for (const letter of 'أول') await press(letter)
  await press('Enter')
  for (const letter of '/li') await press(letter)
  await page.locator(`::-p-aria([name="${tools.numbers}"][role="option"])`).click()
  for (const letter of 'ثان') await press(letter)
  await opened.isStored('## أول\n\n1. ثان')
  expect(await page.$('[role=listbox]')).toBeNull()
})
