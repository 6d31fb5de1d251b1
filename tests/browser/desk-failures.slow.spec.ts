import type { Locator } from '@playwright/test'
import { lettersOf } from '#domain/submissions/letters.ts'
import { expect, type Page, test } from '../support/desk-browser.ts'
import { findStored, storeApplication, storeMessage, uniqueName } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { languagesByTurn } from '../support/turns.ts'

// One expression: Playwright would read the second of a list as options.
test.use({
  expectedErrors: [/ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch|dynamically imported|NotLoaded|422/],
})

/** Aborts calls to it until the returned function is called. */
async function cutOff(page: Page, address: string) {
  await page.route(address, (route) => route.abort())
  return () => page.unroute(address)
}

for (const language of languagesByTurn(0)) {
  const { letters, shell, submission, submissions } = deskTextsIn(language)

  test(`declining and replying wait for the letter templates (${language})`, async ({ page, signInAs, desk }) => {
    const reference = await storeApplication(desk, { fields: { name: uniqueName('Rana'), job_id: 1 } })
    await signInAs('recruiter', { language })
    const mend = await cutOff(page, '**/api/letters/templates')
    await page.goto(`/inbox/${reference}`)
    const main = page.getByRole('main')
    const dialog = page.getByRole('dialog')
    const decline = dialog.getByRole('button', { name: submission.decline, exact: true })

    await page.getByRole('tab', { name: submission.tabs.letter }).click()
    await expect(main.getByRole('alert')).toContainText(shell.failure.network)

    await page.getByRole('button', { name: submissions.stages.declined }).click()
    await expect(dialog.getByRole('alert')).toContainText(shell.failure.network)
    await expect(decline).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByRole('radio').first().press('Enter')
    await expect(decline).toBeVisible()
    expect(await findStored(desk, reference)).toMatchObject({ stage: 'new' })
    // Without a letter only on purpose.
    await dialog.getByRole('checkbox', { name: letters.withoutLetter }).check()
    await expect(decline).not.toHaveAttribute('aria-disabled')

    await mend()
    await dialog.getByRole('button', { name: shell.tryAgain }).click()
    await expect(dialog.getByRole('textbox', { name: letters.body })).toBeVisible()
    await decline.click()
    await expect(dialog).toHaveCount(0)
    const declined = await findStored(desk, reference)
    expect(declined).toMatchObject({ stage: 'declined' })
    const [letter] = await lettersOf(desk.database.queries, declined?.id as string)
    expect(letter).toMatchObject({ kind: 'decline' })
    // The text as it will arrive, placeholders filled.
    await expect(page.locator('#correspondence [data-kind="letter"]')).toBeVisible()
    expect(letter?.subject).toContain('{')
    await expect(main).not.toContainText('{')

    await main.getByRole('button', { name: shell.tryAgain }).click()
    await expect(main.getByRole('textbox', { name: letters.body })).toBeVisible()
  })
}

test('a call without a response is given up, and the text can be sent again', async ({ page, signInAs, desk }) => {
  const { shell, submission } = deskTextsIn('en')
  const reference = await storeMessage(desk, { fields: { name: uniqueName('Salwa') } })
  await signInAs('recruiter')
  await page.clock.install()
  await page.goto(`/inbox/${reference}`)
  await page.getByRole('tab', { name: submission.tabs.note }).click()
  const note = page.getByRole('textbox', { name: submission.note })
  await note.fill('Call back on Sunday')
  const send = page.getByRole('button', { name: submission.addNote })
  const asked = page.waitForRequest('**/notes')
  await page.route('**/notes', () => {})
  await send.click()
  await asked
  await page.clock.fastForward('01:01')
  await expect(page.getByText(shell.failure.network).first()).toBeVisible()
  await expect(note).toHaveValue('Call back on Sunday')
  await page.unroute('**/notes')
  await send.click()
  await expect(note).toHaveValue('')
  await expect(page.getByRole('main')).toContainText('Call back on Sunday')
})

test('a screen whose script failed opens after a reload, with the typed text', async ({ page, signInAs, desk }) => {
  const reference = await storeMessage(desk, { fields: { name: uniqueName('Hana') } })
  await signInAs('owner', { open: `/inbox/${reference}` })
  await page.getByRole('tab', { name: 'Private note' }).click()
  const note = page.getByRole('textbox', { name: 'Note for the team' })
  await note.fill('Ask Tarek')
  const mend = await cutOff(page, '**/assets/activity-*.js')
  await page.getByRole('link', { name: 'Activity' }).click()
  const { shell } = deskTextsIn('en')
  await expect(page.getByRole('alert')).toContainText(shell.failure.notLoaded)
  await mend()
  await page.getByRole('button', { name: shell.failure.reload }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activity')
  await page.goto(`/inbox/${reference}`)
  await expect(note).toHaveValue('Ask Tarek')

  // The next person at the machine finds nothing of it.
  const kept = () => page.evaluate(() => Object.entries(sessionStorage).filter(([, value]) => value.includes('Tarek')))
  expect(await kept()).toHaveLength(1)
  await page.keyboard.press('Control+k')
  await page.keyboard.type(shell.signOut)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: deskTextsIn('en').door.signIn.passkey })).toBeVisible()
  expect(await kept()).toEqual([])
})

test('a desk whose first scripts failed says so and offers a reload', async ({ page, signInAs }) => {
  await signInAs('reader')
  const mend = await cutOff(page, '**/assets/inside-*.js')
  await page.goto('/')
  const { shell } = deskTextsIn('en')
  await expect(page.getByRole('alert')).toContainText(shell.failure.notLoaded)
  await mend()
  await page.getByRole('button', { name: shell.failure.reload }).click()
  await expect(page.getByRole('link', { name: 'Inbox' }).first()).toBeVisible()
})

test('taking back without a connection can be tried again', async ({ page, signInAs, desk, context }) => {
  const { shell } = deskTextsIn('en')
  const name = uniqueName('Dina')
  const reference = await storeMessage(desk, { fields: { name } })
  await signInAs('recruiter', { open: '/inbox?form=contact-message&stage=new' })
  await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Move to…', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Archived' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await context.setOffline(true)
  await page.keyboard.press('z')
  await expect(page.getByText(shell.failure.network).last()).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name })).toBeVisible()
  expect(await findStored(desk, reference)).toMatchObject({ stage: 'new' })
})

test('an action undone on another screen is undone on the first', async ({ page, signInAs, desk }) => {
  const { submissions, letters } = deskTextsIn('en')
  const name = uniqueName('Engy')
  const reference = await storeMessage(desk, { fields: { name } })
  const applicant = uniqueName('Fady')
  const application = await storeApplication(desk, { fields: { name: applicant, job_id: 1 } })
  await signInAs('recruiter', { open: `/inbox/${application}?stage=new` })
  await page.getByRole('button', { name: 'Declined' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name })).toBeVisible()
  await expect(page.getByRole('link', { name: applicant })).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(page.getByRole('link', { name: applicant })).toBeVisible()
  await expect(page.locator('p:not([role])', { hasText: submissions.undone.done })).toBeVisible()

  await page.getByRole('link', { name }).click()
  await page.getByRole('tab', { name: 'Letter' }).click()
  await page.getByRole('textbox', { name: 'Letter' }).fill('We can begin in March.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: applicant })).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByText(letters.withdrawn).last()).toBeVisible()
  await expect(page.getByRole('link', { name })).toBeVisible()
  expect(await findStored(desk, reference)).toMatchObject({ stage: 'new' })
})

test('marking as unread without a connection says so and stays', async ({ page, signInAs, desk }) => {
  const { shell } = deskTextsIn('en')
  const reference = await storeMessage(desk, { fields: { name: uniqueName('Gamal') } })
  await signInAs('recruiter', { open: `/inbox/${reference}` })
  const mend = await cutOff(page, '**/api/submissions/*/read')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('u')
  await expect(page.getByRole('alert')).toContainText(shell.failure.network)
  await mend()
  await page.keyboard.press('u')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inbox')
  const line = page.getByRole('row').filter({ has: page.locator(`[data-reference="${reference}"]`) })
  await expect(line.getByLabel(deskTextsIn('en').submissions.unread)).toBeVisible()
})

test('filters that the desk does not know leave the inbox as it is, and can be cleared', async ({ page, signInAs }) => {
  const { inbox } = deskTextsIn('en')
  await signInAs('owner', { open: '/inbox?form=message' })
  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.getByRole('searchbox').fill('x'.repeat(250))
  await expect(page.getByRole('searchbox')).toHaveValue('x'.repeat(200))
  await expect(page).toHaveURL(/search=x{200}$/)
  await page.getByRole('main').getByRole('button', { name: inbox.clear }).last().click()
  await expect(page).toHaveURL(/\/inbox$/)
  await page.goto(`/content/projects?search=${'x'.repeat(300)}`)
  await page.getByRole('link', { name: inbox.clear }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('')
})

test('a note whose answer was lost is stored once, however often it is sent', async ({ page, signInAs, desk }) => {
  const { shell } = deskTextsIn('en')
  const reference = await storeMessage(desk, { fields: { name: uniqueName('Huda') } })
  await signInAs('recruiter', { open: `/inbox/${reference}` })
  const address = '**/api/submissions/*/notes'
  await page.route(address, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('tab', { name: 'Private note' }).click()
  await page.getByRole('textbox', { name: 'Note for the team' }).fill('Ask Tarek')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('alert')).toContainText(shell.failure.network)
  await page.unroute(address)
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.locator('blockquote')).toHaveCount(1)
  await page.reload()
  await expect(page.locator('blockquote')).toHaveCount(1)
})

for (const language of languagesByTurn(1)) {
  const { shell, inbox } = deskTextsIn(language)

  test(`a palette search without a response says so, with a retry (${language})`, async ({ page, signInAs, desk }) => {
    const name = uniqueName('Ismail')
    await storeMessage(desk, { fields: { name } })
    await signInAs('recruiter', { language, open: '/' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: shell.palette.label })
    const found = palette.getByRole('group', { name: inbox.title }).getByRole('option', { name })
    await page.keyboard.type(name)
    await expect(found).toBeVisible()

    const mend = await cutOff(page, '**/api/submissions?*')
    await page.keyboard.type(' ')
    await page.keyboard.type('x')
    await expect(palette.getByRole('alert')).toContainText(shell.failure.network)
    await expect(found).toHaveCount(0)
    // The search must have failed too before it may succeed.
    const failed = page.waitForEvent('requestfailed')
    await page.keyboard.press('Backspace')
    await failed
    await mend()
    await page.keyboard.press('Tab')
    await expect(palette.getByRole('button', { name: shell.tryAgain })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(found).toBeVisible()
    await expect(palette.getByRole('alert')).toHaveCount(0)
  })
}

for (const [from, to] of [
  ['en', 'ar'],
  ['ar', 'en'],
] as const) {
  const { shell } = deskTextsIn(from)

  test(`another language's texts that failed are there after a reload (${from})`, async ({ page, signInAs }) => {
    await signInAs('reader', { language: from, open: '/' })
    const mend = await cutOff(page, `**/assets/${to}-*.js`)
    await page.getByRole('button', { name: shell.language.other }).click()
    const line = page.locator('p:not([role])', { hasText: shell.failure.notLoaded })
    await expect(line).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', from)
    await mend()
    await page.getByRole('button', { name: shell.failure.reload }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', to)
    await expect(page.getByRole('link', { name: deskTextsIn(to).shell.screens.inbox }).first()).toBeVisible()
  })
}

for (const language of ['en', 'ar'] as const) {
  const { shell } = deskTextsIn(language)
  for (const [what, scripts] of [
    ['texts', `**/assets/${language}-*.js`],
    ['first script', '**/assets/index-*.js'],
  ] as const)
    test(`a desk whose ${what} failed says so and offers a reload (${language})`, async ({ page, signInAs }) => {
      await signInAs('reader', { language })
      const mend = await cutOff(page, scripts)
      await page.goto('/')
      const said = page.getByRole('alert')
      await expect(said).toContainText(shell.failure.notLoaded, { timeout: 15_000 })
      await mend()
      await said.getByRole('link', { name: shell.failure.reload }).click()
      await expect(page.getByRole('link', { name: shell.screens.inbox }).first()).toBeVisible()
      await expect(said).toHaveCount(0)
    })
}

test('a language change and a sign-out without a connection fail visibly, with a retry', async ({ page, signInAs }) => {
  const { shell, door } = deskTextsIn('ar')
  const english = deskTextsIn('en').shell
  await signInAs('reader', { open: '/' })
  const mendAccount = await cutOff(page, '**/api/account')
  await page.getByRole('button', { name: english.language.other }).click()
  const line = (text: string) => page.locator('p:not([role])', { hasText: text })
  await expect(line(english.failure.network)).toBeVisible()
  await mendAccount()
  await page.getByRole('button', { name: english.tryAgain }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')

  const mend = await cutOff(page, '**/api/sign-out')
  await page.keyboard.press('Control+k')
  await page.keyboard.type(shell.signOut)
  await page.keyboard.press('Enter')
  await expect(line(shell.failure.network)).toBeVisible()
  await mend()
  await page.getByRole('button', { name: shell.tryAgain }).click()
  await expect(page.getByRole('button', { name: door.signIn.passkey })).toBeVisible()
})

test('without a response the unread figure is empty, not outdated', async ({ page, signInAs, desk }) => {
  const { submissions } = deskTextsIn('en')
  await storeMessage(desk, { fields: { name: uniqueName('Jana') } })
  await signInAs('owner', { open: '/activity' })
  const figure = page.getByRole('link', { name: 'Inbox' }).getByLabel(submissions.unread)
  await expect(figure.first()).toBeVisible()
  const mend = await cutOff(page, '**/api/submissions/counts')
  const notAnswered = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/counts'))
  await page.getByRole('link', { name: 'People' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('People')
  await notAnswered
  await expect(figure).toHaveCount(0)
  await mend()
  await page.getByRole('link', { name: 'Activity' }).first().click()
  await expect(figure.first()).toBeVisible()
})

test('without a response no colleague is shown as present', async ({ page, signInAs, desk, browser }) => {
  const { submission } = deskTextsIn('en')
  const reference = await storeMessage(desk, { fields: { name: uniqueName('Khaled') } })
  const context = await browser.newContext({ baseURL: desk.url })
  const colleague = await signInAs('recruiter', { context })
  const theirs = await context.newPage()
  await theirs.goto(`/inbox/${reference}`)
  await theirs.getByRole('heading', { level: 1 }).waitFor()
  await signInAs('recruiter', { open: `/inbox/${reference}` })
  const others = page.getByText(submission.others.replace('{names}', colleague.name))
  await expect(others).toBeVisible()
  const lookAgain = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const mend = await cutOff(page, '**/api/submissions/*/presence')
  await lookAgain()
  await expect(others).toHaveCount(0)
  await mend()
  await lookAgain()
  await expect(others).toBeVisible()
  await context.close()
})

test('a takeover without a connection says so; CV pages can be retried', async ({ page, signInAs, desk, browser }) => {
  const { shell, content } = deskTextsIn('en')
  const context = await browser.newContext({ baseURL: desk.url })
  await signInAs('owner', { context })
  const theirs = await context.newPage()
  await theirs.goto('/content/jobs/1')
  await theirs.getByRole('heading', { level: 1 }).waitFor()
  await signInAs('owner', { open: '/content/jobs/1' })
  const takeOver = page.getByRole('button', { name: content.editor.takeOver })
  await takeOver.waitFor()
  const mendLock = await cutOff(page, '**/api/content/jobs/1/lock')
  await takeOver.click()
  await expect(page.getByRole('alert')).toContainText(shell.failure.network)
  await mendLock()
  await takeOver.click()
  await expect(takeOver).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await context.close()

  const reference = await storeApplication(desk, { fields: { name: uniqueName('Laila'), job_id: 1 } })
  const mendPages = await cutOff(page, '**/api/submissions/*/cv')
  await page.goto(`/inbox/${reference}`)
  const viewer = page.getByRole('region', { name: /CV/ })
  await expect(viewer.getByRole('alert')).toContainText(shell.failure.network)
  await mendPages()
  await viewer.getByRole('button', { name: shell.tryAgain }).click()
  await expect(viewer.getByRole('img').first()).toBeVisible()
})

test('typed search text is not applied to another view or after clearing filters', async ({ page, signInAs, desk }) => {
  const { inbox, content } = deskTextsIn('en')
  await storeMessage(desk, { fields: { name: uniqueName('Mona') } })
  await signInAs('owner', { open: '/inbox?stage=hired&search=zzz' })
  const search = page.getByRole('searchbox')
  await expect(search).toHaveValue('zzz')
  /** Types within the search's debounce, on a busy machine too. */
  const typeAndPress = async (typed: string, pressed: Locator) =>
    search.evaluate(
      (input: HTMLInputElement, [text, button]) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          const end = performance.now() + 600
          while (performance.now() < end);
        }
        port2.postMessage('busy')
        input.focus()
        document.execCommand('insertText', false, text)
        ;(button as HTMLElement).click()
      },
      [typed, await pressed.elementHandle()] as const,
    )
  await typeAndPress('y', page.getByRole('main').getByRole('button', { name: inbox.clear }).last())
  await expect(page).toHaveURL(/\/inbox$/)
  await expect(search).toHaveValue('')

  // Neither the same view again nor another kind of content.
  await typeAndPress('y', page.getByRole('link', { name: inbox.viewNames.everything }))
  await expect(search).toHaveValue('')
  await page.goto('/content/projects')
  await typeAndPress('y', page.getByRole('link', { name: content.types.services }))
  await expect(page).toHaveURL(/\/services$/)
  await expect(search).toHaveValue('')

  // A further filter is part of the request.
  await search.pressSequentially('y')
  await page.getByLabel(content.language, { exact: true }).selectOption('ar')
  await expect(page).toHaveURL(/(language=ar&search=y|search=y&language=ar)$/)
  await expect(search).toHaveValue('y')
  await page.goBack()
  await expect(page).not.toHaveURL(/language/)
  await expect
    .poll(async () => (await search.inputValue()) === (new URL(page.url()).searchParams.get('search') ?? ''))
    .toBe(true)
})
