import { sendCard } from '#domain/hiring/scorecards.ts'
import { saveSetUp } from '#domain/hiring/set-up.ts'
import { currentOf } from '#domain/submissions/handling.ts'
import { companyStages } from '#domain/submissions/processes.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, test } from '../support/desk-browser.ts'
import { makePerson } from '../support/desk-people.ts'
import { storeApplication, storeInternship, uniqueName } from '../support/desk-submissions.ts'
import { both } from '../support/set-ups.ts'

// A set-up that is not complete is refused.
test.use({ expectedErrors: [/status of 422/] })

test('a job is set up, and its board has the new stage', async ({ page, desk, signInAs }) => {
  const name = uniqueName('Ziad Mourad')
  await storeApplication(desk, { fields: { name, job_id: 3 } })
  await signInAs('owner', { open: '/stages/3' })
  await page.getByRole('link', { name: 'Set up' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hiring')

  await page.getByRole('button', { name: 'Add a stage' }).click()
  await page.getByRole('menuitem', { name: 'Interview' }).click()
  const stages = page.getByRole('list').filter({ has: page.getByText('of this job') })
  const own = stages.getByRole('listitem').filter({ hasText: 'of this job' })
  await own.getByRole('textbox').first().fill('Technical task')
  await own.getByRole('textbox').nth(1).fill('مهمة عملية')

  await page.getByRole('button', { name: 'Add a question' }).click()
  await page.getByRole('textbox', { name: 'Question 1 in English' }).fill('When could you begin?')
  await page.getByRole('combobox', { name: 'Answer to question 1' }).selectOption('choice')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Write this in both languages.').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Question 1 in Arabic' }).fill('متى يمكن بدء العمل؟')
  for (const [index, [en, ar]] of [
    ['Now', 'الآن'],
    ['Later', 'لاحقًا'],
  ].entries()) {
    await page.getByRole('textbox', { name: `Answer ${index + 1} in English` }).fill(en as string)
    await page.getByRole('textbox', { name: `Answer ${index + 1} in Arabic` }).fill(ar as string)
  }
  await page.getByRole('button', { name: 'Add a criterion' }).click()
  for (const number of [1, 2, 3]) {
    await page.getByRole('textbox', { name: `Criterion ${number} in English` }).fill(`Builds ${number}`)
    await page.getByRole('textbox', { name: `Criterion ${number} in Arabic` }).fill(`يبني ${number}`)
  }
  await expectAccessible(page)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('The set-up is saved.').first()).toBeVisible()
  await expect(page.getByText('not saved yet')).toHaveCount(0)

  await page.goto('/stages/3')
  const card = page.getByRole('link', { name })
  await card.focus()
  await page.keyboard.press('Space')
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(
    page.locator('li', { has: page.getByRole('heading', { name: /Technical task/ }) }).getByText(name),
  ).toBeVisible()
})

test('a scorecard is filled in by keys, others stay hidden until it is sent', async ({ page, desk, signInAs }) => {
  const criteria = ['criterion1', 'criterion2', 'criterion3'].map((id, index) => ({
    id,
    name: both(['Works without a mouse', 'Explains simply', 'Mentors others'][index] as string),
    hint: both('Keyboard and screen reader before anyone asks'),
  }))
  const wanted = { version: 0, stages: companyStages(), questions: [], criteria, moves: {} }
  const handling = { actorId: null, now: new Date() }
  await desk.database.write((queries) => saveSetUp(queries, '2', wanted, handling))
  const reference = await storeApplication(desk, { fields: { name: uniqueName('Nourhan Samir'), job_id: 2 } })
  const colleague = await makePerson(desk.database, 'recruiter')
  const ratings = Object.fromEntries(
    criteria.map(({ id }) => [id, { step: 4 as const, evidence: 'Drew it on paper.' }]),
  )
  const card = { version: 0, ratings, recommendation: 4 as const, summary: '' }
  const author = { actorId: colleague.id, now: new Date() }
  const sent = await desk.database.write(async (queries) =>
    sendCard(queries, await currentOf(queries, reference, {}), card, author),
  )
  expect(sent.kind).toBe('done')

  await signInAs('owner', { open: `/inbox/${reference}` })
  await page.getByRole('link', { name: 'Fill in' }).click()
  await expect(page.getByText('Their cards open once yours is sent')).toBeVisible()
  await expect(page.getByText('Drew it on paper.')).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('2')
  await page.keyboard.press('j')
  await page.keyboard.press('4')
  await page.keyboard.press('j')
  await page.keyboard.press('0')
  await page.keyboard.press('j')
  await page.keyboard.press('3')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('The lowest and highest ratings need evidence.').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'What did you hear or see?' }).nth(1).fill('Needed no second try.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Drew it on paper.').first()).toBeVisible()
  await expect(page.getByText('Ratings are two steps apart on')).toBeVisible()
  await page.getByRole('textbox', { name: 'Why, for the team' }).fill('Both cards say yes.')
  await page.getByRole('button', { name: 'Decide' }).click()
  await expect(page).toHaveURL(new RegExp(`/inbox/${reference}$`))
  await expect(page.getByText('Both cards say yes.')).toBeAttached()
})

test('internships have a board', async ({ page, desk, signInAs }) => {
  const name = uniqueName('Intern')
  await storeInternship(desk, { fields: { name } })
  await signInAs('recruiter', { open: '/stages/internship', language: 'ar' })
  await expect(page.getByRole('link', { name })).toBeVisible()
  await page.goto('/stages/2/set-up')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
