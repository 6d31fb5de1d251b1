import { aContactMessage } from '../support/builders.ts'
import { expect, firefoxTest, openForm, readingOf, submit, typeIn } from '../support/firefox.ts'
import { startSite } from '../support/start-site.ts'
import { newEmail, rowsOf } from '../support/submissions.ts'

/** Blocking cookies blocks all storage and locks too. */
const test = firefoxTest(startSite, { 'network.cookie.cookieBehavior': 2 })

test('a message arrives where cookies are forbidden', async ({ page, server: site }) => {
  const message = aContactMessage({ email: newEmail() })
  await openForm(page, `${site.url}/contact`)
  await typeIn(page, message)
  await submit(page)
  await expect.poll(() => readingOf(page)).toMatch(/NQ-/)
  expect(rowsOf(site, 'contact-message', message.email)).toHaveLength(1)
})
