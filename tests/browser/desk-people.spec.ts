import { codeAt } from '#domain/people/one-time-codes.ts'
import { hashOf } from '#domain/secrets.ts'
import { addAuthenticator, expect, test } from '../support/desk-browser.ts'
import { PASSWORD } from '../support/desk-people.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { languagesByTurn } from '../support/turns.ts'

for (const language of languagesByTurn(0)) {
  const { door, people, shell } = deskTextsIn(language)

  test(`in ${language}: an owner invites a colleague, who joins with a password and a code`, async ({
    page,
    signInAs,
    browser,
    desk,
  }) => {
    await signInAs('owner', { language })
    await page.goto('/people')
    await page.getByRole('button', { name: people.invite, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(people.name).fill('Nadia Fouad')
    await dialog.getByLabel(people.email).fill(`nadia-${language}@nuqta.example`)
    await dialog.getByRole('button', { name: people.makeLink }).click()
    const link = await page.getByText(`${desk.url}/join#`).innerText()
    await page.getByRole('button', { name: people.done }).click()
    await expect(page.getByText(people.invited)).toBeVisible()

    const colleague = await (await browser.newContext()).newPage()
    await colleague.context().addCookies([{ name: 'desk-language', value: language, url: desk.url }])
    await colleague.goto(link)
    await colleague.getByLabel(door.factor.password).check()
    await colleague.getByLabel(door.factor.newPassword, { exact: true }).fill(PASSWORD)
    const secret = (await colleague.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '')
    await colleague.getByLabel(door.factor.code, { exact: true }).fill(await codeAt(secret, new Date()))
    await colleague.getByRole('button', { name: door.factor.createPassword }).click()
    await colleague.getByRole('button', { name: door.recovery.done }).click()
    await expect(colleague.getByRole('link', { name: shell.screens.inbox }).first()).toBeVisible()
    // A recruiter sees no people, not even by the address.
    await colleague.goto(`${desk.url}/people`)
    await expect(colleague.getByText(shell.failure.notAllowed)).toBeVisible()

    // The link worked once.
    await colleague.context().clearCookies()
    await colleague.goto(link)
    await colleague.reload()
    await expect(colleague.getByRole('alert')).toBeVisible()
    await colleague.context().close()
  })
}

test.describe('a session that ends', () => {
  test.use({ expectedErrors: [/401/] })

  test('is begun again in place, and what was asked for happens', async ({ page, signInAs, desk }) => {
    const person = await signInAs('owner')
    await page.goto('/people')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
    await dialog.getByLabel('Name').fill('Hassan Wagdy')
    await dialog.getByLabel('Email').fill('hassan@nuqta.example')
    await desk.database.write((queries) => queries.deleteFrom('sessions').where('person_id', '=', person.id).execute())
    await dialog.getByRole('button', { name: 'Make the link' }).click()

    const door = page.getByRole('dialog', { name: 'Your session has ended' })
    await door.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await door.getByLabel('One-time code').fill(await codeAt(person.oneTimeSecret, new Date()))
    await door.getByRole('button', { name: 'Sign in', exact: true }).click()

    const link = await page.getByText(`${desk.url}/join#`).innerText()
    const kept = await desk.database.queries
      .selectFrom('invitations')
      .select('email')
      .where('secret_hash', '=', hashOf(link.split('#')[1] as string))
      .execute()
    expect(kept).toEqual([{ email: 'hassan@nuqta.example' }])
  })
})

test('somebody adds a passkey to their account and removes their password', async ({ page, signInAs }) => {
  await signInAs('reader')
  await addAuthenticator(page)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('button', { name: /Remove the passkey/ })).toBeVisible()
  await page.getByRole('button', { name: 'Remove both' }).click()
  await expect(page.getByText('You have no password')).toBeVisible()
})
