import { changeStage } from '#domain/submissions/handling.ts'
import { accessibilityFaults } from '../support/axe.ts'
import { expect, type Page, test } from '../support/desk-browser.ts'
import { findStored, storeApplication, storeMessage, uniqueName } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { languagesByTurn } from '../support/turns.ts'

/** Text typed at the desk is never lost before it is stored. */

/** Holds the response, not the request, until released. */
async function holdResponses(page: Page, method: string, address: string) {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  let reach = () => {}
  const isReached = new Promise<void>((resolve) => {
    reach = resolve
  })
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    const response = await route.fetch()
    reach()
    await isReleased
    await route.fulfill({ response })
  })
  return { isReached, release }
}

for (const language of languagesByTurn(0)) {
  const { submission, letters, submissions } = deskTextsIn(language)

  test(`text typed while another is sent stays and is sent next (${language})`, async ({ page, signInAs, desk }) => {
    const reference = await storeApplication(desk, { fields: { name: uniqueName('Rana'), job_id: 1 } })
    await signInAs('recruiter', { language, open: `/inbox/${reference}` })

    await page.getByRole('tab', { name: submission.tabs.note }).click()
    const note = page.getByRole('textbox', { name: submission.note })
    await note.fill('The first note.')
    const notes = await holdResponses(page, 'POST', '**/api/submissions/*/notes')
    await page.getByRole('button', { name: submission.addNote }).click()
    await notes.isReached
    await note.press('ControlOrMeta+End')
    await note.pressSequentially(' The second one.')
    notes.release()
    await expect(page.locator('#correspondence blockquote')).toHaveText([/^The first note\./])
    await expect(note).toHaveValue('The second one.')
    await note.press('Control+Enter')
    await expect(page.locator('#correspondence blockquote')).toHaveText([/^The second one\./, /^The first note\./])
    await expect(note).toHaveValue('')

    await page.getByRole('tab', { name: submission.tabs.question }).click()
    const question = page.getByRole('textbox', { name: submission.question, exact: true })
    await question.fill('When could you begin?')
    const questions = await holdResponses(page, 'POST', '**/api/submissions/*/questions')
    await page.getByRole('button', { name: submission.sendQuestion }).click()
    await questions.isReached
    await question.fill('Where do you live?')
    questions.release()
    await expect(page.getByText(submission.waitsForAnswer)).toHaveCount(1)
    await expect(question).toHaveValue('Where do you live?')
    await page.getByRole('button', { name: submission.sendQuestion }).click()
    await expect(page.getByText(submission.waitsForAnswer)).toHaveCount(2)
    await expect(question).toHaveCount(0)

    await page.getByRole('tab', { name: submission.tabs.letter }).click()
    const letter = page.getByRole('textbox', { name: letters.body })
    await letter.fill('Hello, one.')
    const sent = await holdResponses(page, 'POST', '**/api/submissions/*/letters')
    await page.getByRole('button', { name: letters.send, exact: true }).click()
    await sent.isReached
    await letter.fill('Hello, two.')
    sent.release()
    await expect(page.getByRole('button', { name: letters.withdraw, exact: true })).toHaveCount(1)
    await expect(letter).toHaveValue('Hello, two.')
    await page.getByRole('button', { name: letters.send, exact: true }).click()
    await expect(page.getByRole('button', { name: letters.withdraw, exact: true })).toHaveCount(2)
    await expect(letter).toHaveCount(0)
  })

  test(`a decline being sent can be neither changed nor closed (${language})`, async ({ page, signInAs, desk }) => {
    const reference = await storeApplication(desk, { fields: { name: uniqueName('Salma'), job_id: 1 } })
    await signInAs('recruiter', { language, open: `/inbox/${reference}` })
    await page.getByRole('button', { name: submissions.stages.declined }).click()
    const dialog = page.getByRole('dialog')
    const body = dialog.getByRole('textbox', { name: letters.body })
    await body.fill('Thank you.')
    const held = await holdResponses(page, 'PUT', '**/api/submissions/*/stage')
    await dialog.getByRole('button', { name: submission.decline, exact: true }).click()
    await held.isReached
    await body.pressSequentially('Too late')
    await page.keyboard.press('Escape')
    await expect(body).toHaveValue('Thank you.')
    await expect(body).toHaveAttribute('readonly')
    held.release()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: submissions.stages.declined })).toHaveAttribute(
      'aria-current',
      'step',
    )
  })

  test(`a letter to many is restored after Esc and on reopening (${language})`, async ({ page, signInAs, desk }) => {
    const { inbox } = deskTextsIn(language)
    const name = uniqueName('Yara')
    const reference = await storeApplication(desk, { fields: { name, job_id: 1 } })
    await signInAs('recruiter', { language, open: `/inbox?form=career-application&search=${reference}` })
    const select = page.getByRole('checkbox', { name: inbox.select.replace('{name}', name) })
    const decline = async () => {
      await page.getByRole('button', { name: inbox.moveTo, exact: true }).click()
      await page.getByRole('menuitem', { name: submissions.stages.declined }).click()
    }
    const dialog = page.getByRole('dialog')
    const body = dialog.getByRole('textbox', { name: letters.body })
    await select.check()
    await decline()
    await body.fill('Written to many.')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.keyboard.press('z')
    await expect(body).toHaveValue('Written to many.')
    // Also when nothing is selected any more.
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(select).not.toBeChecked()
    await page.keyboard.press('z')
    await select.check()
    await decline()
    await expect(body).toHaveValue('Written to many.')
    await dialog.getByRole('button', { name: submission.decline, exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect.poll(() => findStored(desk, reference)).toMatchObject({ stage: 'declined' })
  })

  test(`every other dialog with a text restores it after Esc (${language})`, async ({ page, signInAs }) => {
    const { people, inbox, webhooks, shell } = deskTextsIn(language)
    await signInAs('owner', { language })
    const dialog = page.getByRole('dialog')
    for (const [address, open, label, typed] of [
      ['/people', people.invite, people.name, 'Nadia Fouad'],
      ['/webhooks', webhooks.add, webhooks.url, 'https://hooks.company.example/'],
      ['/inbox?language=ar', inbox.saveView, inbox.viewName, 'From Cairo'],
    ] as const) {
      await page.goto(address)
      const field = dialog.getByRole('textbox', { name: label, exact: true })
      await page.getByRole('button', { name: open, exact: true }).click()
      await field.fill(typed)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await page.keyboard.press('z')
      await expect(field).toHaveValue(typed)
      // The text survives a reload; leaving the page clears it.
      await page.reload()
      await page.getByRole('button', { name: open, exact: true }).click()
      await expect(field).toHaveValue(typed)
      await dialog.getByRole('button', { name: shell.cancel }).click()
      await page.reload()
      await page.getByRole('button', { name: open, exact: true }).click()
      await expect(field).toHaveValue('')
    }
  })
}

test.describe('without an answer', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('a screen that fails to reload keeps its text, and reloads on request', async ({ page, signInAs, desk }) => {
    const { shell, inbox, board, submissions } = deskTextsIn('en')
    const name = uniqueName('Farida')
    const reference = await storeApplication(desk, { fields: { name, job_id: 4 } })
    await signInAs('recruiter', { open: '/inbox?language=en' })
    const dialog = page.getByRole('dialog')
    const field = dialog.getByRole('textbox', { name: inbox.viewName })
    await page.getByRole('button', { name: inbox.saveView }).click()
    await field.fill('In English')
    await page.route('**/api/**', (route) => route.abort())
    await dialog.getByRole('button', { name: shell.save }).click()
    await expect(dialog.getByRole('alert')).toContainText(shell.failure.network)
    await expect(field).toHaveValue('In English')
    await page.unroute('**/api/**')
    await dialog.getByRole('button', { name: shell.save }).click()
    await expect(page.getByRole('link', { name: 'In English' })).toBeVisible()

    await page.goto('/stages/4')
    const card = page.getByRole('listitem').filter({ hasText: name }).last()
    await expect(card).toBeVisible()
    await page.route('**/api/**', (route) => route.abort())
    await card.getByRole('button', { name: board.moveTo }).click()
    await page.getByRole('menuitem', { name: submissions.stages.interview }).click()
    await expect(page.getByRole('alert')).toContainText(shell.failure.network)
    await expect(card).toBeVisible()
    await page.unroute('**/api/**')
    const doing = { actorId: null, now: new Date() }
    await desk.database.write((queries) => changeStage(queries, reference, { to: 'interview' }, doing))
    await page.getByRole('button', { name: shell.tryAgain }).click()
    const interviews = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: submissions.stages.interview }) })
    await expect(interviews.getByRole('link', { name })).toBeVisible()
  })

  test('a note that was changed after its answer was lost is stored as it stands', async ({ page, signInAs, desk }) => {
    const { shell, submission } = deskTextsIn('en')
    const reference = await storeMessage(desk, { fields: { name: uniqueName('Huda') } })
    await signInAs('recruiter', { open: `/inbox/${reference}` })
    const address = '**/api/submissions/*/notes'
    await page.route(address, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('tab', { name: submission.tabs.note }).click()
    const note = page.getByRole('textbox', { name: submission.note })
    await note.fill('Ask Tarek')
    await page.getByRole('button', { name: submission.addNote }).click()
    await expect(page.getByRole('alert')).toContainText(shell.failure.network)
    await page.unroute(address)
    await expect(note).toHaveValue('Ask Tarek')
    await note.fill('Ask Tarek on Sunday')
    await page.getByRole('button', { name: submission.addNote }).click()
    await expect(page.locator('#correspondence blockquote').first()).toHaveText(/^Ask Tarek on Sunday/)
    await expect(note).toHaveValue('')
  })
})

test('an action during the storing of a note stays on the page', async ({ page, signInAs, desk }) => {
  const { submission } = deskTextsIn('en')
  const reference = await storeMessage(desk, { fields: { name: uniqueName('Hoda') } })
  await signInAs('recruiter', { open: `/inbox/${reference}` })
  await page.getByRole('tab', { name: submission.tabs.note }).click()
  const add = page.getByRole('button', { name: submission.addNote })
  const note = page.getByRole('textbox', { name: submission.note })
  const held = await holdResponses(page, 'POST', '**/api/submissions/*/notes')
  await note.fill('Mine')
  await add.click()
  await held.isReached
  // Moving appends to the same history.
  await page.getByRole('button', { name: deskTextsIn('en').submissions.stages.archived }).click()
  await expect(page.locator('#correspondence')).toContainText('Archived')
  held.release()
  await expect(page.locator('#correspondence blockquote')).toHaveText([/^Mine/])
  await expect(page.locator('#correspondence')).toContainText('Archived')
})

test('a discarded template is restored, and a copy of another is another draft', async ({ page, signInAs }) => {
  const { templates } = deskTextsIn('en')
  await signInAs('recruiter', { open: '/templates/new' })
  const name = page.getByRole('group', { name: 'English' }).getByRole('textbox', { name: templates.name, exact: true })
  await name.fill('Begun anew')
  await page.getByRole('button', { name: templates.discard }).click()
  await expect(name).toHaveValue('')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('z')
  await expect(name).toHaveValue('Begun anew')
  await page.goto('/templates/answer')
  await page.getByRole('button', { name: templates.copy }).click()
  await expect(page.getByText(templates.newTitle)).toBeVisible()
  await expect(name).not.toHaveValue('Begun anew')
})
