import { codeAt } from '#domain/people/one-time-codes.ts'
import { changeRoles } from '#domain/people/people.ts'
import { hashOf } from '#domain/platform/secrets.ts'
import { addAuthenticator, expect, type Page, test } from '../support/desk-browser.ts'
import { makePerson, PASSWORD, type TestPerson } from '../support/desk-people.ts'
import { storeMessage } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { findRows, updateRows } from '../support/rows.ts'
import { languagesByTurn } from '../support/turns.ts'

for (const language of languagesByTurn(0)) {
  const { door, people, shell } = deskTextsIn(language)

  test(`an invited colleague joins with password and code (${language})`, async ({ page, signInAs, browser, desk }) => {
    await signInAs('owner', { language, open: '/people' })
    await page.getByRole('button', { name: people.invite, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(people.name).fill('Nadia Fouad')
    await dialog.getByLabel(people.email).fill(`nadia-${language}@nuqta.example`)
    await dialog.getByRole('button', { name: people.makeLink }).click()
    const link = await page.getByText(`${desk.url}/join#`).innerText()
    await page.getByRole('button', { name: people.done }).click()
    await expect(page.getByText(people.invited)).toBeVisible()

    // The page and the desk speak the invitation's language, not the browser's.
    const colleague = await (await browser.newContext()).newPage()
    const other = language === 'ar' ? 'en' : 'ar'
    await colleague.context().addCookies([{ name: 'desk-language', value: other, url: desk.url }])
    await colleague.goto(link)
    await expect(colleague.locator('html')).toHaveAttribute('lang', language)
    await colleague.getByLabel(door.factor.password).check()
    await colleague.getByLabel(door.factor.newPassword, { exact: true }).fill(PASSWORD)
    const secret = (await colleague.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '')
    await colleague.getByLabel(door.factor.code, { exact: true }).fill(await codeAt(secret, new Date()))
    await colleague.getByRole('button', { name: door.factor.createPassword }).click()
    await colleague.getByRole('button', { name: door.recovery.done }).click()
    await expect(colleague.getByRole('link', { name: shell.screens.inbox }).first()).toBeVisible()
    // A recruiter sees no people, not even by address.
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
  test.use({ expectedErrors: [/401|403/] })

  test('is begun again in place, and what was asked for happens', async ({ page, signInAs, desk }) => {
    const person = await signInAs('owner', { open: '/people' })
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite someone' })
    await dialog.getByLabel('Name').fill('Hassan Wagdy')
    await dialog.getByLabel('Email').fill('hassan@nuqta.example')
    await desk.database.write((queries) => queries.deleteFrom('sessions').where('person_id', '=', person.id).execute())
    await dialog.getByRole('button', { name: 'Make the link' }).click()

    const door = page.getByRole('dialog', { name: 'Your session has ended' })
    await door.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await door.getByLabel('One-time code').fill(await codeAt(person.oneTimeSecret, new Date()))
    await door.getByRole('button', { name: 'Sign in', exact: true }).click()

    const link = await page.getByText(`${desk.url}/join#`).innerText()
    const kept = await findRows(desk.database.queries, 'invitations', {
      secret_hash: hashOf(link.split('#')[1] as string),
    })
    expect(kept.map(({ email }) => email)).toEqual(['hassan@nuqta.example'])
  })

  test('while a fresh proof is asked for begins anew with that proof', async ({ page, signInAs, desk }) => {
    const person = await signInAs('owner')
    await desk.database.write((queries) =>
      updateRows(queries, 'sessions', { person_id: person.id }, { proved_at: new Date(0).toISOString() }),
    )
    await page.goto('/people')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite someone' })
    await dialog.getByLabel('Name').fill('Mai Wagdy')
    await dialog.getByLabel('Email').fill('mai@nuqta.example')
    await dialog.getByRole('button', { name: 'Make the link' }).click()
    const door = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await door.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await desk.database.write((queries) => queries.deleteFrom('sessions').where('person_id', '=', person.id).execute())
    await door.getByLabel('One-time code').fill(await codeAt(person.oneTimeSecret, new Date()))
    await door.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page.getByText(`${desk.url}/join#`)).toBeVisible()
  })

  test('because the role was changed begins anew with what the new role may do', async ({ page, signInAs, desk }) => {
    await makePerson(desk.database, 'owner')
    const person = await signInAs('owner')
    const reference = await storeMessage(desk)
    await page.goto(`/inbox/${reference}`)
    await page.getByRole('tab', { name: 'Private note' }).click()
    await page.getByLabel('Note for the team').fill('Typed before it was known')
    await desk.database.write((queries) => changeRoles(queries, person.id, { roles: ['reader'], seen: ['owner'] }))
    await page.getByRole('button', { name: 'Add note' }).click()
    await signInAgain(page, person)
    // A reader may neither write notes nor decline. The typed text stays.
    await expect(page.getByRole('button', { name: 'Erase' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Reply' })).toHaveCount(0)
  })

  test('because another person signed in elsewhere is not used in their name', async ({ page, signInAs, desk }) => {
    const person = await signInAs('owner', { name: 'Of this window' })
    const reference = await storeMessage(desk)
    await page.goto(`/inbox/${reference}`)
    await page.getByRole('tab', { name: 'Private note' }).click()
    await page.getByLabel('Note for the team').fill('Mine alone')
    await signInAs('recruiter', { name: 'Of the other window' })
    await page.getByRole('button', { name: 'Add note' }).click()
    await signInAgain(page, person)
    await expect(page.getByRole('listitem').filter({ hasText: 'Mine alone' })).toContainText('Of this window')
    const notes = await findRows(desk.database.queries, 'submission_notes', { note: 'Mine alone' })
    expect(notes.map((note) => note.author_id)).toEqual([person.id])
  })
})

async function signInAgain(page: Page, { oneTimeSecret }: TestPerson) {
  const door = page.getByRole('dialog', { name: 'Your session has ended' })
  await door.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await door.getByLabel('One-time code').fill(await codeAt(oneTimeSecret, new Date()))
  await door.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(door).toHaveCount(0)
}

test('somebody adds a passkey to their account and removes their password', async ({ page, signInAs }) => {
  await signInAs('reader')
  await addAuthenticator(page)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('button', { name: /Remove the passkey/ })).toBeVisible()
  await page.getByRole('button', { name: 'Remove password and code' }).click()
  await expect(page.getByText('You have no password')).toBeVisible()
})
