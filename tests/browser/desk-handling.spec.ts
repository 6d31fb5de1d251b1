import { markAnswered } from '#domain/submissions/handling.ts'
import { accessibilityFaults } from '../support/axe.ts'
import { expect, type OpenDesk, test } from '../support/desk-browser.ts'
import { findStored, storeApplication, storeMessage, uniqueName } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { findRows } from '../support/rows.ts'
import { languagesByTurn } from '../support/turns.ts'

const lettersOwed = ({ database }: OpenDesk, reference: string) =>
  findRows(database.queries, 'mails', { kind: 'letter', reference })

for (const language of languagesByTurn(1)) {
  const { letters, shell, submission, submissions, inbox, erase } = deskTextsIn(language)

  test(`a decline whose letter waits is undone and sends nothing (${language})`, async ({ page, signInAs, desk }) => {
    const fields = { name: uniqueName('منى الجندي'), email: `mona-${language}@mail.example`, job_id: 1 }
    const reference = await storeApplication(desk, { language: 'ar', fields })
    await signInAs('recruiter', { language, open: `/inbox/${reference}` })
    await page.getByRole('button', { name: submissions.stages.declined }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('textbox', { name: letters.body })).toHaveAttribute('lang', 'ar')
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: submission.decline, exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: submissions.stages.declined })).toHaveAttribute(
      'aria-current',
      'step',
    )
    expect(await lettersOwed(desk, reference)).toHaveLength(1)

    await expect(page.getByRole('button', { name: shell.undo })).toBeVisible()
    await page.keyboard.press('z')
    await expect(page.getByRole('button', { name: submissions.stages.new, exact: true })).toHaveAttribute(
      'aria-current',
      'step',
    )
    expect(await lettersOwed(desk, reference)).toEqual([])
    expect(await findStored(desk, reference)).toMatchObject({ stage: 'new', decline_reason: null })
  })

  test(`a shared letter is at both applications, until reopened (${language})`, { tag: '@slow' }, async ({
    page,
    signInAs,
    desk,
  }) => {
    const fields = { name: uniqueName('Huda Twice'), email: `huda-${language}@mail.example`, job_id: 1 }
    const references = [await storeApplication(desk, { fields }), await storeApplication(desk, { fields })]
    await signInAs('recruiter', { language })
    const list = page.locator('#correspondence [data-kind="letter"]')
    for (const reference of references) {
      await page.goto(`/inbox/${reference}`)
      await page.getByRole('button', { name: submissions.stages.declined }).click()
      await page.getByRole('dialog').getByRole('button', { name: submission.decline, exact: true }).click()
      await expect(list).toBeVisible()
    }
    // The subject names both and lies below no other column.
    expect(await page.locator('#correspondence').evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0)
    await page.getByRole('button', { name: submissions.stages['in-review'] }).click()
    await expect(list).toHaveCount(0)
  })

  test(`the begun letter of a decline survives a reload (${language})`, { tag: '@slow' }, async ({
    page,
    signInAs,
    desk,
  }) => {
    const reference = await storeApplication(desk, { fields: { name: uniqueName('Lina Begun'), job_id: 1 } })
    await signInAs('recruiter', { language, open: `/inbox/${reference}` })
    const open = page.getByRole('button', { name: submissions.stages.declined })
    const dialog = page.getByRole('dialog')
    const body = dialog.getByRole('textbox', { name: letters.body })
    await open.click()
    await dialog.getByRole('radio', { name: JOB_CLOSED[language] }).check()
    await body.fill('A sentence of her own.')
    await page.reload()
    await open.click()
    await expect(body).toHaveValue('A sentence of her own.')
    await expect(dialog.getByRole('radio', { name: JOB_CLOSED[language] })).toBeChecked()

    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.keyboard.press('z')
    await expect(body).toHaveValue('A sentence of her own.')

    await dialog.getByRole('button', { name: shell.cancel }).click()
    await page.reload()
    await open.click()
    await expect(body).not.toHaveValue('')
    await expect(body).not.toHaveValue('A sentence of her own.')

    await body.fill('Sent as it stands.')
    await dialog.getByRole('button', { name: submission.decline, exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await page.reload()
    await expect(open).toHaveAttribute('aria-current', 'step')
    await expect(dialog).toHaveCount(0)
  })

  test(`a message is answered in its language after a preview (${language})`, async ({ page, signInAs, desk }) => {
    const fields = { name: uniqueName('هالة السيد'), email: `hala-${language}@mail.example` }
    const reference = await storeMessage(desk, { language: 'ar', fields })
    await signInAs('recruiter', { language, open: `/inbox/${reference}` })
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('r')
    await expect(page.getByRole('textbox', { name: letters.body })).toBeFocused()
    const [own, template] = ['Hello {name}, {nobody}', page.getByLabel(letters.template)]
    const usual = await template.inputValue()
    await page.getByRole('textbox', { name: letters.body }).fill(own)
    await expect(page.getByRole('textbox', { name: letters.body })).toHaveValue(`Hello ${fields.name}, {nobody}`)
    await expect(page.getByRole('alert')).toContainText('{nobody}')
    await expect(page.getByRole('button', { name: letters.send, exact: true })).toHaveAttribute('aria-disabled', 'true')
    // Viewing a template keeps the written text.
    await template.selectOption(usual)
    await template.selectOption({ label: letters.ownText })
    await expect(page.getByRole('textbox', { name: letters.body })).toHaveValue(`Hello ${fields.name}, {nobody}`)
    await template.selectOption(usual)
    await page.getByRole('button', { name: letters.preview }).click()
    await expect(page.getByRole('dialog')).toContainText(fields.name)
    await page.getByRole('dialog').getByRole('button', { name: shell.close }).click()
    const written = `${await page.getByRole('textbox', { name: letters.body }).inputValue()}\nP.S.`
    await page.getByRole('textbox', { name: letters.body }).fill(written)
    await page.getByRole('button', { name: letters.send, exact: true }).click()
    await expect(page.getByText(letters.sent).last()).toBeVisible()
    await expect.poll(() => findStored(desk, reference)).toMatchObject({ stage: 'answered' })
    await page.getByRole('button', { name: shell.undo }).click()
    await expect.poll(() => lettersOwed(desk, reference)).toEqual([])
    await expect(page.getByRole('textbox', { name: letters.body })).toHaveValue(written)
  })

  test(`a person is erased after typing the address; a receipt (${language})`, async ({ page, signInAs, desk }) => {
    const email = `gone-${language}@mail.example`
    const reference = await storeApplication(desk, { fields: { name: uniqueName('Gone'), email } })
    await signInAs('owner', { language })
    // A picture of the CV that is still being drawn when it is deleted.
    let draw = () => {}
    await page.route('**/cv/pages/**', (route) => {
      draw = () => void route.continue().catch(() => {})
    })
    const isPicture = (request: { url(): string }) => request.url().includes('/cv/pages/')
    const asked = page.waitForRequest(isPicture)
    const ended = Promise.race([
      page.waitForEvent('requestfinished', isPicture),
      page.waitForEvent('requestfailed', isPicture),
    ])
    await page.goto(`/inbox/${reference}`)
    await asked
    await page.getByRole('button', { name: submission.more }).click()
    await page.getByRole('menuitem', { name: submission.erase }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(reference)
    await expect(dialog.getByRole('button', { name: erase.erase })).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByRole('textbox').fill(email)
    await dialog.getByRole('button', { name: erase.erase }).click()
    await expect(page.getByRole('dialog', { name: erase.receiptTitle })).toBeVisible()
    expect(await findStored(desk, reference)).toBeUndefined()
    draw()
    await ended
    await page.getByRole('button', { name: erase.done }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(inbox.title)
  })
}

const JOB_CLOSED = { en: 'The job is closed', ar: 'أُغلقت الوظيفة' }

test('a bulk action is undone with one key', async ({ page, signInAs, desk }) => {
  const names = ['Dina', 'Engy'].map(uniqueName)
  const references = await Promise.all(names.map((name) => storeMessage(desk, { fields: { name } })))
  await signInAs('recruiter', { open: '/inbox?form=contact-message' })
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Move to…', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Archived' }).click()
  await expect(page.getByText('Moved 2 to Archived.').last()).toBeVisible()
  for (const reference of references) expect(await findStored(desk, reference)).toMatchObject({ stage: 'archived' })
  await page.keyboard.press('z')
  await expect.poll(() => findStored(desk, references[0] as string)).toMatchObject({ stage: 'new' })
  expect(await findStored(desk, references[1] as string)).toMatchObject({ stage: 'new' })
})

test('undoing an action that a colleague has changed since says that it stays', { tag: '@slow' }, async ({
  page,
  signInAs,
  desk,
}) => {
  const name = uniqueName('Farah')
  const reference = await storeMessage(desk, { fields: { name } })
  await signInAs('recruiter', { open: '/inbox?form=contact-message' })
  await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Move to…', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Archived' }).click()
  await expect(page.getByText('Moved one to Archived.').last()).toBeVisible()
  const doing = { actorId: null, now: new Date() }
  await desk.database.write((queries) => markAnswered(queries, reference, 'telephone', doing))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/One was not undone/).last()).toBeVisible()
  expect(await findStored(desk, reference)).toMatchObject({ stage: 'answered' })
})

test.describe('two who answer at once', () => {
  test.use({ expectedErrors: [/409/] })

  test('send one letter: the second is warned, keeps the text and may send it', { tag: '@slow' }, async ({
    page,
    signInAs,
    desk,
  }) => {
    const name = uniqueName('Ghada')
    const reference = await storeMessage(desk, { fields: { name } })
    await signInAs('recruiter', { open: `/inbox/${reference}` })
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('r')
    const letter = page.getByRole('textbox', { name: 'Letter', exact: true })
    await letter.fill('Hello {name}, here is mine.')
    const doing = { actorId: null, now: new Date() }
    await desk.database.write((queries) => markAnswered(queries, reference, 'telephone', doing))
    const send = page.getByRole('button', { name: 'Send', exact: true })
    await send.click()
    await expect(page.getByText(/Someone else changed this/)).toBeVisible()
    expect(await lettersOwed(desk, reference)).toEqual([])
    await expect(letter).toHaveValue(`Hello ${name}, here is mine.`)
    await send.click()
    await expect.poll(() => lettersOwed(desk, reference)).toHaveLength(1)
  })
})

test('the list is saved as a file, under a name of ours', { tag: '@slow' }, async ({ page, signInAs, desk }) => {
  await storeMessage(desk)
  await signInAs('recruiter', { open: '/inbox' })
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('radio', { name: /^CSV For other/ }).check()
  const saved = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^nuqta-\d{4}-\d\d-\d\d\.csv$/)
})

test('arrivals are announced while the list is open, and shown on request', { tag: '@slow' }, async ({
  page,
  signInAs,
  desk,
}) => {
  const [first, second] = [uniqueName('First'), uniqueName('Second')]
  await storeMessage(desk, { fields: { name: first } })
  await signInAs('reader', { open: '/inbox' })
  await expect(page.getByRole('link', { name: first })).toBeVisible()
  await storeMessage(desk, { fields: { name: second } })
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible()
  await expect(page.getByRole('link', { name: second })).toHaveCount(0)
  await page.keyboard.press('.')
  await expect(page.getByRole('link', { name: second })).toBeVisible()
})

test('an empty desk offers samples, marks them, and removes them with one press', { tag: '@slow' }, async ({
  page,
  signInAs,
  desk,
}) => {
  test.slow()
  await desk.database.write((queries) => queries.deleteFrom('submissions').execute())
  await signInAs('owner', { open: '/inbox' })
  await page.getByRole('button', { name: 'Load sample data' }).click()
  await expect(page.getByText('Sample', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Remove sample data' }).click()
  await expect(page.getByRole('button', { name: 'Load sample data' })).toBeVisible()
})
