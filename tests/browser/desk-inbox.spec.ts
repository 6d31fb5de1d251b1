import { findSubmission } from '#domain/submissions/submissions.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { inTurn } from '../support/addresses.ts'
import { accessibilityFaults } from '../support/axe.ts'
import { expect, type OpenDesk, test } from '../support/desk-browser.ts'
import { storeApplication, storeInternship, storeMessage } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'

const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 390, height: 844 }
/** Each is asked about everything in one language, and about its colours in the other. */
const LOOKS = ['wide', 'narrow']
const DAY = 24 * 60 * 60_000

let count = 0
/** Nobody else of the worker's desk has it. */
const aName = (name: string) => `${name} ${++count}`
const at = (desk: OpenDesk, daysAgo = 0) => ({
  database: desk.database,
  clock: { now: new Date(Date.now() - daysAgo * DAY) },
})
const stored = (desk: OpenDesk, reference: string) => findSubmission(desk.database.queries, reference)

for (const language of LANGUAGES) {
  const { inbox, submission, submissions } = deskTextsIn(language)

  test(`in ${language} a recruiter finds, opens, moves and notes an application by keyboard`, async ({
    page,
    signInAs,
    desk,
  }) => {
    const name = aName('نورهان سمير')
    const reference = await storeApplication(at(desk), { language: 'ar', fields: { name, job_id: 1 } })
    await storeMessage(at(desk))
    await signInAs('recruiter', { language })
    await page.goto('/inbox')
    await expect(page.getByRole('link', { name })).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type(name)
    await expect(page.getByRole('list', { name: inbox.list }).getByRole('listitem')).toHaveCount(1)
    await expect(page).toHaveURL(/search=/)
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')

    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(name)
    await expect(heading).toHaveAttribute('lang', 'ar')
    expect(await heading.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
    // 3: the third stage of an application.
    await page.keyboard.press('3')
    await expect(page.getByRole('button', { name: submissions.stages.interview })).toHaveAttribute(
      'aria-current',
      'step',
    )
    await page.keyboard.press('n')
    await page.keyboard.type('Speaks well of her team')
    await page.keyboard.press('Control+Enter')
    await expect(page.locator('blockquote')).toContainText('Speaks well of her team')
    expect(await stored(desk, reference)).toMatchObject({ stage: 'interview' })

    await heading.focus()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name })).toBeFocused()
    await expect(page.getByText(submissions.stages.interview).last()).toBeVisible()
    expect(submission.back).toBe(await page.getByRole('heading', { level: 1 }).innerText())
  })

  test(`in ${language} Today counts what is new and who waits, and every figure leads to its list`, async ({
    page,
    signInAs,
    desk,
  }) => {
    const name = aName('Omar El-Sherif')
    await storeMessage(at(desk, 60), { fields: { name } })
    await signInAs('reader', { language })
    await page.goto('/')
    const { today } = deskTextsIn(language)
    const waiting = page.locator('section').filter({ has: page.getByRole('heading', { name: today.waiting }) })
    await waiting.getByRole('link').first().click()
    await expect(page).toHaveURL(/order=waiting/)
    await page.goto('/')
    await waiting.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    // A reader changes nothing.
    await expect(page.getByLabel(submission.note)).toHaveCount(0)
    await expect(page.getByRole('button', { name: submissions.stages.archived })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })
}

test.describe('two people at once', () => {
  test.use({ expectedErrors: [/409/] })

  test('never overwrite each other: both wishes are shown, and the second decides', async ({
    page,
    signInAs,
    desk,
  }) => {
    const reference = await storeApplication(at(desk), { fields: { name: aName('Youssef Kamal') } })
    await signInAs('recruiter')
    await page.goto(`/inbox/${reference}`)
    await expect(page.getByRole('button', { name: 'Reading' })).toBeVisible()
    await desk.database.write((queries) =>
      queries
        .updateTable('submissions')
        .set({ stage: 'offer', version: 2 })
        .where('reference', '=', reference)
        .execute(),
    )
    await page.getByRole('button', { name: 'Interview' }).click()
    const dialog = page.getByRole('dialog', { name: 'Somebody was quicker' })
    await expect(dialog).toContainText('Offer')
    await expect(dialog).toContainText('Interview')
    await dialog.getByRole('button', { name: 'Leave it as it is' }).click()
    await expect(page.getByRole('button', { name: 'Offer' })).toHaveAttribute('aria-current', 'step')
    expect(await stored(desk, reference)).toMatchObject({ stage: 'offer' })

    await page.getByRole('button', { name: 'Interview' }).click()
    await expect(page.getByRole('button', { name: 'Interview' })).toHaveAttribute('aria-current', 'step')
  })
})

test('declining asks for a reason first', async ({ page, signInAs, desk }) => {
  const reference = await storeInternship(at(desk), { fields: { name: aName('Ibrahim') } })
  await signInAs('owner')
  await page.goto(`/inbox/${reference}`)
  await page.getByRole('button', { name: 'Declined' }).click()
  await page.getByRole('radio', { name: 'The job is closed' }).check()
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Declined' })).toHaveAttribute('aria-current', 'step')
  expect(await stored(desk, reference)).toMatchObject({ stage: 'declined', decline_reason: 'job-closed' })
})

test('nothing that a visitor types can run or leave its place', async ({ page, signInAs, desk }) => {
  const attacks = [
    '<img src=x onerror=alert(1)>',
    '"><script>alert(1)</script>',
    'javascript:alert(1)',
    '{{constructor.constructor("alert(1)")()}}',
    '‮gnp.exe',
  ]
  const references = await Promise.all(
    attacks.map((attack) =>
      storeMessage(at(desk), { fields: { name: attack, email: 'a@b.example', subject: attack, message: attack } }),
    ),
  )
  await signInAs('reader')
  await page.goto('/inbox')
  await expect(page.getByRole('link', { name: attacks[0] })).toBeVisible()
  for (const [index, reference] of references.entries()) {
    await page.goto(`/inbox/${reference}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(attacks[index] as string)
    await expect(page.locator('main img, main script, main iframe')).toHaveCount(0)
  }
})

test('many are selected and handed over at once', async ({ page, signInAs, desk }) => {
  const names = ['Amal', 'Basma', 'Celine'].map(aName)
  const references = await Promise.all(names.map((name) => storeMessage(at(desk), { fields: { name } })))
  const person = await signInAs('recruiter')
  await page.goto('/inbox?form=contact-message')
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.getByLabel('Assign', { exact: true }).selectOption(person.id)
  await expect(page.getByText('3 selected')).toHaveCount(0)
  for (const reference of references) expect(await stored(desk, reference)).toMatchObject({ assignee_id: person.id })
})

test('a card of the board is moved by its menu', async ({ page, signInAs, desk }) => {
  const name = aName('Habiba Refaat')
  const reference = await storeApplication(at(desk), { fields: { name, job_id: 2 } })
  await signInAs('recruiter')
  await page.goto('/stages/2')
  await page.getByRole('button', { name: `Move to…: ${name}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Interview' }).press('Enter')
  const column = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Interview' }) })
  await expect(column.getByRole('link', { name })).toBeVisible()
  expect(await stored(desk, reference)).toMatchObject({ stage: 'interview' })
})

test('a long list comes in pages as one scrolls', async ({ page, signInAs, desk }) => {
  test.slow()
  const tag = aName('Zebra')
  for (let index = 0; index < 60; index++) await storeMessage(at(desk), { fields: { name: `${tag} n${index}` } })
  await signInAs('reader')
  await page.goto(`/inbox?form=contact-message&language=en`)
  const lines = page.getByRole('list', { name: 'What visitors sent' }).getByRole('listitem')
  await expect(lines.first()).toBeVisible()
  await page.keyboard.press('End')
  await expect.poll(() => lines.count()).toBeGreaterThan(55)
})

for (const language of LANGUAGES)
  test(`in ${language} the screens of submissions are sound for axe, wide and narrow, light and dark`, async ({
    page,
    signInAs,
    desk,
  }) => {
    test.slow()
    const application = await storeApplication(at(desk, 3), {
      language: 'ar',
      fields: { name: aName('هالة'), job_id: 1 },
    })
    const message = await storeMessage(at(desk), { marks: ['honeypot'], fields: { name: aName('Rana') } })
    await signInAs('owner', { language })
    const faults: Record<string, unknown> = {}
    for (const address of ['/', '/inbox', `/inbox/${application}`, `/inbox/${message}`, '/stages/1'])
      for (const [look, size, colorScheme] of [
        ['wide', WIDE, 'light'],
        ['narrow', NARROW, 'dark'],
      ] as const) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme })
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const found = await accessibilityFaults(page, { onlyColours: !inTurn(LOOKS, language).includes(look) })
        const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
        if (found.length > 0 || isTooWide) faults[`${address} ${look}`] = { found, isTooWide }
      }
    expect(faults).toEqual({})
  })
