import { addAuthenticator, expect, test } from '../support/desk-browser.ts'

// Other tests make people of their own, and then there is nothing to set up any more.
test.use({ isDeskNew: true })

test('whoever reads the terminal sets the desk up with a passkey, and signs in with it again', async ({
  page,
  desk,
}) => {
  const [, code = ''] = /minutes: (\S+)/.exec(desk.site.output()) ?? []
  await addAuthenticator(page)
  await page.goto('/inbox')
  await page.getByLabel('One-time code from the terminal').fill(code.toLowerCase())
  await page.getByLabel('Your name').fill('Karim Nabil')
  await page.getByLabel('Email').fill('karim@nuqta.example')
  await page.getByRole('button', { name: 'Create a passkey and sign in' }).click()
  await expect(page.getByRole('listitem')).toHaveCount(8)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  // The address that was wanted in the first place.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inbox')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('sign out')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inbox')
})
